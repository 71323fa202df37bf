// The value of a position: as a bar next to the board, in words, and over time.
import { html } from '../vendor/preact-htm.js';
import { proved, signed, standing } from '../lib/words.js';

/** @param {{value: number, children: any}} props children is the board */
export function WithBar({ value, children }) {
  return html`<div class="with-bar">
    <div class="bar" aria-hidden="true"><div class="share" style=${{ '--share': `${(50 * (1 + value)).toFixed(1)}%` }}></div></div>
    ${children}
  </div>`;
}

/** @param {{value: number, bounds: [number, number], names: string[]}} props */
export function Value({ value, bounds, names }) {
  return html`<p class="value">
    <b>${signed(value)}</b> <span>${standing(value, names)}</span> <span class="note">${proved(bounds)}</span>
  </p>`;
}

/** @param {{names: string[]}} props */
export function ValueNote({ names }) {
  return html`<p class="note">
    The value is the expected result if both play perfectly from here: +1 is a win for ${names[0]}, and −1 is one for ${names[1]}.
  </p>`;
}

const WIDTH = 640;
const HEIGHT = 196;
const LEFT = 40;
const TOP = 14;
const BOTTOM = 166;

/**
 * @param {{
 *   points: {value: number, bounds: [number, number]}[], at: number, turning: number | null, names: string[],
 *   onStep: (step: number) => void,
 * }} props
 */
export function Plot({ points, at, turning, names, onStep }) {
  const width = (WIDTH - LEFT - 12) / Math.max(1, points.length - 1);
  const x = (/** @type {number} */ step) => LEFT + step * width;
  const y = (/** @type {number} */ value) => TOP + ((1 - value) / 2) * (BOTTOM - TOP);
  const line = points.map((point, step) => `${x(step)},${y(point.value)}`);
  const band = [
    ...points.map((point, step) => `${x(step)},${y(point.bounds[1])}`),
    ...points.map((point, step) => `${x(step)},${y(point.bounds[0])}`).reverse(),
  ];
  const area = (/** @type {(value: number) => number} */ cut) =>
    [`${x(0)},${y(0)}`, ...areaPoints(points.map((point) => point.value), cut, x, y), `${x(points.length - 1)},${y(0)}`].join(' ');
  const summary = `Value over time: from ${signed(points[0].value)} to ${signed(points[points.length - 1].value)} in ${points.length - 1} turns.`;
  return html`
    <svg class="plot" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${summary}>
      <polygon class="above" points=${area((value) => Math.max(0, value))} />
      <polygon class="below" points=${area((value) => Math.min(0, value))} />
      <polygon class="band" points=${band.join(' ')} />
      ${[1, 0, -1].map(
        (value) => html`<g key=${value}>
          <line class="axis" x1=${LEFT} x2=${WIDTH - 12} y1=${y(value)} y2=${y(value)} />
          <text x=${LEFT - 6} y=${y(value) + 6} text-anchor="end">${value > 0 ? '+1' : value < 0 ? '−1' : '0'}</text>
        </g>`,
      )}
      <text x=${LEFT + 6} y=${TOP + 5} dominant-baseline="hanging">${names[0]}</text>
      <text x=${LEFT + 6} y=${BOTTOM - 6}>${names[1]}</text>
      <polyline class="line" points=${line.join(' ')} />
      <line class="now" x1=${x(at)} x2=${x(at)} y1=${TOP} y2=${BOTTOM} />
      ${turning !== null && html`<circle class="turning" cx=${x(turning)} cy=${y(points[turning].value)} r="8"><title>Turning point</title></circle>`}
      <text x=${WIDTH - 12} y=${HEIGHT - 6} text-anchor="end">turn ${at} of ${points.length - 1}</text>
      ${points.map(
        (_, step) => html`<rect key=${step} class="hit" x=${x(step) - width / 2} y=${TOP} width=${width} height=${BOTTOM - TOP} onClick=${() => onStep(step)} />`,
      )}
    </svg>
  `;
}

/** The outline of the area on one side of zero, with a point wherever the line crosses it. */
/**
 * @param {number[]} values @param {(value: number) => number} cut
 * @param {(step: number) => number} x @param {(value: number) => number} y
 */
function areaPoints(values, cut, x, y) {
  return values.flatMap((value, step) => {
    const here = `${x(step)},${y(cut(value))}`;
    const next = values[step + 1];
    if (next === undefined || value * next >= 0) return [here];
    return [here, `${x(step + value / (value - next))},${y(0)}`];
  });
}
