// A scene as SVG. Shapes keep their keys, so a piece that has moved glides to its new place.
/** @typedef {import('../types').Scene} Scene @typedef {import('../types').Shape} Shape */
import { html } from '../vendor/preact-htm.js';

const BASELINE = 0.36; // how far the baseline is below the middle of capital letters of size 1
const ADVANCE = 0.602; // the width of a letter, if all are equally wide and of size 1

/**
 * What a match says about whose turn it is, if it is not what the scene of the state says: who still has to choose, and
 * the words in place of the scene's headline.
 * @typedef {{choosing: boolean[], news: string}} Turns
 */

/**
 * @param {{
 *   scene: Scene,
 *   turns?: Turns | null,
 *   canPick?: (seat: number, action: number) => boolean,
 *   onPick?: (seat: number, action: number) => void,
 *   picked?: (number | null)[],
 *   still?: boolean,
 * }} props `picked` is the action that each seat has picked; `still`: only to look at
 */
export function Board({ scene, turns = null, canPick = () => false, onPick = () => {}, picked = [], still = false }) {
  const active = scene.shapes.some((shape) => shape.click && canPick(...shape.click));
  const summary = turns?.news ? `${turns.news}. ${scene.summary}` : scene.summary;
  const height = Math.round((scene.height / scene.width) * 1e4) / 1e4;
  return html`
    <svg
      class=${`board${still ? ' still' : ''}`}
      viewBox=${`0 0 ${scene.width} ${scene.height}`}
      style=${{ '--ratio': height }}
      ...${still ? { 'aria-hidden': 'true' } : { role: active ? 'group' : 'img', 'aria-label': summary }}
    >
      ${shapesNow(scene, turns).map((shape, index) => {
        const open = Boolean(shape.click && canPick(...shape.click));
        const quiet = shape.style === 'target' && !still && (shape.click ? !open : shape.shape === 'text' && !active);
        const chosen = Boolean(shape.click && picked[shape.click[0]] === shape.click[1]);
        return html`<${Drawn} key=${shape.key || `${shape.shape}-${index}`} ...${{ shape, open, chosen, quiet, onPick }} />`;
      })}
    </svg>
  `;
}

/** @param {Scene} scene @param {Turns | null} turns */
function shapesNow(scene, turns) {
  if (!turns) return scene.shapes;
  const stays = (/** @type {Shape} */ shape) => {
    const seat = /^turn-([12])/.exec(shape.key ?? '')?.[1];
    return seat === undefined || turns.choosing[Number(seat) - 1];
  };
  return scene.shapes.filter(stays).map((shape) => (shape.key === 'turn' && turns.news ? { ...shape, text: turns.news } : shape));
}

/**
 * @param {{
 *   shape: Shape, open: boolean, chosen: boolean, quiet: boolean, onPick: (seat: number, action: number) => void,
 * }} props `quiet`: it would look as if it could be clicked
 */
function Drawn({ shape, open, chosen, quiet, onPick }) {
  const place = shape.shape === 'polygon' ? undefined : { transform: `translate(${shape.x}px, ${shape.y}px)` };
  const style = !quiet || chosen ? (shape.style ?? 'strong') : shape.click ? 'board' : 'dim';
  const classes = ['piece', shape.key && 'keyed', `style-${style}`, open && 'open', chosen && 'chosen'];
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
