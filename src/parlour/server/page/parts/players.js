// The strips above and below the board: who plays, whether they are connected, and their clocks.
/** @typedef {import('../types').View} View */
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { clockTime, nameOf } from '../lib/words.js';
import { Mark } from './frame.js';

const SHORT = 20_000; // milliseconds; then the clock turns red

/** @param {{view: View, seat: number, received: number, link: import('../lib/live.js').Link}} props */
export function Strip({ view, seat, received, link }) {
  const { match, times, you } = view;
  const player = match.seats[seat];
  const own = you.seat === seat;
  const here = times.connected[seat] && !(own && link === 'lost');
  const presence = !player.taken ? 'has not come yet' : player.kind === 'computer' ? 'ready' : here ? 'connected' : 'not connected';
  const state = match.status !== 'running' ? '' : player.chosen ? 'sealed' : player.choosing ? 'choosing' : '';
  return html`
    <div class=${`strip${own ? ' own' : ''}`} data-seat=${seat}>
      <${Mark} seat=${seat} />
      <b>${nameOf(player)}${own ? ', you' : ''}</b>
      ${nameOf(player) !== player.role && html`<span class="role">${player.role}</span>`}
      <span class=${`presence${here ? ' here' : ''}`} title=${presence}></span><span class="hidden">${presence}</span>
      <span class="state">${state || (here || !player.taken ? '' : presence)}</span>
      ${times.left && html`<${Clock} left=${times.left[seat]} running=${times.running[seat]} received=${received} />`}
    </div>
  `;
}

/** @param {{left: number, running: boolean, received: number}} props */
function Clock({ left, running, received }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  const rest = running ? left - Math.max(0, now - received) : left;
  const classes = ['clock', running && 'running', running && rest < SHORT && 'short'];
  return html`<span class=${classes.filter(Boolean).join(' ')} role="timer" aria-live="off">${clockTime(rest)}</span>`;
}
