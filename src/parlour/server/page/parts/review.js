// Step through a match: the board, the value, the choice and that of perfect play.
/** @typedef {import('../types').ReviewData} ReviewData @typedef {import('../types').ReviewedTurn} ReviewedTurn */
/** @typedef {import('../types').Choices} Choices */
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { save, svgText } from '../lib/save.js';
import { packed, rulesText, signed, telling } from '../lib/words.js';
import { Board } from './board.js';
import { CopyLink } from './copy.js';
import { Mark } from './frame.js';
import { Mix } from './mix.js';
import { Plot, Value, ValueNote, WithBar } from './value.js';

/** From these losses on, a choice gets a mark. */
const MARKS = /** @type {const} */ ([[0.4, '??', 'blunder'], [0.15, '?', 'mistake'], [0.03, '?!', 'inaccuracy']]);

/** @param {number} loss */
function markOf(loss) {
  return MARKS.find(([least]) => loss >= least);
}

/** @param {{data: ReviewData, id?: string}} props */
export function Review({ data, id }) {
  const names = data.roles.map((role, seat) => data.seats[seat] || role);
  const turning = data.turning_point?.number ?? null;
  const points = [data.start, ...data.turns].map(({ scene, value_after, bounds_after }) => ({ scene, value: value_after, bounds: bounds_after }));
  const last = points.length - 1;
  const [at, setAt] = useState(turning ?? last);
  const go = (/** @type {number} */ step) => setAt(Math.max(0, Math.min(last, step)));
  useEffect(() => {
    const turn = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.altKey || event.ctrlKey || event.metaKey || target.closest('input, select, textarea')) return;
      const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (steps === undefined) return;
      event.preventDefault();
      go(steps);
    };
    addEventListener('keydown', turn);
    return () => removeEventListener('keydown', turn);
  }, [at, last]);
  const step = at > 0 ? data.turns[at - 1] : null;
  return html`
    <div class="table">
      <section class="play" aria-label="Board">
        <${Name} seat=${0} name=${names[0]} role=${data.roles[0]} />
        <${WithBar} value=${points[at].value}><${Board} scene=${points[at].scene} /><//>
        <${Name} seat=${1} name=${names[1]} role=${data.roles[1]} />
      </section>
      <div class="side">
        <section class="panel" aria-label="Value over time">
          <${Steps} at=${at} last=${last} go=${go} />
          <${Value} value=${points[at].value} bounds=${points[at].bounds} names=${names} />
          <${Plot} ...${{ points, at, names, turning }} onStep=${go} />
        </section>
        <section class="panel" aria-label="This turn"><div role="status"><${Judged} ...${{ step, names, turning }} /></div></section>
        <section class="panel" aria-labelledby="moves-title">
          <h2 id="moves-title">Turns</h2><${Moves} data=${data} at=${at} go=${go} />
          <${Totals} data=${data} names=${names} />
        </section>
        <${More} data=${data} id=${id} at=${at} />
        <${ValueNote} names=${names} />
      </div>
    </div>
  `;
}

/** Who sits where, if it is more than the role that the board shows anyway. */
/** @param {{seat: number, name: string, role: string}} props */
function Name({ seat, name, role }) {
  return name === role ? null : html`<div class="strip"><${Mark} seat=${seat} /><b>${name}</b></div>`;
}

/** @param {{at: number, last: number, go: (step: number) => void}} props */
function Steps({ at, last, go }) {
  return html`<div class="steps" role="group" aria-label="Step through the match">
    <button onClick=${() => go(0)} disabled=${at === 0} aria-label="First"><${Arrow} bar path="M18 5 8 12l10 7z" /></button>
    <button onClick=${() => go(at - 1)} disabled=${at === 0} aria-label="Back"><${Arrow} path="M17 5 7 12l10 7z" /></button>
    <button onClick=${() => go(at + 1)} disabled=${at === last} aria-label="Next"><${Arrow} path="M7 5l10 7-10 7z" /></button>
    <button onClick=${() => go(last)} disabled=${at === last} aria-label="Last"><${Arrow} bar path="M6 5l10 7-10 7z" /></button>
  </div>`;
}

