// A welcome for players who came by a link, and a field for their name.
/** @typedef {import('../types').View} View */
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { useAsk } from '../lib/ask.js';
import { get } from '../lib/http.js';
import { LONGEST_NAME, keepName, myName } from '../lib/mine.js';
import { Problem } from './frame.js';

/** Until the first choice. @param {{view: View, refresh: () => void}} props */
export function Welcome({ view, refresh }) {
  const { match, you } = view;
  const [tagline, setTagline] = useState('');
  const [shown, setShown] = useState(true);
  useEffect(() => {
    get(`games/${match.game}`).then((game) => setTagline(game.tagline), () => {}); // the rules have a page of their own
  }, []);
  const begun = you.seat === null || match.status === 'over' || match.turns.length > 1;
  if (!shown || begun) return null;
  const own = match.seats[Number(you.seat)];
  return html`<section class="panel welcome" aria-labelledby="welcome-title">
    <h2 id="welcome-title">You are ${own.role} in ${match.title}</h2>
    <p>${tagline} ${match.clock && clockText(match.clock)} <a href=${`/rules/${match.game}`} target="_blank">Rules (new tab)</a></p>
    <${NameForm} view=${view} refresh=${refresh} onDone=${() => setShown(false)} />
  </section>`;
}

/** @param {{start: number, increment: number}} clock */
function clockText({ start, increment }) {
  const more = increment ? ` and ${increment / 1_000} more seconds with each choice` : '';
  return `Each of you has ${start / 60_000} minutes${more}.`;
}

/** @param {{view: View, refresh: () => void, onDone?: () => void}} props */
export function NameForm({ view, refresh, onDone }) {
  const own = view.match.seats[Number(view.you.seat)];
  const [ask, error] = useAsk(view.match.id, refresh);
  const rename = async (/** @type {any} */ event) => {
    event.preventDefault();
    const name = String(new FormData(event.target).get('name')).trim();
    if (!(await ask('name', { name }))) return;
    keepName(name);
    onDone?.();
  };
  return html`
    <form class="row name" onSubmit=${rename}>
      <label>Your name${onDone && ' (optional)'}
        <input name="name" maxlength=${LONGEST_NAME} autocomplete="nickname" defaultValue=${own.name || myName()} />
      </label>
      <button>${onDone ? 'Continue' : 'Save'}</button>
    </form>
    <${Problem} text=${error} />
  `;
}

/** @param {{view: View, refresh: () => void}} props */
export function Settings({ view, refresh }) {
  const { match, you } = view;
  return html`
    <details class="panel">
      <summary>${you.seat === null ? 'Rules' : 'Your name, rules'}</summary>
      ${you.seat !== null && html`<${NameForm} view=${view} refresh=${refresh} />`}
      <p><a href=${`/rules/${match.game}`} target="_blank">Rules of ${match.title} (new tab)</a></p>
    </details>
  `;
}
