// A match against the exact solution: of a match on this server, of a record file, or of a shared link.
/** @typedef {import('../types').ReviewData} ReviewData */
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { Refusal, explained, get, post } from '../lib/http.js';
import { hasSeat } from '../lib/mine.js';
import { computerName, unpacked } from '../lib/words.js';
import { DropZone, droppedRecord } from '../parts/drop.js';
import { Frame, Loading, Problem } from '../parts/frame.js';
import { Review, sharedLink } from '../parts/review.js';

/** @param {{name?: string}} props the id of the match; without it, a shared link or a record that was dropped */
export function Page({ name: id }) {
  const [data, setData] = useState(/** @type {ReviewData | null} */ (null));
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(true);
  const show = async (/** @type {Promise<ReviewData> | null} */ request) => {
    setError('');
    setData(null);
    setBusy(Boolean(request));
    try {
      const found = request && (await named(request));
      setData(found);
      if (found && !id) history.replaceState(null, '', sharedLink(found)); // it can be loaded again
    } catch (problem) {
      setError(explained(problem));
    }
    setBusy(false);
  };
  useEffect(() => {
    show(wanted(id));
  }, [id]);
  const title = data ? `Review: ${data.title}` : 'Review';
  return html`
    <${Frame} title=${title} wide=${Boolean(data)}>
      <h1 class="title">${title}</h1>
      <${Problem} text=${error} />
      ${busy && html`<${Loading} what="Comparing with the exact solution" />`}
      ${data && html`<${Review} data=${data} id=${id} />`}
      ${!data && !busy &&
      html`<p>See the loss of each choice of a match against perfect play, the luck, and the turning point.</p>`}
      ${!id && !busy && html`<section class="another" aria-label="Record">
        ${data && html`<h2>Another record</h2>`}
        <${DropZone} onRecord=${(/** @type {string} */ text) => show(post('review', { record: text }))} />
      </section>`}
    <//>
  `;
}

/** The review with computer players named as in a match. @param {Promise<ReviewData>} request */
async function named(request) {
  const [data, { players }] = await Promise.all([request, get('games')]);
  return { ...data, seats: data.seats.map((seat) => (Object.hasOwn(players, seat) ? computerName(seat) : seat)) };
}

/** @param {string | undefined} id @returns {Promise<ReviewData> | null} */
function wanted(id) {
  if (id) return entered(id).then(() => get(`matches/${id}/review`));
  if (location.hash.length > 1) return shared(location.hash.slice(1));
  const record = droppedRecord();
  return record ? post('review', { record }) : null;
}

/** A link to a review may bring the spectators' secret with it. @param {string} id */
async function entered(id) {
  const secret = location.hash.slice(1);
  if (!secret) return;
  if (!hasSeat(id)) await post(`matches/${id}/join`, { secret });
  history.replaceState(null, '', location.pathname);
}

/** A shared link holds the whole match. @param {string} text @returns {Promise<ReviewData>} */
async function shared(text) {
  let match;
  try {
    match = unpacked(text);
  } catch {
    throw new Refusal(400, 'this link is damaged; ask for it again');
  }
  const { game, rules, turns, seats, result, decisions } = match; // an older link has decisions, which the server refuses
  return post('review', { game, rules, turns, seats, result, decisions });
}