/** @param {{path: string, bar?: boolean}} props */
function Arrow({ path, bar }) {
  const side = path.startsWith('M18') ? 5 : 17;
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${path} />${bar && html`<rect x=${side} y="5" width="2.5" height="14" />`}
  </svg>`;
}

/** @param {{step: ReviewedTurn | null, names: string[], turning: number | null}} props */
function Judged({ step, names, turning }) {
  if (!step) return html`<h2>The beginning</h2><p class="note">Step through the match with the buttons or the arrow keys.</p>`;
  return html`
    <h2>Turn ${step.number}${step.number === turning ? ': the turning point' : ''}</h2>
    ${step.choices.map((choice) => {
      const mark = markOf(choice.loss);
      return html`<div class="judged" key=${choice.player}>
        <p class="row"><${Mark} seat=${choice.player} /><b>${names[choice.player]}: ${choice.label}</b>
          <span class="note">${choice.loss < 0.005 ? 'no loss' : `loss ${choice.loss.toFixed(2)}`}${mark ? `, ${mark[2]}` : ''}</span>
        </p>
        <${Mix} seat=${choice.player} name=${names[choice.player]} rows=${withTaken(choice)} taken=${choice.action} />
      </div>`;
    })}
    ${Math.abs(step.luck) >= 0.005 && html`<p>Luck: ${signed(step.luck)} for ${names[0]}.</p>`}
    <details><summary>What happened</summary>
      <ul class="events">${telling(step.events).map((line, index) => html`<li key=${index}>${line}</li>`)}</ul>
    </details>
  `;
}

/** Perfect play, and what was chosen even if it is no part of it. @param {import('../types').ReviewedChoice} choice */
function withTaken({ action, label, loss, perfect }) {
  if (perfect.some((each) => each.action === action)) return perfect;
  return [...perfect, { action, label, chance: 0, equal: loss < 0.005 }].sort((one, two) => one.action - two.action);
}

/** @param {{data: ReviewData, at: number, go: (step: number) => void}} props */
function Moves({ data, at, go }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const current = /** @type {HTMLElement | null} */ (list.current?.querySelector('[aria-current]'));
    if (current && list.current) list.current.scrollTop = current.offsetTop - 120;
  }, [at]);
  return html`<ol class="moves" ref=${list}>
    ${data.turns.map((step) => html`
      <li key=${step.number}>
        <button onClick=${() => go(step.number)} aria-current=${step.number === at ? 'step' : null}>
          <span>${step.number}.${step.number === data.turning_point?.number ? html`<span title="turning point">◆<span class="hidden"> turning point</span></span>` : ''}</span>
          ${step.choices.map((choice) => {
            const mark = markOf(choice.loss);
            return html`<span key=${choice.player} class=${`choice ${choice.player ? 'second' : 'first'}`}>
              <${Mark} seat=${choice.player} />${choice.label}
              ${mark && html`<span class="glyph" title=${mark[2]}>${mark[1]}<span class="hidden"> ${mark[2]}</span></span>`}
              ${choice.loss >= 0.005 && html`<span>−${choice.loss.toFixed(2)}</span>`}
            </span>`;
          })}
        </button>
      </li>
    `)}
    ${data.forfeit && html`<li class="forfeit"><${Mark} seat=${data.forfeit.player} />forfeited the match <span>−${data.forfeit.loss.toFixed(2)}</span></li>`}
  </ol>`;
}

/** How the match ended, also before its game: who resigned, failed or ran out of time. */
/** @param {{data: ReviewData, names: string[]}} props */
function Totals({ data, names }) {
  const { forfeit } = data;
  const end = forfeit && ` Forfeiting the last position is a loss of ${forfeit.loss.toFixed(2)} for ${names[forfeit.player]}.`;
  return html`<p>${data.result.lines.at(-1)}${end}</p><p>
    Total loss: ${names[0]} ${data.total_loss[0].toFixed(2)}, ${names[1]} ${data.total_loss[1].toFixed(2)}.
    <span class="note"> A win and a defeat are 2.00 apart.</span>
  </p>`;
}

/** @param {ReviewData} data @returns {Choices[]} */
export function choicesOf(data) {
  return data.turns.map(({ choices }) => choices.map((choice) => choice.action));
}

/** The address of a review that holds the whole match. @param {ReviewData} data */
export function sharedLink(data) {
  const { game, rules, seats } = data;
  const { lines, ...result } = data.result;
  return `/review#${packed({ game, rules, turns: choicesOf(data), seats, result })}`;
}

/** @param {{data: ReviewData, id?: string, at: number}} props */
function More({ data, id, at }) {
  const { game, rules } = data;
  const turns = choicesOf(data);
  const file = `${game}${id ? `-${id}` : ''}`;
  const board = () => {
    const drawing = /** @type {SVGElement | null} */ (document.querySelector('.play .board'));
    if (drawing) save(`${file}-${at}.svg`, 'image/svg+xml', svgText(drawing));
  };
  return html`<section class="panel" aria-labelledby="share-title">
    <h2 id="share-title">Share</h2>
    <${CopyLink} label="Link to this review" link=${sharedLink(data)} note="The link contains the whole match, so it works on other servers too." />
    <div class="more">
      ${id && html`<a class="button" href=${`/api/matches/${id}/record`} download>Record</a>`}
      <button onClick=${board}>Board as SVG</button>
      <button onClick=${() => save(`${file}-review.json`, 'application/json', JSON.stringify(data, null, 1))}>Review as JSON</button>
      <a class="button" href=${`/explore/${game}#${packed({ rules, turns: turns.slice(0, at) })}`}>Explore from here</a>
    </div>
    <p class="note">${data.title}: ${rulesText(rules)}</p>
  </section>`;
}
