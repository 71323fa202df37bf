// The links of a match, for the player who created it.
/** @typedef {import('../types').View} View */
import { html, useState } from '../vendor/preact-htm.js';
import { explained, post } from '../lib/http.js';
import { CopyLink } from './copy.js';
import { Problem } from './frame.js';
import { keepLinks, linksOf } from './setup.js';

/** @param {{view: View}} props */
export function Invite({ view }) {
  const { match, you } = view;
  const { renewable } = you;
  const [error, setError] = useState('');
  const [links, setLinks] = useState(() => linksOf(match.id));
  if (you.seat === null || match.status === 'over') return null;
  const other = match.seats[1 - you.seat];
  const renew = async () => {
    try {
      const { link } = await post(`matches/${match.id}/renew`, {});
      keepLinks(match.id, { other: link });
      setLinks(linksOf(match.id));
      setError('');
    } catch (problem) {
      setError(explained(problem));
    }
  };
  const invitation = html`
    ${!other.taken && links.other &&
    html`<${CopyLink} label="Link for the other player" link=${links.other} note="Send it to your friend. Whoever opens it first has the seat." />`}
    ${!other.taken && !links.other && html`<p>Only the browser tab that created the match knows the other player's link.</p>`}
    ${renewable &&
    html`<div class="copy">
      <div class="row"><button type="button" onClick=${renew}>Make a new link</button></div>
      <p class="note">${other.taken ? 'If somebody else took the seat. They lose it.' : 'The old one stops working.'}</p>
    </div>`}
  `;
  const others = html`
    ${links.watch && html`<${CopyLink} label="Link to watch" link=${links.watch} />`}
    ${links.you && html`<${CopyLink} label="Your own link, for another device" link=${links.you} note="Keep it to yourself: it is your seat." />`}
  `;
  if (!other.taken) {
    return html`<section class="panel" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite</h2>${invitation}
      ${(links.watch || links.you) && html`<details><summary>More links</summary>${others}</details>`}
      <${Problem} text=${error} />
    </section>`;
  }
  if (!links.watch && !links.you && !renewable) return null;
  return html`<details class="panel"><summary>Links</summary>${renewable && invitation}${others}<${Problem} text=${error} /></details>`;
}
