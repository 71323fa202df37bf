// Requests to the server's API.

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

/** @param {string} path @returns {Promise<any>} */
export function get(path) {
  return answered(fetch(`/api/${path}`));
}

/** @param {string} path @param {object | string} body text is sent as it is @returns {Promise<any>} */
export function post(path, body) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return answered(fetch(`/api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text }));
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
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
