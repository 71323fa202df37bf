// Offers between the players, resigning, and the own name.
/** @typedef {import('../types').View} View */
import { html, useState } from '../vendor/preact-htm.js';
import { explained, post } from '../lib/http.js';
import { shortName } from '../lib/words.js';
import { Problem } from './frame.js';

const OFFERS = { 'take-back': 'to take back the last choice', rematch: 'a rematch with swapped seats' };

/** @param {{view: View, refresh: () => void}} props */
export function Offers({ view, refresh }) {
  const { match, you } = view;
  const [error, setError] = useState('');
  const [leaving, setLeaving] = useState(false);
  const ask = async (/** @type {string} */ what, body = {}) => {
    setLeaving(false);
    try {
      const answer = await post(`matches/${match.id}/${what}`, body);
      setError('');
      refresh();
      return answer;
    } catch (problem) {
      setError(explained(problem));
      return null;
    }
  };
  const follow = async () => {
    const answer = await ask('follow');
    if (!answer) return;
    if (answer.seat !== null) localStorage.setItem(`parlour seat ${answer.id}`, String(answer.seat));
    location.assign(`/m/${answer.id}`);
  };

  if (match.next) {
    return html`<section class="panel" aria-label="Rematch">
      <p role="status">The rematch is ready.</p>
      <button class="primary" onClick=${follow}>Go to the rematch</button><${Problem} text=${error} />
    </section>`;
  }
  if (you.seat === null || match.status === 'waiting') return null;
  const over = match.status === 'over';
  const kind = over ? 'rematch' : 'take-back';
  const mine = match.seats[you.seat].offer;
  const other = match.seats[1 - you.seat];
  return html`
    <section class=${mine || other.offer ? 'panel' : ''} aria-label="Offers">
      <div role="status">
        ${other.offer && html`<p>${shortName(other)} offers ${OFFERS[/** @type {keyof typeof OFFERS} */ (other.offer)]}.</p>`}
        ${mine && html`<p>You have offered ${OFFERS[/** @type {keyof typeof OFFERS} */ (mine)]}.</p>`}
      </div>
      <div class="more">
        ${other.offer
          ? html`<button class="primary" onClick=${() => ask('offer', { kind: other.offer })}>Accept</button>
              <button onClick=${() => ask('decline')}>Decline</button>`
          : mine
            ? html`<button onClick=${() => ask('decline')}>Withdraw</button>`
            : html`<button onClick=${() => ask('offer', { kind })} disabled=${!over && !canTakeBack(view)}>
                ${over ? 'Rematch' : other.kind === 'computer' ? 'Take back' : 'Offer to take back'}
              </button>`}
        ${!over && !leaving && html`<button onClick=${() => setLeaving(true)}>Resign</button>`}
        ${!over && leaving &&
        html`<button class="primary" onClick=${() => ask('resign')}>Yes, resign</button>
          <button onClick=${() => setLeaving(false)}>Play on</button>`}
      </div>
      <${Problem} text=${error} />
    </section>
  `;
}

/** @param {View} view */
function canTakeBack({ match, you }) {
  const seat = Number(you.seat);
  return match.seats[seat].chosen || match.history.some((entry) => entry.actors.includes(seat));
}

/** @param {{view: View, refresh: () => void}} props */
export function Settings({ view, refresh }) {
  const { match, you } = view;
  const [error, setError] = useState('');
  const own = you.seat === null ? null : match.seats[you.seat];
  const rename = async (/** @type {any} */ event) => {
    event.preventDefault();
    const name = String(new FormData(event.target).get('name')).trim();
    try {
      await post(`matches/${match.id}/name`, { name });
      localStorage.setItem('parlour name', name);
      setError('');
      refresh();
    } catch (problem) {
      setError(explained(problem));
    }
  };
  return html`
    <details class="panel">
      <summary>${own ? 'Your name, rules' : 'Rules'}</summary>
      ${own &&
      html`<form class="row" onSubmit=${rename}>
        <label>Your name <input name="name" maxlength="30" autocomplete="nickname" value=${own.name || (localStorage.getItem('parlour name') ?? '')} /></label>
        <button>Save</button>
      </form>`}
      <${Problem} text=${error} />
      <p><a href=${`/rules/${match.game}`} target="_blank">Rules of ${match.title} (new tab)</a></p>
    </details>
  `;
}
