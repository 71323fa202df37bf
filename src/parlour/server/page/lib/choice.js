// Sends a choice so that it is stored exactly once, and so that its length tells nothing.
/** @typedef {import('../types').View} View */
import { PATIENCE, Refusal, post } from './http.js';
import { commitment, randomHex } from './seals.js';

const BODY = 512; // bytes of every choice
const DELAYS = [500, 1_000, 2_000]; // milliseconds; not longer, since the player waits for it
const encoder = new TextEncoder();

/** The text of a request, filled up to a fixed length. @param {object} content */
export function padded(content) {
  const pad = (/** @type {number} */ length) => JSON.stringify({ ...content, pad: ' '.repeat(length) });
  return pad(BODY - encoder.encode(pad(0)).length);
}

/**
 * Returns once the server has stored the choice; a lost answer or connection is tried again with the same key, so
 * the choice counts once. Throws a Refusal if the server does not accept it.
 * @param {View} view @param {number} action @param {import('./seals.js').Witness} witness @param {() => void} onTrouble
 */
export async function sendChoice(view, action, witness, onTrouble) {
  const { id, turn, taken_back, secret } = view.match;
  const seat = Number(view.you.seat);
  const content = { turn, taken_back, action, nonce: randomHex(), key: randomHex(16) };
  const body = padded(content);
  // Noted before it is sent: the server cannot publish another commitment as ours.
  if (secret) witness.note(turn, taken_back, seat, commitment({ match: id, turn, taken_back, seat }, action, content.nonce));
  for (let attempt = 0; ; attempt++) {
    try {
      await post(`matches/${id}/choice`, body, PATIENCE);
      return;
    } catch (error) {
      if (error instanceof Refusal && !error.temporary) {
        witness.forget(turn, taken_back, seat); // the choice may have been sealed in another tab
        throw error;
      }
      onTrouble();
      await new Promise((resolve) => setTimeout(resolve, DELAYS[Math.min(attempt, DELAYS.length - 1)]));
    }
  }
}
