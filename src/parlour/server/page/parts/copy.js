// A link with a button that copies it, and one that shares it where the browser can.
import { html, useState } from '../vendor/preact-htm.js';

/** @param {{label: string, link: string, note?: string}} props */
export function CopyLink({ label, link, note }) {
  const [copied, setCopied] = useState('');
  const address = new URL(link, location.origin).href;
  const id = `link-${label.replaceAll(/\W+/g, '-').toLowerCase()}`;
  const copy = async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      setCopied('Copied.');
    } catch {
      // Only secure pages may write to the clipboard; the field is selected already.
      setCopied(document.execCommand('copy') ? 'Copied.' : 'Press Ctrl+C to copy.');
    }
  };
  return html`
    <div class="copy">
      <label for=${id}>${label}</label>
      <div class="row">
        <input id=${id} readonly value=${address} onFocus=${(/** @type {any} */ event) => event.target.select()} />
        <button type="button" onClick=${copy}>Copy</button>
        ${'share' in navigator &&
        html`<button type="button" onClick=${() => navigator.share({ url: address }).catch(() => {})}>Share</button>`}
      </div>
      ${note && html`<p class="note">${note}</p>`}
      <p class="note" role="status">${copied}</p>
    </div>
  `;
}
