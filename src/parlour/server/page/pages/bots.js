// How programs play here: the command, the API, and its limits.
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { explained, get } from '../lib/http.js';
import { Frame, Problem } from '../parts/frame.js';

const CALLS = [
  ['GET /api/games', 'games, their rules and what they may be, and the computer players'],
  ['POST /api/matches', '{game, rules?, seat: "first" | "second" | "random", opponent: "friend" | "bot:NAME" | a computer player, name?, clock?: {minutes, increment}, public?, turns?: [[action], [action, action], …]} → {id, seat, links}'],
  ['POST /api/matches/ID/join', '{secret, own?, name?} → {seat, secret?}; takes the seat of a link; an invitation works once, then secret is your token'],
  ['GET /api/matches/ID', 'the full view: you (seat, actions), times, match'],
  ['GET /api/matches/ID/stream', 'the same as JSON lines, one for every change; an empty line is a sign of life'],
  ['POST /api/matches/ID/choice', '{turn, taken_back, action, key, nonce?}; answers once the choice is stored. Repeat it with the same key if the answer is lost'],
  ['POST /api/matches/ID/resign', '{}'],
  ['POST /api/matches/ID/offer', '{kind: "take-back" | "rematch", turn, taken_back}; /accept the same, /decline {}, and /follow {} leads to the rematch'],
  ['GET /api/matches/ID/record', 'the record, once the match is over; /review compares it with the exact solution'],
  ['POST /api/bots', '{name, games, protocol: 2}; answers with JSON lines, one for every match that somebody starts against the bot'],
  ['POST /api/explore', '{game, rules?, turns} → value, proved bounds, perfect play, outcomes'],
];

export function Page() {
  const [limits, setLimits] = useState(/** @type {Record<string, {most: number, per_minute: number}>} */ ({}));
  const [bots, setBots] = useState(/** @type {{name: string, games: string[]}[]} */ ([]));
  const [error, setError] = useState('');
  useEffect(() => {
    get('limits').then(setLimits, (problem) => setError(explained(problem)));
    get('bots').then((found) => setBots(found.bots), () => {});
  }, []);
  return html`
    <${Frame} title="Bots">
      <h1>Bots</h1>
      <p>A program can take any seat. The same class plays offline and here: anything with a method
        <code> choose(view, random)</code>.</p>
      <pre tabindex="0"><code>${`# offer a bot to everybody on this server
parlour bot --server ${location.origin} --player hard

# your own class, in your_module.py
parlour bot --server ${location.origin} --player your_module:YourPlayer

# take the seat of one link
parlour bot "${location.origin}/m/ID#SECRET" --player hard`}</code></pre>
      <h2>Connected now</h2>
      ${bots.length
        ? html`<ul>${bots.map((bot) => html`<li key=${bot.name}><b>${bot.name}</b> <span class="note">${bot.games.join(', ')}</span></li>`)}</ul>`
        : html`<p class="note">No bot is connected.</p>`}
      <h2>Over HTTP</h2>
      <p>Everything is JSON. Send the secret of a seat, which is the part of its link after “#”, as
        <code> Authorization: Bearer SECRET</code>. A POST needs <code>content-type: application/json</code>.</p>
      <dl class="calls">
        ${CALLS.map(([call, about]) => html`<div key=${call}><dt><code>${call}</code></dt><dd>${about}</dd></div>`)}
      </dl>
      <p class="note">Every view is complete: after a lost connection, the first one tells everything. A stream that ends is
        not the end of a match; read <code>match.status</code>.</p>
      <h2>Limits</h2>
      <p>An answer with status 429 says in <code>Retry-After</code> how many seconds to wait.</p>
      <${Problem} text=${error} />
      <table><thead><tr><th scope="col">For each address or seat</th><th scope="col">at once</th><th scope="col">per minute</th></tr></thead>
        <tbody>${Object.entries(limits).map(([what, limit]) => html`<tr key=${what}><td>${what}</td><td>${limit.most}</td><td>${limit.per_minute || '–'}</td></tr>`)}</tbody>
      </table>
    <//>
  `;
}
