// Any position of any variant: its value, perfect play, the outcomes of all pairs, and how to play on from it.
/** @typedef {import('../types').Position} Position @typedef {import('../types').GameInfo} GameInfo */
/** @typedef {import('../types').Choices} Choices @typedef {import('../types').Rules} Rules */
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { explained, get, post } from '../lib/http.js';
import { packed, rulesText, unpacked } from '../lib/words.js';
import { Board } from '../parts/board.js';
import { Frame, Loading, Problem } from '../parts/frame.js';
import { Matrix } from '../parts/matrix.js';
import { Mix } from '../parts/mix.js';
import { RuleFields, Setup, chosenRules } from '../parts/setup.js';
import { Value, ValueNote, WithBar } from '../parts/value.js';

/** Where we are: it stands in the address, so that the browser's back button and bookmarks work. */
/** @returns {{rules: Rules, turns: Choices[]}} */
function place() {
  try {
    const { rules, turns } = unpacked(location.hash.slice(1));
    return { rules: rules ?? {}, turns: turns ?? [] };
  } catch {
    return { rules: {}, turns: [] };
  }
}

/** @param {{name: string}} props the name of the game */
export function Page({ name }) {
  const [at, setAt] = useState(place);
  const [shown, setShown] = useState(/** @type {{position: Position, at: ReturnType<typeof place>} | null} */ (null));
  const [catalogue, setCatalogue] = useState(/** @type {{games: GameInfo[], players: Record<string, string>} | null} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    get('games').then(setCatalogue, (problem) => setError(explained(problem)));
    const moved = () => setAt(place());
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);
  useEffect(() => {
    let current = true;
    setError('');
    const found = (/** @type {Position} */ position) => current && setShown({ position, at });
    post('explore', { game: name, ...at }).then(found, (problem) => current && setError(explained(problem)));
    return () => {
      current = false;
    };
  }, [name, at]);
  const go = (/** @type {Rules} */ rules, /** @type {Choices[]} */ turns) => {
    history.pushState(null, '', `#${packed({ rules, turns })}`);
    setAt({ rules, turns });
  };
  const game = catalogue?.games.find((each) => each.name === name);
  const title = `Explore ${game?.title ?? name}`;
  return html`
    <${Frame} title=${title} wide>
      <div class="row"><h1 class="title">${title}</h1>${shown?.at !== at && !error && html`<${Loading} what="Solving" />`}</div>
      <${Problem} text=${error} />
      ${!shown && !error && game && !at.turns.length && !Object.keys(at.rules).length &&
      html`<div class="table"><section class="play" aria-label="Board"><${Board} scene=${game.scene} /></section></div>`}
      ${shown && game && html`<${Explorer} key=${packed(shown.at)} ...${{ ...shown, game, go }} players=${catalogue?.players} />`}
      ${error && !shown && html`<p><a href=${`/explore/${name}`}>Start from the beginning</a> or <a href="/">choose a game</a>.</p>`}
    <//>
  `;
}

/**
 * @param {{
 *   position: Position, game: GameInfo, players: Record<string, string>, at: {rules: Rules, turns: Choices[]},
 *   go: (rules: Rules, turns: Choices[]) => void,
 * }} props
 */
function Explorer({ position, game, players, at, go }) {
  const [picked, setPicked] = useState(/** @type {(number | null)[]} */ ([null, null]));
  const [playing, setPlaying] = useState(false);
  const actors = position.players.map((each) => each.player);
  const take = (/** @type {(number | null)[]} */ pair) => {
    setPicked(pair);
    if (actors.some((seat) => pair[seat] === null)) return;
    go(at.rules, [...at.turns, actors.map((seat) => Number(pair[seat]))]);
  };
  const pick = (/** @type {number} */ seat, /** @type {number} */ action) => take(picked.map((old, index) => (index === seat ? action : old)));
  const sides = [0, 1].map((seat) => position.players.find((each) => each.player === seat)?.actions ?? []);
  return html`
    <div class="table">
      <div class="left">
        <section class="play" aria-label="Board">
          <${WithBar} value=${position.value}>
            <${Board} scene=${position.scene} canPick=${(/** @type {number} */ seat) => actors.includes(seat)} onPick=${pick} picked=${picked} />
          <//>
        </section>
        <section class="panel stack" aria-label="Value">
          <div role="status"><${Value} value=${position.value} bounds=${position.bounds} names=${position.roles} /></div>
          <div class="more">
            <button disabled=${!at.turns.length} onClick=${() => go(at.rules, at.turns.slice(0, -1))}>Back</button>
            <button disabled=${!at.turns.length} onClick=${() => go(at.rules, [])}>Beginning</button>
            <button class="primary" disabled=${position.over} onClick=${() => setPlaying(true)}>Play on from here</button>
          </div>
          <p class="note">
            ${!position.over && html`Turn ${at.turns.length + 1}. ${actors.length === 2 ? 'Choose for both players. ' : ''}`}
            Rules: ${rulesText(position.rules)}.
          </p>
        </section>
        ${position.matrix && actors.length === 2 &&
        html`<section class="panel" aria-labelledby="matrix-title">
          <h2 id="matrix-title">Outcomes</h2>
          <${Matrix} matrix=${position.matrix} rows=${sides[0]} columns=${sides[1]} names=${position.roles} onPair=${(/** @type {number} */ one, /** @type {number} */ two) => take([one, two])} />
        </section>`}
      </div>
      <div class="side">
        ${position.players.map(
          (each) => html`<section class="panel" key=${each.player} aria-label=${position.roles[each.player]}>
            <${Mix}
              seat=${each.player}
              name=${position.roles[each.player]}
              rows=${each.actions.map((row) => ({ ...row, chance: each.best.find((best) => best.action === row.action)?.chance ?? 0 }))}
              taken=${picked[each.player]}
              onPick=${(/** @type {number} */ action) => pick(each.player, action)}
            />
          </section>`,
        )}
        ${position.over && html`<p class="panel">The game is over here.</p>`}
        <${Variant} game=${game} rules=${position.rules} go=${go} />
        <${ValueNote} names=${position.roles} />
      </div>
    </div>
    ${playing && html`<${Setup} game=${game} players=${players} opponent="computer" rules=${position.rules} turns=${at.turns} onClose=${() => setPlaying(false)} />`}
  `;
}

/** @param {{game: GameInfo, rules: Rules, go: (rules: Rules, turns: Choices[]) => void}} props */
function Variant({ game, rules, go }) {
  const change = (/** @type {any} */ event) => {
    event.preventDefault();
    go(/** @type {Rules} */ (chosenRules(game, new FormData(event.target))), []);
  };
  return html`<form class="panel" onSubmit=${change}>
    <${RuleFields} game=${{ ...game, rules }} action=${html`<button>Explore this variant</button>`} />
  </form>`;
}
