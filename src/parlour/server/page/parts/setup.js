// The dialog that starts a match: against whom, in which seat, with which rules, with or without a clock.
/** @typedef {import('../types').Element} Block */
/** @typedef {import('../types').GameInfo} GameInfo @typedef {import('../types').Choices} Choices */
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { explained, get, post } from '../lib/http.js';
import { LONGEST_NAME, keepName, keepSeat, myName } from '../lib/mine.js';
import { ruleName } from '../lib/words.js';
import { Problem } from './frame.js';

const FRIEND = 'friend';

/** What the creator of a match keeps: the links, for this tab only. @param {string} id */
export function linksOf(id) {
  return JSON.parse(sessionStorage.getItem(`parlour links ${id}`) ?? '{}');
}

/** @param {string} id @param {object} links */
export function keepLinks(id, links) {
  sessionStorage.setItem(`parlour links ${id}`, JSON.stringify({ ...linksOf(id), ...links }));
}

/** Create a match and go there. @param {object} wanted */
export async function create(wanted) {
  const made = await post('matches', wanted);
  keepLinks(made.id, made.links);
  keepSeat(made.id, made.seat);
  location.assign(`/m/${made.id}`);
}

/**
 * @param {{
 *   game: GameInfo, players: Record<string, string>, opponent: string, rules?: import('../types').Rules,
 *   turns?: Choices[], onClose: () => void,
 * }} props `turns` lead to the position to continue from, and then the rules are fixed
 */
export function Setup({ game, players, opponent, rules, turns, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const friend = opponent === FRIEND;
  useEffect(() => {
    dialog.current?.showModal();
    /** @type {HTMLElement | null | undefined} */ (dialog.current?.querySelector('input:checked'))?.focus();
  }, []);

  const start = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const name = String(form.get('name') ?? '').trim();
    setBusy(true);
    setError('');
    try {
      await create({
        game: game.name,
        rules: rules ?? chosenRules(game, form),
        seat: form.get('seat'),
        opponent: friend ? FRIEND : form.get('player'),
        name,
        clock: form.get('clock') ? { minutes: Number(form.get('minutes')), increment: Number(form.get('increment')) } : null,
        public: form.get('public') === 'on',
        turns: turns ?? [],
      });
      keepName(name);
    } catch (problem) {
      setError(explained(problem));
      setBusy(false);
    }
  };

  return html`
    <dialog ref=${dialog} class="setup" aria-labelledby="setup-title" onClose=${onClose}>
      <form onSubmit=${start}>
        <h2 id="setup-title">${game.title}: ${friend ? 'play a friend' : 'play the computer'}</h2>
        ${!friend && html`<${Opponents} game=${game} players=${players} />`}
        <${Seats} roles=${game.roles} />
        <label>Your name (optional)
          <input name="name" maxlength=${LONGEST_NAME} autocomplete="nickname" defaultValue=${myName()} />
        </label>
        <${Clock} />
        ${!rules && html`<${RuleFields} game=${game} />`}
        <label class="check"><input type="checkbox" name="public" /> Anybody may watch</label>
        <${Problem} text=${error} />
        <div class="row end">
          <button type="button" onClick=${() => dialog.current?.close()}>Cancel</button>
          <button class="primary" disabled=${busy}>${busy ? 'Starting…' : friend ? 'Create a link' : 'Start'}</button>
        </div>
      </form>
    </dialog>
  `;
}

/** @param {GameInfo} game @param {FormData} form */
export function chosenRules(game, form) {
  const value = (/** @type {string} */ name) =>
    typeof game.rules[name] === 'number' ? Number(form.get(`rule-${name}`)) : form.get(`rule-${name}`);
  return Object.fromEntries(Object.keys(game.rules).map((name) => [name, value(name)]));
}

