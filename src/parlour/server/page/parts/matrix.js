// The outcomes of all pairs of secret choices, as a heat map: a table if it is small, a picture if it is large.
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { signed } from '../lib/words.js';

/** @typedef {{action: number, label: string}} Side */

const LARGEST_TABLE = 12; // rows and columns
const STRONGEST = 45; // percent of colour, so that the text stays readable

/** @param {{matrix: number[][], rows: Side[], columns: Side[], names: string[], onPair: (first: number, second: number) => void}} props */
export function Matrix(props) {
  const small = props.rows.length <= LARGEST_TABLE && props.columns.length <= LARGEST_TABLE;
  return small ? html`<${Table} ...${props} />` : html`<${Picture} ...${props} />`;
}

/** @param {{matrix: number[][], rows: Side[], columns: Side[], names: string[], onPair: (first: number, second: number) => void}} props */
function Table({ matrix, rows, columns, names, onPair }) {
  return html`<p class="note">Value after each pair: ${names[0]} down, ${names[1]} across.</p>
  <div class="scroll" tabindex="0" role="region" aria-label="Outcomes of all pairs">
    <table class="heat">
      <thead><tr><td></td>${columns.map((side) => html`<th scope="col" key=${side.action}>${short(side.label)}</th>`)}</tr></thead>
      <tbody>
        ${rows.map((row, i) => html`
          <tr key=${row.action}>
            <th scope="row">${short(row.label)}</th>
            ${columns.map((column, j) => html`
              <td key=${column.action} class=${matrix[i][j] < 0 ? 'minus' : 'plus'} style=${{ '--heat': `${Math.abs(matrix[i][j]) * STRONGEST}%` }}>
                <button
                  type="button"
                  aria-label=${`${row.label} and ${column.label}: ${signed(matrix[i][j])}`}
                  onClick=${() => onPair(row.action, column.action)}
                >${compact(matrix[i][j])}</button>
              </td>
            `)}
          </tr>
        `)}
      </tbody>
    </table>
  </div>`;
}

/** A value in as little room as possible: +.25, −1. @param {number} value */
function compact(value) {
  return signed(value).replace(/([+−])0\./, '$1.').replace(/\.00$/, '');
}

/** @param {string} label */
function short(label) {
  return label.match(/\d+$/)?.[0] ?? label;
}

/** @param {{matrix: number[][], rows: Side[], columns: Side[], names: string[], onPair: (first: number, second: number) => void}} props */
function Picture({ matrix, rows, columns, names, onPair }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [at, setAt] = useState(/** @type {[number, number] | null} */ (null));
  useEffect(() => {
    if (canvas.current) paint(canvas.current, matrix);
  }, [matrix]);
  const cell = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const inside = (/** @type {number} */ share, /** @type {number} */ count) => Math.max(0, Math.min(count - 1, Math.floor(share * count)));
    return /** @type {[number, number]} */ ([
      inside((event.clientY - box.top) / box.height, rows.length),
      inside((event.clientX - box.left) / box.width, columns.length),
    ]);
  };
  const values = matrix.flat();
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return html`
    <p class="note">Value after each pair: ${names[0]} down, ${names[1]} across, each from the lowest action to the highest.</p>
    <canvas
      class="heat-map"
      ref=${canvas}
      role="img"
      aria-label=${`${rows.length} by ${columns.length} outcomes, from ${signed(low)} to ${signed(high)}. Choose a pair in the lists of actions.`}
      onMouseMove=${(/** @type {MouseEvent} */ event) => setAt(cell(event))}
      onMouseLeave=${() => setAt(null)}
      onClick=${(/** @type {MouseEvent} */ event) => {
        const [i, j] = cell(event);
        onPair(rows[i].action, columns[j].action);
      }}
    ></canvas>
    <p class="note">${at ? `${rows[at[0]].label} and ${columns[at[1]].label}: ${signed(matrix[at[0]][at[1]])}` : 'Point at a pair to see its value; click it to go there.'}</p>
  `;
}

/** @param {HTMLCanvasElement} canvas @param {number[][]} matrix */
function paint(canvas, matrix) {
  canvas.width = matrix[0].length;
  canvas.height = matrix.length;
  const style = getComputedStyle(canvas);
  const colour = (/** @type {string} */ name) => (style.getPropertyValue(name).trim().slice(1).match(/../g) ?? []).map((pair) => parseInt(pair, 16));
  const [page, first, second] = [colour('--page'), colour('--first-fill'), colour('--second-fill')];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const image = context.createImageData(canvas.width, canvas.height);
  matrix.flat().forEach((value, index) => {
    const end = value < 0 ? second : first;
    page.forEach((from, part) => (image.data[4 * index + part] = from + (end[part] - from) * Math.abs(value)));
    image.data[4 * index + 3] = 255;
  });
  context.putImageData(image, 0, 0);
}
