// Perfect play as bars: how likely each action is, and its loss.
/** @typedef {import('../types').Chance} Chance @typedef {import('../types').Labelled} Labelled */
import { html, useEffect, useRef } from '../vendor/preact-htm.js';
import { percent } from '../lib/words.js';

/**
 * @param {{
 *   seat: number, name: string, rows: {action: number, label: string, chance: number, loss?: number, equal?: boolean}[],
 *   taken?: number | null, onPick?: (action: number) => void,
 * }} props `taken` is the action that was chosen; with `onPick`, actions are buttons; an `equal` one is as good as those
 */
export function Mix({ seat, name, rows, taken = null, onPick }) {
  const most = Math.max(...rows.map((row) => row.chance), 0.01);
  const losses = rows.some((row) => row.loss !== undefined);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const row = list.current?.querySelector('.taken')?.getBoundingClientRect();
    if (list.current && row) list.current.scrollTop += row.top - list.current.getBoundingClientRect().top - list.current.clientHeight / 2;
  }, [rows.length, taken]);
  return html`
    <div class="scroll" ref=${list} tabindex="0" role="region" aria-label=${`Perfect play of ${name}`}>
      <table class="mix">
        <caption class="hidden">Perfect play of ${name}</caption>
        <thead>
          <tr><th scope="col">${name}</th><th scope="col" colspan="2">perfect play</th>${losses && html`<th scope="col" class="number">loss</th>`}</tr>
        </thead>
        <tbody>
          ${rows.map((row) => html`
            <tr key=${row.action} class=${row.action === taken && !onPick ? 'taken' : ''}>
              <td class="action">
                ${onPick
                  ? html`<button type="button" aria-pressed=${String(row.action === taken)} onClick=${() => onPick(row.action)}>${row.label}</button>`
                  : html`${row.label}${row.action === taken ? ' (chosen)' : ''}`}
              </td>
              <td class="chance">
                ${row.chance > 0 && html`<span class=${`fill ${seat ? 'style-second' : 'style-first'}`} style=${{ '--share': `${(100 * row.chance) / most}%` }}></span>`}
              </td>
              <td class="number">${row.chance > 0 ? percent(row.chance) : row.equal ? 'equally good' : onPick ? '' : '0 %'}</td>
              ${losses && html`<td class="number">${row.loss === undefined ? '' : row.loss < 0.005 ? '–' : row.loss.toFixed(2)}</td>`}
            </tr>
          `)}
        </tbody>
      </table>
    </div>
  `;
}
