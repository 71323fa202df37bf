// Commitments to secret choices: remembered when they are published, checked when they are opened.
/** @typedef {import('../types').View} View @typedef {import('../types').PastTurn} PastTurn */
import { sha256 } from './sha256.js';

const PURPOSE = 'parlour seal 1';
const NONCE_BYTES = 32;
const encoder = new TextEncoder();

/** The same bytes as parlour/match/commitments.py. */
/** @param {{match: string, turn: number, taken_back: number, seat: number}} slot @param {number} action @param {string} nonce */
export function commitment(slot, action, nonce) {
  const texts = [PURPOSE, slot.match, slot.turn, slot.taken_back, slot.seat, action];
  const parts = [...texts.map((part) => encoder.encode(String(part))), fromHex(nonce)];
  return sha256(new Uint8Array(parts.flatMap((part) => [...lengthOf(part), ...part])));
}

/** @param {Uint8Array} part */
function lengthOf(part) {
  return [24, 16, 8, 0].map((shift) => (part.length >>> shift) & 0xff);
}

/** @param {string} text */
function fromHex(text) {
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/** Random bytes in hexadecimal. @param {number} [bytes] */
export function randomHex(bytes = NONCE_BYTES) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How often turns had been taken back when this browser agreed to the next time. @param {string} match */
function agreements(match) {
  return new Set(JSON.parse(localStorage.getItem(`parlour agreed ${match}`) ?? '[]'));
}

/** The player offers to take back, or accepts it. @param {string} match @param {number} taken_back */
export function agree(match, taken_back) {
  localStorage.setItem(`parlour agreed ${match}`, JSON.stringify([...agreements(match).add(taken_back)]));
}

/** @typedef {'proved' | 'opened' | 'again' | 'broken'} Proof */

/** What this tab saw of one match: commitments before the reveal, and what was revealed. */
export class Witness {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.storage = `parlour seen ${match}`;
    const kept = JSON.parse(sessionStorage.getItem(this.storage) ?? '{}');
    /** @type {Record<string, string>} by turn, take-backs before it, and seat */
    this.seen = kept.seen ?? {};
    /** @type {Record<string, string>} both commitments, by turn and take-backs before it */
    this.revealed = kept.revealed ?? {};
    /** @type {number | null} the last turn whose choices were not sealed, because the match began after it */
    this.given = kept.given ?? null;
    this.playing = false;
  }

  save() {
    const { seen, revealed, given } = this;
    sessionStorage.setItem(this.storage, JSON.stringify({ seen, revealed, given }));
  }

  /** The first commitment counts: a server that publishes another one later is found out. */
  /** @param {number} turn @param {number} taken_back @param {number} seat @param {string} published */
  note(turn, taken_back, seat, published) {
    this.seen[`${turn}/${taken_back}/${seat}`] ??= published;
    this.save();
  }

  /** @param {number} turn @param {number} taken_back @param {number} seat */
  forget(turn, taken_back, seat) {
    delete this.seen[`${turn}/${taken_back}/${seat}`];
    this.save();
  }

  /** @param {View} view */
  watch(view) {
    const { turn, taken_back, seats, turns } = view.match;
    this.playing = view.you.seat !== null;
    this.given ??= Math.max(0, ...turns.filter(isUnopened).map((entry) => entry.number));
    for (const entry of turns) this.revealed[`${entry.number}/${entry.taken_back}`] ??= commitmentsOf(entry);
    this.save();
    seats.forEach((seat, index) => {
      if (seat.commitment) this.note(turn, taken_back, index, seat.commitment);
    });
  }

  /** The commitments that were seen for these turns, as `parlour verify --seen` reads them. @param {PastTurn[]} entries */
  noted(entries) {
    const places = entries.flatMap((entry) => [...this.replaced(entry), `${entry.number}/${entry.taken_back}`]);
    const slots = places.flatMap((place) => [0, 1].map((seat) => `${place}/${seat}`));
    return slots.filter((slot) => this.seen[slot]).map((slot) => `${this.seen[slot]}\n`).join('');
  }

  /** Where this turn was played before and taken back, although this player did not agree. @param {PastTurn} entry */
  replaced({ number, taken_back }) {
    if (!this.playing || !taken_back) return [];
    const agreed = [...agreements(this.match)];
    const known = [...Object.keys(this.revealed), ...Object.keys(this.seen)].map((key) => key.split('/').map(Number));
    const counts = new Set(known.filter(([turn, before]) => turn === number && before < taken_back).map(([, before]) => before));
    // Every take-back since then needs an agreement.
    const unwanted = [...counts].filter((first) => agreed.filter((each) => each >= first && each < taken_back).length < taken_back - first);
    return unwanted.map((before) => `${number}/${before}`);
  }

  /**
   * Whether the choices of a turn are those that were sealed: "proved" if a commitment was seen before the reveal,
   * "again" if it was played before and this player did not agree to take that back.
   * @param {PastTurn} entry @returns {Proof | null}
   */
  judge(entry) {
    const { number, taken_back, actors, choices, openings } = entry;
    if ((this.revealed[`${number}/${taken_back}`] ?? commitmentsOf(entry)) !== commitmentsOf(entry)) return 'broken';
    if (actors.length < 2) return this.replaced(entry).length ? 'again' : null;
    if (!openings) return number <= (this.given ?? 0) && !taken_back ? null : 'broken';
    let witnessed = false;
    for (const [seat, opening] of openings.entries()) {
      const found = commitment({ match: this.match, turn: number, taken_back, seat }, choices[seat], opening.nonce);
      const seen = this.seen[`${number}/${taken_back}/${seat}`];
      if (found !== opening.commitment || (seen && seen !== found)) return 'broken';
      witnessed ||= Boolean(seen);
    }
    if (this.replaced(entry).length) return 'again';
    return witnessed ? 'proved' : 'opened';
  }
}

/** @param {PastTurn} entry */
function isUnopened({ actors, openings }) {
  return actors.length === 2 && !openings;
}

/** What must never change about a turn. @param {PastTurn} entry */
function commitmentsOf({ choices, openings }) {
  return openings ? openings.map((opening) => opening.commitment).join(' ') : String(choices);
}
