// A scene as SVG. Shapes keep their keys, so a piece that has moved glides to its new place.
/** @typedef {import('../types').Scene} Scene @typedef {import('../types').Shape} Shape */
import { html } from '../vendor/preact-htm.js';

const BASELINE = 0.36; // how far the baseline is below the middle of capital letters of size 1
const ADVANCE = 0.602; // the width of a letter, if all are equally wide and of size 1

/**
 * @param {{
 *   scene: Scene,
 *   canPick?: (seat: number, action: number) => boolean,
 *   onPick?: (seat: number, action: number) => void,
 *   picked?: (number | null)[],
 *   still?: boolean,
 * }} props `picked` is the action that each seat has picked; `still`: only to look at
 */
export function Board({ scene, canPick = () => false, onPick = () => {}, picked = [], still = false }) {
  const active = scene.shapes.some((shape) => shape.click && canPick(...shape.click));
  const height = Math.round((scene.height / scene.width) * 1e4) / 1e4;
  return html`
    <svg
      class=${`board${still ? ' still' : ''}`}
      viewBox=${`0 0 ${scene.width} ${scene.height}`}
      style=${{ '--ratio': height }}
      ...${still ? { 'aria-hidden': 'true' } : { role: active ? 'group' : 'img', 'aria-label': scene.summary }}
    >
      ${scene.shapes.map((shape, index) => {
        const open = Boolean(shape.click && canPick(...shape.click));
        const chosen = Boolean(shape.click && picked[shape.click[0]] === shape.click[1]);
        return html`<${Drawn} key=${shape.key || `${shape.shape}-${index}`} ...${{ shape, open, chosen, onPick }} />`;
      })}
    </svg>
  `;
}

/** @param {{shape: Shape, open: boolean, chosen: boolean, onPick: (seat: number, action: number) => void}} props */
function Drawn({ shape, open, chosen, onPick }) {
  const place = shape.shape === 'polygon' ? undefined : { transform: `translate(${shape.x}px, ${shape.y}px)` };
  const classes = ['piece', `style-${shape.style ?? 'strong'}`, open && 'open', chosen && 'chosen'];
  const [seat, action] = shape.click ?? [0, 0];
  const control = {
    role: 'button',
    tabindex: 0,
    'aria-label': shape.title,
    'aria-pressed': String(chosen),
    'data-action': action,
    onClick: () => onPick(seat, action),
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onPick(seat, action);
    },
  };
  const attributes = open ? control : { 'aria-hidden': 'true' };
  return html`<g class=${classes.filter(Boolean).join(' ')} style=${place} ...${attributes}>
    <${Outline} shape=${shape} /><${Words} shape=${shape} />
  </g>`;
}

/** @param {{shape: Shape}} props */
function Outline({ shape }) {
  if (shape.shape === 'box') {
    return html`<rect class="shape" width=${shape.width} height=${shape.height} rx=${shape.corner ?? 0} />`;
  }
  if (shape.shape === 'disc') return html`<circle class="shape" r=${shape.radius} />`;
  if (shape.shape === 'polygon') return html`<polygon class="shape" points=${(shape.points ?? []).join(' ')} />`;
  return null;
}

/** The text of a shape, or the label in its middle. @param {{shape: Shape}} props */
function Words({ shape }) {
  const size = shape.size ?? 24;
  if (shape.shape === 'text') {
    const text = shape.text ?? '';
    const mono = shape.mono ? { textLength: text.length * size * ADVANCE, class: 'words mono' } : { class: 'words' };
    return html`<text
      y=${BASELINE * size}
      font-size=${size}
      text-anchor=${shape.anchor ?? 'start'}
      font-weight=${shape.bold ? 'bold' : 'normal'}
      ...${mono}
    >${text}</text>`;
  }
  if (!shape.label) return null;
  const x = shape.shape === 'box' ? (shape.width ?? 0) / 2 : 0;
  const y = shape.shape === 'box' ? (shape.height ?? 0) / 2 : 0;
  return html`<text class="label" x=${x} y=${y + BASELINE * size} font-size=${size} text-anchor="middle" font-weight="bold">
    ${shape.label}
  </text>`;
}

/** Whether clicks on a scene can choose each of these actions. */
/** @param {Scene} scene @param {number} seat @param {number[]} actions */
export function covers(scene, seat, actions) {
  const clickable = new Set(scene.shapes.filter((shape) => shape.click?.[0] === seat).map((shape) => shape.click?.[1]));
  return actions.every((action) => clickable.has(action));
}
