// The public matches, as a list.
/** @typedef {import('../types').GameInfo} GameInfo */
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { explained, get } from '../lib/http.js';
import { computerName } from '../lib/words.js';
import { Loading, Problem } from './frame.js';

const AGAIN = 15_000; // milliseconds

/** @param {{games: GameInfo[], players: Record<string, string>}} props */
export function PublicMatches({ games, players }) {
  const [matches, setMatches] = useState(/** @type {any[] | null} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    const read = () => get('matches').then((found) => setMatches(found.matches), (problem) => setError(explained(problem)));
    read();
    const timer = setInterval(read, AGAIN);
    return () => clearInterval(timer);
  }, []);
  if (error) return html`<${Problem} text=${error} />`;
  if (!matches) return html`<${Loading} />`;
  if (!matches.length) return html`<p class="note">Nobody is playing in public at the moment.</p>`;
  const title = (/** @type {string} */ name) => games.find((game) => game.name === name)?.title ?? name;
  return html`<ul class="matches">
    ${matches.map(
      (match) => html`<li key=${match.id}>
        <a href=${`/m/${match.id}`}>${match.names.map((/** @type {string} */ name) => (Object.hasOwn(players, name) ? computerName(name) : name)).join(' – ')}</a>
        <span class="note"> ${title(match.game)}, turn ${match.turn}</span>
      </li>`,
    )}
  </ul>`;
}
