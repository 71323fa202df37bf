// Controls besides choosing: offers, and resigning.
/** @typedef {import('../types').View} View */
import { html, useState } from '../vendor/preact-htm.js';
import { useAsk } from '../lib/ask.js';
import { agree } from '../lib/seals.js';
import { Problem } from './frame.js';

/** @param {{view: View, refresh: () => void}} props */
export function Offers({ view, refresh }) {
  const { match, you } = view;
  const [ask, error] = useAsk(match.id, refresh);
  const [leaving, setLeaving] = useState(false);
  if (you.seat === null || match.status === 'waiting' || match.next) return null;
  const over = match.status === 'over';
  const kind = over ? 'rematch' : 'take-back';
  const other = match.seats[1 - you.seat];
  const offered = match.seats.some((seat) => seat.offer);
  const offer = () => {
    if (!over) agree(match.id, match.taken_back);
    ask('offer', { kind, turn: match.turn, taken_back: match.taken_back });
  };
  const resign = () => {
    setLeaving(false);
    ask('resign');
  };
  return html`
    <section aria-label="Offers">
      <div class="more">
        <button onClick=${offer} disabled=${offered || (!over && !canTakeBack(view))}>
          ${over ? 'Rematch' : other.kind === 'computer' ? 'Take back' : 'Offer to take back'}
        </button>
        ${!over &&
        // A second tap at the same place takes the first one back.
        html`<button aria-expanded=${String(leaving)} onClick=${() => setLeaving(!leaving)}>${leaving ? 'Play on' : 'Resign'}</button>
          ${leaving && html`<button class="danger" onClick=${resign}>Yes, resign</button>`}`}
      </div>
      <${Problem} text=${error} />
    </section>
  `;
}

/** @param {View} view */
function canTakeBack({ match, you }) {
  const seat = Number(you.seat);
  return match.seats[seat].chosen || match.turns.some((entry) => entry.actors.includes(seat));
}
