// boardgame.io's server with its store in memory: node serve.js PORT

const { Server, Origins } = require("boardgame.io/server");
const { TokenShowdown } = require("./game.js");

const server = Server({ games: [TokenShowdown], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) });
