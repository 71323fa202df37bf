// Commitments to secret choices: remembered when they are published, checked when they are opened.
/** @typedef {import('../types').View} View @typedef {import('../types').Entry} Entry */
import { sha256 } from './sha256.js';

const PURPOSE = 'parlour seal 1';
const NONCE_BYTES = 32;
const encoder = new TextEncoder();

/** The same bytes as parlour/match/commitments.py. */
/** @param {{match: string, round: number, undone: number, seat: number}} slot @param {number} action @param {string} nonce */
export function commitment(slot, action, nonce) {
  const texts = [PURPOSE, slot.match, slot.round, slot.undone, slot.seat, action];
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

/** The commitments that this browser saw before the reveal, of one match. */
export class Witness {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.storage = `parlour seen ${match}`;
    /** @type {Record<string, string>} */
    this.seen = JSON.parse(sessionStorage.getItem(this.storage) ?? '{}');
  }

  /** The first commitment counts: a server that publishes another one later is found out. */
  /** @param {number} round @param {number} undone @param {number} seat @param {string} published */
  note(round, undone, seat, published) {
    this.seen[`${round}/${undone}/${seat}`] ??= published;
    sessionStorage.setItem(this.storage, JSON.stringify(this.seen));
  }

  /** @param {number} round @param {number} undone @param {number} seat */
  forget(round, undone, seat) {
    delete this.seen[`${round}/${undone}/${seat}`];
    sessionStorage.setItem(this.storage, JSON.stringify(this.seen));
  }

  /** @param {View} view */
  watch(view) {
    const { round, undone, seats } = view.match;
    seats.forEach((seat, index) => {
      if (seat.commitment) this.note(round, undone, index, seat.commitment);
    });
  }

  /** The commitments that were seen for these rounds, as `parlour verify --seen` reads them. @param {Entry[]} entries */
  noted(entries) {
    const slots = entries.flatMap(({ number, undone }) => [0, 1].map((seat) => `${number}/${undone}/${seat}`));
    return slots.filter((slot) => this.seen[slot]).map((slot) => `${this.seen[slot]}\n`).join('');
  }

  /** Whether the choices of a round are those that were sealed: "proved" if a commitment was seen before the reveal. */
  /** @param {Entry} entry @returns {'proved' | 'opened' | 'broken' | null} */
  judge(entry) {
    if (!entry.openings) return null;
    let witnessed = false;
    for (const [seat, opening] of entry.openings.entries()) {
      const slot = { match: this.match, round: entry.number, undone: entry.undone, seat };
      const found = commitment(slot, Number(entry.actions[seat]), opening.nonce);
      const seen = this.seen[`${entry.number}/${entry.undone}/${seat}`];
      if (found !== opening.commitment || (seen && seen !== found)) return 'broken';
      witnessed ||= Boolean(seen);
    }
    return witnessed ? 'proved' : 'opened';
  }
}