/** The built-in players, and the bots that are connected. @param {{game: GameInfo, players: Record<string, string>}} props */
function Opponents({ game, players }) {
  const [bots, setBots] = useState(/** @type {[string, string][]} */ ([]));
  useEffect(() => {
    const found = (/** @type {{bots: {name: string, games: string[]}[]}} */ answer) =>
      setBots(answer.bots.filter((bot) => bot.games.includes(game.name)).map((bot) => [`bot:${bot.name}`, 'a bot that is connected now']));
    get('bots').then(found, () => {}); // without them, the built-in players are left
  }, []);
  return html`<fieldset>
    <legend>Computer player</legend>
    ${[...Object.entries(players), ...bots].map(
      ([name, about]) => html`
        <label class="check" key=${name}>
          <input type="radio" name="player" value=${name} defaultChecked=${name === 'medium'} />
          <span><b>${name.replace('bot:', '')}</b> <span class="note">${about}</span></span>
        </label>
      `,
    )}
  </fieldset>`;
}

/** @param {{roles: string[]}} props */
function Seats({ roles }) {
  const seats = [['random', 'Either'], ['first', roles[0]], ['second', roles[1]]];
  return html`<fieldset>
    <legend>Your seat</legend>
    <div class="row">
      ${seats.map(
        ([value, label]) => html`
          <label class="check" key=${value}>
            <input type="radio" name="seat" value=${value} defaultChecked=${value === 'random'} /> ${label}
          </label>
        `,
      )}
    </div>
  </fieldset>`;
}

function Clock() {
  const [on, setOn] = useState(false);
  return html`<fieldset>
    <legend>Clock</legend>
    <label class="check">
      <input type="checkbox" name="clock" onInput=${(/** @type {any} */ event) => setOn(event.target.checked)} /> Play with a clock
    </label>
    ${on &&
    html`<div class="row">
      <label>Minutes each <input type="number" name="minutes" min="1" max="1440" defaultValue="5" required /></label>
      <label>Seconds added with each choice <input type="number" name="increment" min="0" max="600" defaultValue="3" required /></label>
    </div>`}
  </fieldset>`;
}

/** @param {number | string} value @param {(number | string)[]} allowed @param {string} [meaning] */
function aboutRule(value, allowed, meaning = '') {
  const range = typeof value === 'number' ? `${allowed[0]} to ${allowed[1]}` : '';
  return [meaning, range].filter(Boolean).join('; ');
}

/** What a rulebook says about each rule, in its table of parameters. */
/** @param {Block[]} rulebook @returns {Record<string, string>} */
function meaningsIn(rulebook) {
  const rows = rulebook.flatMap((block) => blocks(block, 'tr')).map((row) => row.children.map(words));
  const found = rows.filter((row) => row.length === 4);
  return Object.fromEntries(found.map((row) => [row[0], row[3]]));
}

/** @param {Block | string} block @param {string} tag @returns {Block[]} */
function blocks(block, tag) {
  if (typeof block === 'string') return [];
  return block.tag === tag ? [block] : block.children.flatMap((child) => blocks(child, tag));
}

/** @param {Block | string} block @returns {string} */
function words(block) {
  return typeof block === 'string' ? block : block.children.map(words).join('');
}

/** The rules of a variant. @param {{game: GameInfo, action?: any}} props `action` is a button below them */
export function RuleFields({ game, action }) {
  const [meanings, setMeanings] = useState(/** @type {Record<string, string>} */ ({}));
  useEffect(() => {
    get(`games/${game.name}`).then(({ rulebook }) => setMeanings(meaningsIn(rulebook)), () => {}); // the names are left
  }, [game.name]);
  return html`<details>
    <summary>Change the rules</summary>
    <div class="rules">
      ${Object.entries(game.rules).map(
        ([name, value]) => html`<div key=${name}>
          <label>${ruleName(name)} <${RuleField} ...${{ name, value }} allowed=${game.allowed[name]} /></label>
          <span class="note" id=${`about-${name}`}>${aboutRule(value, game.allowed[name], meanings[name])}</span>
        </div>`,
      )}
    </div>
    ${action}
  </details>`;
}

/** @param {{name: string, value: number | string, allowed: (number | string)[]}} props */
function RuleField({ name, value, allowed }) {
  if (typeof value === 'number') {
    return html`<input type="number" name=${`rule-${name}`} aria-describedby=${`about-${name}`} min=${allowed[0]} max=${allowed[1]} defaultValue=${value} required />`;
  }
  return html`<select name=${`rule-${name}`} aria-describedby=${`about-${name}`}>
    ${allowed.map((each) => html`<option key=${each} value=${each} selected=${each === value}>${each}</option>`)}
  </select>`;
}
