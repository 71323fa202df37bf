// Numbers and names as people read them.
/** @typedef {import('../types').Seat} Seat */

/** A value or a loss. @param {number} value */
export function signed(value) {
  const text = Math.abs(value).toFixed(2);
  return text === '0.00' ? '0.00' : `${value < 0 ? '−' : '+'}${text}`;
}

/** @param {number} chance */
export function percent(chance) {
  return chance > 0 && chance < 0.01 ? '< 1 %' : `${Math.round(chance * 100)} %`;
}

/** What is proved about a value. @param {[number, number]} bounds */
export function proved([lower, upper]) {
  if (upper - lower < 0.000_05) return 'exact';
  const digits = upper - lower < 0.01 ? 4 : 2;
  // Rounded outward, so that the text claims no more than is proved.
  const least = Math.floor(lower * 10 ** digits + 1e-6) / 10 ** digits;
  const most = Math.ceil(upper * 10 ** digits - 1e-6) / 10 ** digits;
  return `proved: ${least.toFixed(digits)} to ${most.toFixed(digits)}`.replaceAll('-', '−');
}

/** Who is better, in words. @param {number} value @param {string[]} names */
export function standing(value, names) {
  const name = value > 0 ? names[0] : names[1];
  if (Math.abs(value) > 1 - 1e-9) return `${name} wins with perfect play`;
  if (Math.abs(value) > 0.995) return `${name} almost always wins with perfect play`;
  return Math.abs(value) < 0.005 ? 'Even' : `${name} is better`;
}

/** Milliseconds as a clock shows them. @param {number} left */
export function clockTime(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':');
}

/** @param {string} name */
export function computerName(name) {
  return `Computer (${name})`;
}

/** @param {Seat} seat */
export function nameOf(seat) {
  if (seat.kind === 'computer') return computerName(seat.name);
  return seat.kind === 'bot' ? `${seat.name} (bot)` : seat.name || seat.role;
}

/** A short name for sentences. @param {Seat} seat */
export function shortName(seat) {
  return seat.kind === 'computer' ? 'the computer' : seat.name || seat.role;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const HEADING = /^[-=\s]{2,}.*[-=\s]{2,}$|:$/;
const SCORE = /\S: \d+ \||^- .*: \d+$/;

/** What happened, without the headings and the scores for terminals: the board shows those. @param {string[]} lines */
export function telling(lines) {
  return lines.filter((line) => !HEADING.test(line) && !SCORE.test(line)).map((line) => line.replace(/^- /, ''));
}

/** The name of a rule as a label. @param {string} name */
export function ruleName(name) {
  return capital(name).replaceAll('_', ' ');
}

/** @param {import('../types').Rules} rules */
export function rulesText(rules) {
  return Object.entries(rules).map(([name, value]) => `${ruleName(name).toLowerCase()} ${value}`).join(', ');
}

/** Text to and from the fragment of an address. @param {unknown} content */
export function packed(content) {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
export function unpacked(text) {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
}
