// A place to drop a record file, which is then reviewed.
import { html, useState } from '../vendor/preact-htm.js';
import { Problem } from './frame.js';

const LARGEST = 2 * 1024 * 1024; // bytes; the server accepts no more
const STORED = 'parlour record';

/** The record that was dropped on the page before. It is shown once. */
export function droppedRecord() {
  const record = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  return record;
}

/** @param {{onRecord?: (text: string) => void}} props without it, the review page opens */
export function DropZone({ onRecord }) {
  const [over, setOver] = useState(false);
  const [error, setError] = useState('');
  const take = async (/** @type {File | undefined} */ file) => {
    setOver(false);
    if (!file) return;
    if (file.size > LARGEST) return setError('This file is too large to be the record of a match.');
    const text = await file.text();
    if (!isJson(text)) return setError('This file is not the record of a match.');
    setError('');
    if (onRecord) return onRecord(text);
    sessionStorage.setItem(STORED, text);
    location.assign('/review');
  };
  return html`
    <div
      class=${`drop${over ? ' over' : ''}`}
      onDragOver=${(/** @type {DragEvent} */ event) => (event.preventDefault(), setOver(true))}
      onDragLeave=${() => setOver(false)}
      onDrop=${(/** @type {DragEvent} */ event) => (event.preventDefault(), take(event.dataTransfer?.files[0]))}
    >
      <label>Drop the record of a match here, or choose its file
        <input type="file" accept=".json,application/json" onChange=${(/** @type {any} */ event) => take(event.target.files[0])} />
      </label>
      <p class="note">Records of matches at the terminal are in <code>~/.local/state/parlour</code>.</p>
      <${Problem} text=${error} />
    </div>
  `;
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
