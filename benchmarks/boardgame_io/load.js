// Plays matches side by side with boardgame.io's own clients: node load.js PORT MATCHES BATCHES
// Reads the bids of every match as one line of JSON, and waits for a line before each batch.

const readline = require("node:readline");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { TokenShowdown } = require("./game.js");

const [port, matches, batches] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function post(path, body) {
  const answer = await fetch(`${server}/games/token-showdown${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function until(client, condition) {
  return new Promise((resolve) => {
    if (condition(client.getState())) return resolve();
    const stop = client.subscribe((state) => {
      if (!condition(state)) return;
      stop();
      resolve();
    });
  });
}

async function begin() {
  const { matchID } = await post("/create", { numPlayers: 2 });
  return Promise.all(
    ["0", "1"].map(async (playerID) => {
      const { playerCredentials } = await post(`/${matchID}/join`, { playerID, playerName: playerID });
      const client = Client({
        game: TokenShowdown,
        numPlayers: 2,
        matchID,
        playerID,
        credentials: playerCredentials,
        multiplayer: SocketIO({ server, socketOpts: { transports: ["websocket"] } }),
        debug: false,
      });
      client.start();
      await until(client, (state) => state !== null && state.isConnected);
      return client;
    }),
  );
}

// A choice counts as acknowledged when its own client hears of it, a round as revealed when both do.
async function play(clients, bids, waits) {
  for (const [round, pair] of bids.entries()) {
    await Promise.all(
      clients.map(async (client, seat) => {
        const before = performance.now();
        client.moves.bid(pair[seat]);
        await until(client, ({ G }) => G.history.length > round || G.chosen[seat]);
        waits.push((performance.now() - before) / 1000);
        await until(client, ({ G }) => G.history.length > round);
      }),
    );
  }
  if (!clients[0].getState().ctx.gameover) throw new Error("the match is not over");
}

async function main() {
  const scripts = JSON.parse((await lines.next()).value);
  for (let batch = 0; batch < batches; batch++) {
    const begun = [];
    for (let number = 0; number < matches; number++) begun.push(await begin());
    console.log(JSON.stringify({ event: "begin" }));
    await lines.next();
    const waits = [];
    const started = performance.now();
    await Promise.all(begun.map((clients, number) => play(clients, scripts[batch][number], waits)));
    console.log(JSON.stringify({ event: "end", seconds: (performance.now() - started) / 1000, waits }));
    for (const client of begun.flat()) client.stop();
  }
  process.exit(0);
}

main();
