// The rules of a game, as its RULES.md says them.
/** @typedef {import('../types').Element} Block */
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { explained, get } from '../lib/http.js';
import { Board } from '../parts/board.js';
import { Frame, Loading, Problem } from '../parts/frame.js';

const ALLOWED = new Set('h1 h2 h3 h4 p ul ol li strong em code pre table thead tbody tr th td blockquote hr br'.split(' '));

/** @param {{name: string}} props */
export function Page({ name }) {
  const [game, setGame] = useState(/** @type {any} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    get(`games/${name}`).then(setGame, (problem) => setError(explained(problem)));
  }, [name]);
  if (!game) return html`<${Frame} title="Rules"><h1>Rules</h1>${error ? html`<${Problem} text=${error} />` : html`<${Loading} />`}<//>`;
  return html`
    <${Frame} title=${`Rules of ${game.title}`}>
      <article class="rulebook">
        ${game.rulebook.slice(0, 1).map(element)}
        <div class="picture"><${Board} scene=${game.scene} still /></div>
        ${game.rulebook.slice(1).map(element)}
      </article>
      <p class="row links"><a href="/">Play</a> <a href=${`/explore/${name}`}>Explore ${game.title}</a></p>
    <//>
  `;
}

/** Only elements that a text needs; anything else becomes its text. @param {Block | string} block @returns {any} */
function element(block) {
  if (typeof block === 'string') return block;
  const children = block.children.map(element);
  return ALLOWED.has(block.tag) ? html`<${block.tag}>${children}<//>` : children;
}
