// The top of a match: the offer of one player to the other, its outcome, and the way to the rematch.
/** @typedef {import('../types').View} View */
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { useAsk } from '../lib/ask.js';
import { keepSeat } from '../lib/mine.js';
import { agree } from '../lib/seals.js';
import { capital, shortName } from '../lib/words.js';
import { Problem } from './frame.js';

/** @type {Record<string, string>} */
const OFFERS = { 'take-back': 'to take back the last choice', rematch: 'a rematch with swapped seats' };

/** @param {{view: View, refresh: () => void}} props */
export function Banner({ view, refresh }) {
  const { match, you } = view;
  const [ask, error] = useAsk(match.id, refresh);
  const withdrawn = useRef(false);
  const news = useNews(view, withdrawn);
  const follow = async () => {
    const answer = await ask('follow');
    if (!answer) return;
    keepSeat(answer.id, answer.seat);
    location.assign(`/m/${answer.id}`);
  };
  const already = useRef(match.next); // a reader of a past match may look at it
  useEffect(() => {
    if (match.next && !already.current && you.seat !== null) follow();
  }, [match.next]);
  const withdraw = () => {
    withdrawn.current = true;
    ask('decline');
  };
  const accept = () => {
    if (offer === 'take-back') agree(match.id, match.taken_back);
    ask('accept', { kind: offer, turn: match.turn, taken_back: match.taken_back });
  };

  const offering = match.seats.findIndex((seat) => seat.offer);
  const offer = offering < 0 ? '' : match.seats[offering].offer;
  const mine = offering === you.seat;
  return html`<div class=${match.next || offer || news ? 'banner panel' : ''}>
    <div role="status">
      ${match.next && html`<p>The rematch is ready.</p>`}
      ${!match.next && offer && html`<p>${mine ? 'You offer' : `${capital(shortName(match.seats[offering]))} offers`} ${OFFERS[offer]}.</p>`}
      ${!match.next && !offer && news && html`<p>${news}</p>`}
    </div>
    <div class="more">
      ${match.next && html`<button class="primary" onClick=${follow}>Go to the rematch</button>`}
      ${offer && mine && html`<button onClick=${withdraw}>Withdraw</button>`}
      ${offer && !mine && you.seat !== null &&
      html`<button class="primary" onClick=${accept}>Accept</button>
        <button onClick=${() => ask('decline')}>Decline</button>`}
    </div>
    <${Problem} text=${error} />
  </div>`;
}

const ASKED_AGAIN = 'The server asks for this turn again. No player took anything back.';

/** Whether the server asks again although the players have not agreed to it. @param {View['match']} match */
function isAskedAgain(match) {
  const last = match.voided.filter((each) => each.taken_back === match.taken_back - 1);
  return last.some(({ reason }) => reason === 'key' || reason === 'restore');
}

/** What became of an offer, until something else happens. @param {View} view @param {{current: boolean}} withdrawn */
function useNews(view, withdrawn) {
  const [news, setNews] = useState('');
  const last = useRef(view);
  useEffect(() => {
    const { match, you } = view;
    const before = last.current.match;
    last.current = view;
    if (before.version === match.version) return;
    const own = you.seat === null ? '' : before.seats[you.seat].offer;
    const other = match.seats[1 - Number(you.seat)];
    if (match.taken_back > before.taken_back) setNews(isAskedAgain(match) ? ASKED_AGAIN : 'The last choice was taken back.');
    else if (own && !match.seats[Number(you.seat)].offer && sameTurn(before, match) && !match.next && !withdrawn.current) {
      setNews(`${capital(shortName(other))} declined your offer.`);
    } else if (before.turn !== match.turn || before.status !== match.status || match.seats.some((seat) => seat.offer)) setNews('');
    withdrawn.current = withdrawn.current && Boolean(own);
  }, [view]);
  return news;
}

/** A choice continues the match, and ends an offer too. */
/** @param {View['match']} before @param {View['match']} after */
function sameTurn(before, after) {
  const turn = (/** @type {View['match']} */ match) => [match.status, match.turn, ...match.seats.map((seat) => seat.chosen)].join();
  return turn(before) === turn(after);
}
