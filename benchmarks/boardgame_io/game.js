// Token Showdown for boardgame.io: both players bid in secret, and the bids are opened when both are in.

const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const TOKENS = 100;
const POINTS = 5;

function bid({ G, playerID, events }, amount) {
  const tokens = G.tokens[playerID];
  if (!Number.isInteger(amount) || amount < 1 || amount > tokens || G.sealed[playerID] !== null) return INVALID_MOVE;
  G.sealed[playerID] = amount;
  G.chosen[playerID] = true;
  if (!G.chosen[0] || !G.chosen[1]) return;
  const [first, second] = [G.sealed[0], G.sealed[1]];
  G.tokens[0] -= first;
  G.tokens[1] -= second;
  if (first !== second) G.points[first > second ? 0 : 1] += 1;
  G.history.push([first, second]);
  G.sealed = { 0: null, 1: null };
  G.chosen = [false, false];
  const winner = victor(G);
  if (winner) events.endGame({ winner });
}

function victor(G) {
  if (G.points[0] >= POINTS) return 1;
  if (G.points[1] >= POINTS) return 2;
  if (G.tokens[0] === 0 && G.tokens[1] === 0) return G.points[0] === G.points[1] ? 3 : G.points[0] > G.points[1] ? 1 : 2;
  if (G.tokens[0] === 0) return 2;
  if (G.tokens[1] === 0) return 1;
  return 0;
}

exports.TokenShowdown = {
  name: "token-showdown",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({
    tokens: [TOKENS, TOKENS],
    points: [0, 0],
    chosen: [false, false],
    sealed: { 0: null, 1: null },
    history: [],
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    bid: { move: bid, client: false, redact: true, ignoreStaleStateID: true }, // both move on the same state
  },
  playerView: ({ G, playerID }) => ({ ...G, sealed: { [playerID]: G.sealed[playerID] } }),
};
