// The history of a match: the last reveal in large, all turns in small, each with its proof.
/** @typedef {import('../types').MatchInfo} MatchInfo @typedef {import('../types').PastTurn} PastTurn */
/** @typedef {import('../lib/seals.js').Witness} Witness */
import { html, useEffect, useRef } from '../vendor/preact-htm.js';
import { save } from '../lib/save.js';
import { nameOf, shortName, telling } from '../lib/words.js';
import { Mark } from './frame.js';

const PROOFS = { proved: '✓ proved', opened: '✓ opened', again: '⚠ played again', broken: '✗ not what was sealed' };

/** @param {{match: MatchInfo}} props */
export function LastTurn({ match }) {
  const entry = match.turns[match.turns.length - 1];
  if (!entry) return null;
  return html`
    <div class="panel" key=${`${entry.number}/${entry.taken_back}`}>
      <h2>Turn ${entry.number}</h2>
      <ul class="reveal" aria-hidden="true">
        ${entry.actors.map(
          (seat, index) => html`<li key=${seat} class=${seat === 0 ? 'style-first' : 'style-second'}>
            <small>${nameOf(match.seats[seat])}</small>${entry.labels[index]}
          </li>`,
        )}
      </ul>
      <ul class="events">${telling(entry.events).map((line, index) => html`<li key=${index}>${line}</li>`)}</ul>
    </div>
  `;
}

/** An earlier board. On a phone, the history is far below. */
/** @param {{match: MatchInfo, number: number, onClose: () => void}} props */
export function Past({ match, number, onClose }) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  return html`<div class="past">
    <img
      class="board"
      src=${`/api/matches/${match.id}/picture/${number}?theme=${theme}`}
      alt=${`The board after turn ${number}`}
      onLoad=${(/** @type {any} */ event) => event.target.parentElement.scrollIntoView({ block: 'nearest' })}
    />
    <button class="primary" onClick=${onClose}>Back to now</button>
  </div>`;
}

/**
 * @param {{match: MatchInfo, witness: Witness, past: number | null, onPast: (number: number) => void}} props
 * `past` is the turn after which the board is shown
 */
export function History({ match, witness, past, onPast }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [match.turns.length]);
  if (!match.turns.length) return html`<${Again} match=${match} />`;
  const proofs = match.turns.map((entry) => witness.judge(entry));
  return html`
    <section class="panel" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      <${Again} match=${match} />
      ${proofs.includes('broken') &&
      html`<p class="alarm" role="alert">
        A choice that was revealed is not the one that was sealed. Somebody has changed it; do not trust this server.
      </p>`}
      ${proofs.includes('again') &&
      html`<p class="alarm" role="alert">
        A turn was played again, although nobody in this browser agreed to take it back. Ask the host why, unless you
        agreed on another device.
      </p>`}
      <ol class=${`history${proofs.some(Boolean) ? ' proofs' : ''}`} ref=${list} tabindex="0" aria-label="Turns">
        ${match.turns.map((entry, index) => html`<${Row} key=${index} ...${{ entry, match, past, onPast }} proof=${proofs[index]} />`)}
      </ol>
      ${proofs.some(Boolean) && html`<${Explanation} match=${match} witness=${witness} />`}
    </section>
  `;
}

const REASONS = { key: 'could not read a sealed choice', restore: 'was restored from a backup' };

/** What the server says of itself: why it asked players again. @param {{match: MatchInfo}} props */
function Again({ match }) {
  return Object.entries(REASONS).map(([reason, text]) => {
    const turns = match.voided.filter((each) => each.reason === reason).map((each) => each.turn);
    if (!turns.length) return null;
    return html`<p key=${reason} class="alarm" role="alert">
      The server ${text} and asked again (${turns.length === 1 ? 'once' : `${turns.length} times`}, turn
      ${' '}${[...new Set(turns)].join(', ')}). Ask the host why.
    </p>`;
  });
}

/**
 * @param {{
 *   entry: PastTurn, match: MatchInfo, proof: import('../lib/seals.js').Proof | null,
 *   past: number | null, onPast: (number: number) => void,
 * }} props
 */
function Row({ entry, match, proof, past, onPast }) {
  return html`<li>
    <button
      aria-label=${`Show the board after turn ${entry.number}`}
      aria-pressed=${String(past === entry.number)}
      onClick=${() => onPast(entry.number)}
    >${entry.number}.</button>
    <span class="choices">
      ${entry.actors.map(
        (seat, index) => html`<span key=${seat} class=${seat ? 'second' : 'first'}>
          <${Mark} seat=${seat} /><span class="hidden">${shortName(match.seats[seat])}: </span>${entry.labels[index]}
        </span>`,
      )}
    </span>
    ${proof && html`<span class=${`proof ${proof}`}>${PROOFS[proof]}</span>`}
  </li>`;
}

/** @param {{match: MatchInfo, witness: Witness}} props */
function Explanation({ match, witness }) {
  const keep = () => save(`${match.game}-${match.id}-seen.txt`, 'text/plain', witness.noted(match.turns));
  return html`<details>
    <summary>What does “proved” mean?</summary>
    <p class="note">
      When the first choice of a secret round is sealed, the server publishes its fingerprint (SHA-256 with a random
      number), which reveals nothing about the choice and fits no other. The second choice triggers the reveal. This
      page kept the fingerprints that it saw before the reveal and has checked them since: the choice that was sealed
      first has not changed, nor has your own, and the computer chose before you did. “Opened” means that the
      fingerprint fits, but this page was not open before the reveal. None of this hides a choice from the host of this
      server, who can read what it stores.
    </p>
    <p class="note">To check it with a program of your own, save the record and the fingerprints, and run
      <code> parlour verify RECORD --seen FINGERPRINTS</code>.</p>
    <button onClick=${keep}>Save the fingerprints</button>
  </details>`;
}
