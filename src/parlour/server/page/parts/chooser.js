// The controls for a choice: buttons, a number, and a step to confirm what cannot be changed.
/** @typedef {import('../types').Actions} Actions @typedef {import('../types').Labelled} Labelled */
import { html, useState } from '../vendor/preact-htm.js';

const FEW = 12; // actions that get a button each

/** @param {Actions} actions */
export function legalActions(actions) {
  if (actions.list) return actions.list.map((each) => each.action);
  const from = actions.from ?? 0;
  return Array.from({ length: (actions.to ?? 0) - from + 1 }, (_, index) => from + index);
}

/** @param {Actions} actions @param {number} action */
export function labelOf(actions, action) {
  return actions.list?.find((each) => each.action === action)?.label ?? String(action);
}

/**
 * @param {{
 *   actions: Actions, secret: boolean, onBoard: boolean, picked: number | null, busy: boolean,
 *   onPick: (action: number | null) => void, onSend: (action: number) => void,
 * }} props `onBoard`: the board offers every action already
 */
export function Chooser({ actions, secret, onBoard, picked, busy, onPick, onSend }) {
  const legal = legalActions(actions);
  const verb = secret ? 'Seal' : 'Play';
  const numbers = !actions.list || (legal.length > FEW && legal[legal.length - 1] - legal[0] === legal.length - 1);
  const onBoardAlone = onBoard && !secret && !numbers;
  return html`
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        if (picked !== null && !busy) onSend(picked);
      }}
    >
      <fieldset class="chooser" disabled=${busy}>
        ${numbers && html`<${NumberField} low=${legal[0]} high=${legal[legal.length - 1]} ...${{ picked, onPick }} />`}
        ${!numbers && !onBoard && html`<${Buttons} list=${actions.list ?? []} ...${{ picked, onPick }} />`}
        ${!numbers && onBoard && picked === null && html`<p class="note">Choose on the board.</p>`}
        ${onBoardAlone && picked !== null && html`<p class="note">Sending…</p>`}
        ${!onBoardAlone &&
        html`<button class="primary" disabled=${picked === null || busy}>
          ${busy ? 'Sending…' : picked === null ? verb : `${verb}: ${labelOf(actions, picked)}`}
        </button>`}
      </fieldset>
    </form>
  `;
}

/** @param {{low: number, high: number, picked: number | null, onPick: (action: number | null) => void}} props */
function NumberField({ low, high, picked, onPick }) {
  const [text, setText] = useState('');
  const shown = picked === null ? text : String(picked);
  const read = (/** @type {any} */ event) => {
    setText(event.target.value);
    const value = Number(event.target.value);
    const legal = event.target.value !== '' && Number.isInteger(value) && value >= low && value <= high;
    onPick(legal ? value : null);
  };
  const confirm = (/** @type {any} */ event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // a choice cannot be changed, so it needs a second step
    if (picked !== null) event.target.form.querySelector('.primary').focus();
  };
  return html`
    <div class="number">
      <label for="amount">Your choice, ${low} to ${high}</label>
      <div class="row">
        <input id="amount" type="number" inputmode="numeric" min=${low} max=${high} value=${shown} onInput=${read} onKeyDown=${confirm} />
        <input
          type="range"
          class=${picked === null ? 'unset' : ''}
          aria-valuetext=${picked === null ? 'nothing chosen yet' : String(picked)}
          aria-label=${`Your choice, ${low} to ${high}`}
          min=${low}
          max=${high}
          value=${picked ?? low}
          onInput=${read}
        />
      </div>
    </div>
  `;
}

/** @param {{list: Labelled[], picked: number | null, onPick: (action: number) => void}} props */
function Buttons({ list, picked, onPick }) {
  return html`<div class="buttons" role="group" aria-label="Your choices">
    ${list.map(
      ({ action, label }) => html`
        <button type="button" key=${action} aria-pressed=${String(picked === action)} onClick=${() => onPick(action)}>
          ${label}
        </button>
      `,
    )}
  </div>`;
}
