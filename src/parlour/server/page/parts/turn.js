// The player's next choice, in words and with controls.
/** @typedef {import('../types').Seat} Seat @typedef {import('../types').View} View */
import { html } from '../vendor/preact-htm.js';
import { capital, shortName } from '../lib/words.js';
import { Chooser } from './chooser.js';
import { Problem } from './frame.js';

/**
 * @param {{
 *   view: View, picked: number | null, sealed: boolean, own: string, sending: boolean, error: string, onBoard: boolean,
 *   onPick: (action: number | null) => void, onSend: (action: number) => void,
 * }} props `own` is what was sealed in this tab
 */
export function Turn({ view, picked, sealed, own, sending, error, onBoard, onPick, onSend }) {
  const { match, you } = view;
  if (match.status === 'over') return html`<${Result} view=${view} />`;
  const yours = you.actions !== null && !sealed;
  return html`
    <section class=${`panel turn${yours ? ' yours' : ''}`} aria-labelledby="turn-title">
      <div role="status"><h2 id="turn-title" tabindex="-1">${headline(view, sealed)}</h2></div>
      ${sealed && match.status === 'running' && html`<${Sealed} own=${own} />`}
      ${yours &&
      html`<${Chooser} key=${`${match.turn}/${match.taken_back}`} actions=${you.actions} secret=${match.secret} busy=${sending} ...${{ onBoard, picked, onPick, onSend }} />`}
      ${yours && match.secret && html`<p class="note">${secretNote(match.seats[1 - Number(you.seat)])}</p>`}
      <${Problem} text=${error} />
    </section>
  `;
}

/** @param {Seat} opponent */
function secretNote(opponent) {
  if (opponent.kind === 'computer') return 'The computer seals its choice first. When you seal yours, both are revealed.';
  return 'Your opponent sees your choice only when both are sealed. You can change a sealed choice only if your opponent agrees.';
}

/** @param {{own: string}} props */
function Sealed({ own }) {
  return html`<p class="sealed">
    <svg viewBox="0 0 24 24" aria-hidden="true" class="style-green">
      <rect class="shape" x="4" y="10" width="16" height="12" rx="3" />
      <path d="M8 10V7a4 4 0 0 1 8 0v3" fill="none" stroke="currentColor" stroke-width="2.5" />
    </svg>
    Sealed: your choice is stored.
  </p>
  ${own && html`<p class="note">You chose “${own}”. Your opponent does not see this.</p>`}`;
}

/** @param {View} view @param {boolean} sealed */
function headline({ match, you }, sealed) {
  if (match.status === 'waiting') return 'Waiting for the other player';
  const choosing = match.seats.filter((seat) => seat.choosing).map(shortName);
  if (sealed) return `Waiting for ${choosing.join(' and ')}`;
  if (you.actions) return match.secret ? 'Choose in secret' : 'Your turn';
  if (you.seat !== null && match.seats[you.seat].choosing) return 'The computer is sealing its choice';
  const doing = match.secret ? 'choosing in secret' : 'choosing';
  return `${capital(choosing.join(' and '))} ${choosing.length > 1 ? 'are' : 'is'} ${doing}`;
}

/** @param {{view: View}} props */
function Result({ view }) {
  const { match, you } = view;
  return html`
    <section class="panel turn" aria-labelledby="turn-title">
      <div role="status">
        <h2 id="turn-title" tabindex="-1">${outcome(view)}</h2>
        ${reason(view) && html`<p class="note">${reason(view)}</p>`}
      </div>
      <div class="more">
        <a class="button primary" href=${`/review/${match.id}`}>Review</a>
        <a class="button" href=${`/api/matches/${match.id}/record`} download>Record</a>
        ${you.seat === null && html`<a class="button" href="/">Play</a>`}
      </div>
    </section>
  `;
}

/** @param {View} view */
function outcome({ match, you }) {
  const winner = match.result?.winner ?? null;
  if (winner === null) return match.result?.outcome === 'drawn' ? 'A draw' : 'Nobody has won';
  if (you.seat === null) return `${capital(shortName(match.seats[winner]))} has won`;
  return winner === you.seat ? 'You have won' : 'You have lost';
}

/** @param {View} view */
function reason({ match, you }) {
  const winner = match.result?.winner ?? null;
  const why = match.result?.reason;
  if (!why) return match.result?.lines.at(-1) ?? '';
  if (why === 'limit') return 'It had as many turns as a match may have.';
  if (winner === null) return 'Both ran out of time.';
  const loser = 1 - winner === you.seat ? 'You' : capital(shortName(match.seats[1 - winner]));
  return why === 'time' ? `${loser} ran out of time.` : `${loser} resigned.`;
}
