// The games, and what you can do with each.
/** @typedef {import('../types').GameInfo} GameInfo */
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { explained, get } from '../lib/http.js';
import { Board } from '../parts/board.js';
import { DropZone } from '../parts/drop.js';
import { Frame, Loading, Problem } from '../parts/frame.js';
import { MyMatches } from '../parts/mine.js';
import { PublicMatches } from '../parts/public.js';
import { Setup } from '../parts/setup.js';

export function Page() {
  const [found, setFound] = useState(/** @type {{games: GameInfo[], players: Record<string, string>} | null} */ (null));
  const [error, setError] = useState('');
  const [setup, setSetup] = useState(/** @type {{game: GameInfo, opponent: string} | null} */ (null));
  useEffect(() => {
    get('games').then(setFound, (problem) => setError(explained(problem)));
  }, []);
  return html`
    <${Frame} title="Parlour" wide>
      <div class="hero">
        <h1>Two players, secret choices, exact answers</h1>
        <p>Play a friend by link or play the computer. In secret rounds, both choices are sealed before either is shown.
          Afterwards, the review says exactly what each choice was worth. No account.</p>
      </div>
      <${Problem} text=${error} />
      ${!found && !error && html`<${Loading} />`}
      <${MyMatches} />
      <div class="games">
        ${found?.games.map((game) => html`<${Card} key=${game.name} game=${game} onPlay=${(/** @type {string} */ opponent) => setSetup({ game, opponent })} />`)}
        ${found && html`<div class="card">
          <section aria-labelledby="watch-title"><h2 id="watch-title">Watch</h2><${PublicMatches} ...${found} /></section>
          <section aria-labelledby="review-title"><h2 id="review-title">Review</h2><${DropZone} /></section>
        </div>`}
      </div>
      ${setup && html`<${Setup} ...${setup} players=${found?.players} onClose=${() => setSetup(null)} />`}
    <//>
  `;
}

/** @param {{game: GameInfo, onPlay: (opponent: string) => void}} props */
function Card({ game, onPlay }) {
  const id = `game-${game.name}`;
  return html`
    <article class="card" aria-labelledby=${id}>
      <div class="picture"><${Board} scene=${game.scene} still /></div>
      <h2 id=${id}>${game.title}</h2>
      <p>${game.tagline}</p>
      <div class="row">
        <button class="primary" aria-describedby=${id} onClick=${() => onPlay('friend')}>Play a friend</button>
        <button aria-describedby=${id} onClick=${() => onPlay('computer')}>Play the computer</button>
      </div>
      <div class="row links">
        <a href=${`/explore/${game.name}`} aria-describedby=${id}>Explore</a>
        <a href=${`/rules/${game.name}`} aria-describedby=${id}>Rules</a>
      </div>
    </article>
  `;
}
