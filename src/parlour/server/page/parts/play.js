// The table of a running match: the board between the players, and next to it the controls and the history.
/** @typedef {import('../types').View} View @typedef {import('../lib/seals.js').Witness} Witness */
/** @typedef {import('../lib/live.js').Link} Link */
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { sendChoice } from '../lib/choice.js';
import { explained } from '../lib/http.js';
import { turnsOf } from '../lib/turns.js';
import { rulesText } from '../lib/words.js';
import { Banner } from './banner.js';
import { Board, covers } from './board.js';
import { labelOf, legalActions } from './chooser.js';
import { History, LastTurn, Past } from './history.js';
import { Invite } from './invite.js';
import { Notice } from './notice.js';
import { Offers } from './offers.js';
import { Strip } from './players.js';
import { Turn } from './turn.js';
import { Settings, Welcome } from './welcome.js';

/**
 * @param {{
 *   view: View, received: number, witness: Witness, link: Link, arrived: boolean, refresh: () => void,
 * }} props `arrived`: the player has just come by a link
 */
export function Play({ view, received, witness, link, arrived, refresh }) {
  const { match, you } = view;
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  const [sending, setSending] = useState('');
  const [error, setError] = useState('');
  const [own, setOwn] = useState({ slot: '', label: '' });
  const [past, setPast] = useState(/** @type {number | null} */ (null));
  const slot = `${match.turn}/${match.taken_back}`;
  useEffect(() => {
    setPicked(null);
    setPast(null);
    setError('');
  }, [slot]);

  const legal = you.actions ? legalActions(you.actions) : [];
  const onBoard = you.seat !== null && legal.length > 0 && covers(match.scene, you.seat, legal);
  const sealed = you.seat !== null && match.seats[you.seat].chosen;

  const keepFocus = useFocus(slot, you.actions !== null && !sealed && !sending);
  const send = async (/** @type {number} */ action) => {
    if (sending) return;
    setSending(slot);
    setError('');
    keepFocus();
    if (you.actions) setOwn({ slot, label: labelOf(you.actions, action) });
    try {
      await sendChoice(view, action, witness, refresh);
    } catch (problem) {
      setError(explained(problem));
      setPicked(null);
    }
    setSending('');
    refresh();
  };
  const pick = (/** @type {number} */ _seat, /** @type {number} */ action) => {
    setPicked(action);
    if (!match.secret) send(action);
  };

  const canPick = (/** @type {number} */ seat, /** @type {number} */ action) =>
    seat === you.seat && !sending && legal.includes(action);
  const offers = html`<${Offers} view=${view} refresh=${refresh} />`;
  const marked = [0, 1].map((seat) => (seat === you.seat ? picked : null));
  return html`
    <h1 class="title">${match.title}
      ${Object.keys(match.changed_rules).length > 0 && html` <span class="note">${rulesText(match.changed_rules)}</span>`}
    </h1>
    <${Banner} view=${view} refresh=${refresh} />
    ${arrived && html`<${Welcome} view=${view} refresh=${refresh} />`}
    <div class="table">
      <section class="play" aria-label="Board">
        <${Notice} link=${link} />
        <${Strip} ...${{ view, received, link }} seat=${0} />
        ${past === null
          ? html`<${Board} scene=${match.scene} turns=${turnsOf(view)} canPick=${canPick} onPick=${pick} picked=${marked} />`
          : html`<${Past} match=${match} number=${past} onClose=${() => setPast(null)} />`}
        <${Strip} ...${{ view, received, link }} seat=${1} />
      </section>
      <div class="side">
        <${Turn} ...${{ view, picked, sealed, sending: sending === slot, error, onBoard }} own=${own.slot === slot ? own.label : ''} onPick=${setPicked} onSend=${send} />
        ${match.status === 'over' && offers}
        <div role="status"><${LastTurn} match=${match} /></div>
        <${Invite} view=${view} />
        ${match.status !== 'over' && offers}
        <${History} ...${{ match, witness, past }} onPast=${setPast} />
        <${Settings} view=${view} refresh=${refresh} />
      </div>
    </div>
  `;
}

/**
 * Controls go away while a choice is sent. Whoever chose with the keyboard finds the focus in the next ones, and until
 * then on the words that say what is awaited. Returns a function to call when a choice is sent.
 * @param {string} slot @param {boolean} ready whether there are controls
 */
function useFocus(slot, ready) {
  const chosen = useRef(''); // the slot of the last choice that was made with the keyboard
  useEffect(() => {
    if (!chosen.current) return;
    const active = document.activeElement;
    const title = document.getElementById('turn-title');
    if (active !== document.body && active !== title && active?.isConnected) return;
    const control = ready && document.querySelector('.play .open, .chooser input, .chooser button');
    /** @type {HTMLElement | null} */ (control || title)?.focus();
    if (control && slot !== chosen.current) chosen.current = '';
  });
  return () => {
    chosen.current = document.activeElement?.matches('.table :focus-visible') ? slot : '';
  };
}
