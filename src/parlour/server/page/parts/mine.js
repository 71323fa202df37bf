// The matches in which this browser has a seat.
/** @typedef {import('../types').View} View */
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { Refusal, get } from '../lib/http.js';
import { forget, myMatches } from '../lib/mine.js';
import { nameOf } from '../lib/words.js';

export function MyMatches() {
  const [views, setViews] = useState(/** @type {View[]} */ ([]));
  useEffect(() => {
    Promise.all(myMatches().map(viewOf)).then((found) => setViews(found.filter((view) => view !== null)));
  }, []);
  if (!views.length) return null;
  return html`<section class="mine panel" aria-labelledby="mine-title">
    <h2 id="mine-title">Your matches</h2>
    <ul class="matches">
      ${views.map(
        (view) => html`<li key=${view.match.id}>
          <a href=${`/m/${view.match.id}`}>${view.match.title}</a>
          <span class="note"> against ${nameOf(view.match.seats[1 - Number(view.you.seat)])}: </span>
          <b>${stateOf(view)}</b>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** The match, or null if it is gone or cannot be loaded now. @param {string} id @returns {Promise<View | null>} */
async function viewOf(id) {
  try {
    const view = await get(`matches/${id}`);
    return view.you.seat === null ? null : view;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) forget(id);
    return null;
  }
}

/** @param {View} view */
function stateOf({ match, you }) {
  if (match.status === 'waiting') return 'nobody has opened the link yet';
  if (match.status === 'running') return you.actions ? 'your turn' : 'waiting for the other choice';
  const winner = match.result?.winner ?? null;
  return winner === null ? 'over' : winner === you.seat ? 'won' : 'lost';
}
