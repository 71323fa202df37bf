// Requests to the server's API.
import { capital } from './words.js';

export const PATIENCE = 10_000; // milliseconds for an answer that needs no solving; a dead connection never says so

/** An answer that says why something was refused. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** Whether the same request may succeed later. */
  get temporary() {
    return this.status === 429 || this.status >= 500;
  }
}

/** @param {string} path @param {number} [patience] milliseconds @returns {Promise<any>} */
export function get(path, patience) {
  return answered(fetch(`/api/${path}`, { signal: within(patience) }));
}

/**
 * @param {string} path @param {object | string} body text is sent as it is @param {number} [patience] milliseconds
 * @returns {Promise<any>}
 */
export function post(path, body, patience) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  return answered(fetch(`/api/${path}`, { method: 'POST', headers, body: text, signal: within(patience) }));
}

/** @param {number} [patience] */
function within(patience) {
  return patience === undefined ? null : AbortSignal.timeout(patience);
}

/** @param {Promise<Response>} request */
async function answered(request) {
  const response = await request;
  if (response.ok) return response.json();
  const content = await response.json().catch(() => ({}));
  throw new Refusal(response.status, content.error ?? `the server answered ${response.status}`);
}

/** What to tell the player about an error. @param {unknown} error */
export function explained(error) {
  if (error instanceof Refusal) return sentence(error.message);
  return 'The server cannot be reached.';
}

/** @param {string} text */
export function sentence(text) {
  const first = capital(text);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
