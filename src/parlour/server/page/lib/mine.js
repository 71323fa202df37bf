// The matches in which this browser has a seat. Only their ids are kept here: cookies hold the secrets.
const LIST = 'parlour matches';
const MOST = 12;

/** @returns {string[]} the newest first */
export function myMatches() {
  return JSON.parse(localStorage.getItem(LIST) ?? '[]');
}

/** @param {string} id */
export function hasSeat(id) {
  return localStorage.getItem(`parlour seat ${id}`) !== null;
}

/** @param {string} id @param {number | null} seat null for a spectator */
export function keepSeat(id, seat) {
  if (seat === null) return forget(id);
  localStorage.setItem(`parlour seat ${id}`, String(seat));
  const ids = [id, ...myMatches().filter((each) => each !== id)];
  localStorage.setItem(LIST, JSON.stringify(ids.slice(0, MOST)));
}

/** @param {string} id */
export function forget(id) {
  localStorage.removeItem(`parlour seat ${id}`);
  localStorage.setItem(LIST, JSON.stringify(myMatches().filter((each) => each !== id)));
}

export const LONGEST_NAME = 40; // characters; the server refuses longer names

/** The name that the player gave last. */
export function myName() {
  return localStorage.getItem('parlour name') ?? '';
}

/** @param {string} name */
export function keepName(name) {
  localStorage.setItem('parlour name', name);
}
