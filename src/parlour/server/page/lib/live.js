// The connection to a match: views over a WebSocket, by polling while that fails, and a word on how things are.
/** @typedef {import('../types').View} View @typedef {'live' | 'polling' | 'lost' | 'refused'} Link */
import { PATIENCE, Refusal, get } from './http.js';

const POLL = 3_000; // milliseconds
const CHECK = 20_000; // a socket can be dead without saying so
const DELAYS = [500, 1_000, 2_000, 5_000, 10_000];

export class Connection {
  /** @param {string} match @param {(view: View) => void} onView @param {(link: Link) => void} onLink */
  constructor(match, onView, onLink) {
    this.path = `matches/${match}`;
    this.onView = onView;
    this.onLink = onLink;
    this.failures = 0;
    this.lost = false;
    this.version = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retry = 0;
    this.poll = 0;
    this.online = () => this.reconnect();
    this.offline = () => this.lose();
    this.shown = () => document.visibilityState === 'visible' && this.read();
    addEventListener('online', this.online);
    addEventListener('offline', this.offline);
    document.addEventListener('visibilitychange', this.shown);
    this.read();
    this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.poll);
    this.socket?.close();
    removeEventListener('online', this.online);
    removeEventListener('offline', this.offline);
    document.removeEventListener('visibilitychange', this.shown);
  }

  open() {
    if (this.closed) return;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/${this.path}/socket`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.failures = 0;
      this.tell('live');
      this.take(JSON.parse(event.data));
    };
    socket.onclose = () => socket === this.socket && this.dropped();
  }

  /** The socket is gone: poll at once, and try again later. */
  dropped() {
    this.socket = null;
    if (this.closed) return;
    this.retry = setTimeout(() => this.open(), DELAYS[Math.min(this.failures, DELAYS.length - 1)]);
    this.failures += 1;
    this.read();
  }

  reconnect() {
    this.lose();
    this.reopen();
    this.read();
  }

  /** The server answers again: do not wait for the next attempt. */
  reopen() {
    clearTimeout(this.retry);
    this.failures = 0;
    this.open();
  }

  lose() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.tell('lost');
  }

  /** Ask for the whole view, and again after a while: often if there is no socket. */
  async read() {
    clearTimeout(this.poll);
    try {
      const view = await get(this.path, PATIENCE);
      if (this.closed) return;
      if (this.lost && !this.socket) this.reopen();
      if (this.socket?.readyState !== WebSocket.OPEN) this.tell('polling');
      this.take(view);
    } catch (error) {
      if (this.closed) return;
      if (error instanceof Refusal && !error.temporary) {
        this.tell('refused');
        this.close();
        return;
      }
      if (this.socket?.readyState === WebSocket.OPEN) this.reconnectSoon();
      this.tell('lost');
    }
    clearTimeout(this.poll);
    this.poll = setTimeout(() => this.read(), this.socket?.readyState === WebSocket.OPEN ? CHECK : POLL);
  }

  /** The socket looks open, but the server does not answer. */
  reconnectSoon() {
    this.lose();
    this.retry = setTimeout(() => this.open(), DELAYS[0]);
  }

  /** @param {Link} link */
  tell(link) {
    this.lost = link === 'lost';
    this.onLink(link);
  }

  /** An older view can arrive after a newer one, by the other way. @param {View} view */
  take(view) {
    if (view.match.version < this.version) return;
    this.version = view.match.version;
    this.onView(view);
  }
}
