// A match: enter by the link, then play or watch.
/** @typedef {import('../types').View} View @typedef {import('../lib/live.js').Link} Link */
import { html, useEffect, useMemo, useRef, useState } from '../vendor/preact-htm.js';
import { Refusal, explained, get, post } from '../lib/http.js';
import { Connection } from '../lib/live.js';
import { hasSeat, keepName, keepSeat, myName } from '../lib/mine.js';
import { Witness, randomHex } from '../lib/seals.js';
import { Frame, Loading, Problem } from '../parts/frame.js';
import { Play } from '../parts/play.js';
import { keepLinks } from '../parts/setup.js';

// A link that is pasted into a tab with the same match changes only the secret, which loads nothing by itself.
addEventListener('hashchange', () => {
  if (location.hash.length > '#main'.length) location.reload();
});

/** @param {{name: string}} props the id of the match */
export function Page({ name: id }) {
  const [entered, setEntered] = useState(false);
  const [arrived, setArrived] = useState(false);
  const [question, setQuestion] = useState('');
  const [error, setError] = useState(/** @type {unknown} */ (null));

  const enter = async (/** @type {string} */ secret) => {
    setQuestion('');
    setError(null);
    try {
      if (secret) {
        const { seat, secret: kept } = await post(`matches/${id}/join`, { secret, own: ownSecret(id), name: myName() });
        keepSeat(id, seat);
        if (kept) keepLinks(id, { you: `/m/${id}#${kept}` });
        setArrived(seat !== null);
      }
      history.replaceState(null, '', location.pathname); // the secret of a seat must not stay in the address
      setEntered(true);
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 400) keepName(''); // it may be the name: try again without
      setError(problem);
    }
  };

  useEffect(() => {
    const secret = location.hash.slice(1);
    if (secret && hasSeat(id)) setQuestion(secret);
    else enter(secret);
  }, [id]);

  if (question) return html`<${AlreadySeated} onStay=${() => enter('')} onSwitch=${() => enter(question)} />`;
  if (error) return html`<${Refused} ...${{ id, error }} onRetry=${() => enter(location.hash.slice(1))} onWatch=${() => enter('')} />`;
  return entered ? html`<${Live} id=${id} arrived=${arrived} />` : html`<${Frame} title="Match"><${Loading} what="Entering" /><//>`;
}

/**
 * The secret that this tab makes up for the seat of an invitation, which takes its seat only once. It is kept, so that
 * the same secret is sent again if the answer is lost.
 * @param {string} id
 */
function ownSecret(id) {
  const key = `parlour own ${id}`;
  const own = sessionStorage.getItem(key) ?? randomHex(16);
  sessionStorage.setItem(key, own);
  return own;
}

/** @param {{id: string, error: unknown, onRetry: () => void, onWatch: () => void}} props */
function Refused({ id, error, onRetry, onWatch }) {
  if (error instanceof Refusal && error.status === 409) return html`<${Used} id=${id} onWatch=${onWatch} />`;
  const wrong = error instanceof Refusal && error.status === 404;
  return html`<${Frame} title="Match">
    <h1>${wrong ? 'This link does not work' : 'The match could not be opened'}</h1>
    <${Problem} text=${explained(error)} />
    ${wrong ? html`<${Help} />` : html`<button class="primary" onClick=${onRetry}>Try again</button>`}
  <//>`;
}

/** An invitation that has taken its seat. A used one is no link to watch: only a public match needs none. */
/** @param {{id: string, onWatch: () => void}} props */
function Used({ id, onWatch }) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    get(`matches/${id}`).then(() => setVisible(true), () => {}); // it stays hidden from whoever may not see the match
  }, [id]);
  return html`<${Frame} title="Match">
    <h1>Somebody plays here already</h1>
    <p>This link has been used. If it was not you, ask whoever sent it for a new one. On your own second device, open
      the link “Your own link, for another device”, which the page of the match shows on the first.</p>
    ${visible
      ? html`<button class="primary" onClick=${onWatch}>Watch the match</button>`
      : html`<p>To watch, ask whoever created the match for the “Link to watch”.</p>`}
  <//>`;
}

/** Opening the other player's link in the same browser would give up your seat. */
/** @param {{onStay: () => void, onSwitch: () => void}} props */
function AlreadySeated({ onStay, onSwitch }) {
  return html`<${Frame} title="Match">
    <h1>You already play in this match</h1>
    <p>This link may belong to another seat. A browser can have only one seat in a match; send the link to the other
      player instead.</p>
    <div class="row">
      <button class="primary" onClick=${onStay}>Go to my seat</button>
      <button onClick=${onSwitch}>Use this link here</button>
    </div>
  <//>`;
}

function Help() {
  return html`<p>Ask for the whole link again; the part after “#” belongs to it. Matches that nobody finishes are removed
    after two weeks. <a href="/">Play something else</a></p>`;
}

/** @param {{id: string, arrived: boolean}} props */
function Live({ id, arrived }) {
  const [state, setState] = useState(/** @type {{view: View, received: number} | null} */ (null));
  const [link, setLink] = useState(/** @type {Link} */ ('polling'));
  const witness = useMemo(() => new Witness(id), [id]);
  const connection = useRef(/** @type {Connection | null} */ (null));
  useEffect(() => {
    const take = (/** @type {View} */ view) => {
      witness.watch(view);
      setState({ view, received: performance.now() });
    };
    connection.current = new Connection(id, take, setLink);
    return () => connection.current?.close();
  }, [id]);

  if (link === 'refused') {
    return html`<${Frame} title="Match"><h1>You cannot see this match</h1>
      <p>It is not public, and this browser has no link to it.</p><${Help} /><//>`;
  }
  const title = state ? `${callFor(state.view)}${state.view.match.title}` : 'Match';
  return html`<${Frame} title=${title} wide>
    ${state
      ? html`<${Play} ...${state} witness=${witness} link=${link} arrived=${arrived} refresh=${() => connection.current?.read()} />`
      : html`<${Loading} what=${link === 'lost' ? 'The server cannot be reached. Trying again' : 'Loading'} />`}
  <//>`;
}

/** What the title of the tab says to a player who looks elsewhere. @param {View} view */
function callFor({ match, you }) {
  if (you.seat !== null && match.seats[1 - you.seat].offer) return 'Offer: ';
  return you.actions ? 'Your turn: ' : '';
}
