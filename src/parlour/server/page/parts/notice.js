// Says that the connection is lost, and for a while that it is back.
/** @typedef {import('../lib/live.js').Link} Link */
import { html, useEffect, useState } from '../vendor/preact-htm.js';

const SHOWN = 6_000; // milliseconds

/** @param {{link: Link}} props */
export function Notice({ link }) {
  const [text, setText] = useState('');
  const lost = link === 'lost';
  useEffect(() => {
    if (lost) setText('Connection lost. Trying to reconnect; nothing that was sealed is lost.');
    else setText((before) => before && 'Connected again.');
    const timer = lost ? 0 : setTimeout(() => setText(''), SHOWN);
    return () => clearTimeout(timer);
  }, [lost]);
  return html`<div role="status">${text && html`<p class=${`notice${lost ? ' lost' : ''}`}>${text}</p>`}</div>`;
}
