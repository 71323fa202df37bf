// Whose turn it is, as the board of a match shows it, where the state of the game alone does not tell.
/** @typedef {import('../types').View} View */

/** Who still has to choose, and words in place of the board's own; null if the board is right. @param {View} view */
export function turnsOf({ match, you }) {
  const { seats, status } = match;
  const choosing = seats.map((seat) => seat.choosing);
  const role = (/** @type {(seat: number) => boolean} */ wanted) => seats.filter((_, seat) => wanted(seat)).map((seat) => seat.role).join(' and ');
  if (status === 'waiting') return { choosing, news: `Waiting for ${role((seat) => !seats[seat].taken)}` };
  if (status === 'over') {
    if (!match.result?.reason) return null;
    const losers = role((seat) => seat !== match.result?.winner);
    const news = { time: `${losers} ran out of time`, resigned: `${losers} resigned` }[match.result.reason];
    return { choosing, news: news ?? 'The match is over' };
  }
  if (!seats.some((seat) => seat.chosen)) return null;
  const sealed = you.seat !== null && seats[you.seat].chosen;
  return { choosing, news: sealed ? `Sealed. Waiting for ${role((seat) => choosing[seat])}` : '' };
}
