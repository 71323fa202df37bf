// The page of public matches.
/** @typedef {import('../types').GameInfo} GameInfo */
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { explained, get } from '../lib/http.js';
import { Frame, Loading, Problem } from '../parts/frame.js';
import { PublicMatches } from '../parts/public.js';

export function Page() {
  const [found, setFound] = useState(/** @type {{games: GameInfo[], players: Record<string, string>} | null} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    get('games').then(setFound, (problem) => setError(explained(problem)));
  }, []);
  return html`
    <${Frame} title="Watch">
      <h1>Watch</h1>
      <p>These matches are public. You see what both players see of the board, and never a choice before it is revealed.
        For any other match you need its link for spectators, which the player who created it has.</p>
      <${Problem} text=${error} />
      ${found ? html`<${PublicMatches} ...${found} />` : !error && html`<${Loading} />`}
    <//>
  `;
}
