// A player's requests to the server besides choices: offers, resigning, another name.
import { useState } from '../vendor/preact-htm.js';
import { explained, post } from './http.js';

/**
 * A function that posts to a match and returns the answer, or null if it was refused; and the reason of the last refusal.
 * @param {string} id @param {() => void} refresh
 * @returns {[(what: string, body?: object) => Promise<any>, string]}
 */
export function useAsk(id, refresh) {
  const [error, setError] = useState('');
  const ask = async (/** @type {string} */ what, body = {}) => {
    try {
      const answer = await post(`matches/${id}/${what}`, body);
      setError('');
      refresh();
      return answer;
    } catch (problem) {
      setError(explained(problem));
      return null;
    }
  };
  return [ask, error];
}
