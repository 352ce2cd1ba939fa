// A boardgame.io server with Mantis: node server.js FOLDER [deltas]
//
// Keeps its matches in files in the folder, and prints its port once it is open.

"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");
const { FlatFile, Server } = require("boardgame.io/server");
const mantis = require("./mantis.js");

const [folder, how] = process.argv.slice(2);

const game = {
  name: "mantis",
  minPlayers: 2,
  maxPlayers: 6,
  disableUndo: true,
  deltaState: how === "deltas",
  // A comparison of the rules gives the order of the cards; otherwise they are shuffled.
  setup: ({ ctx, random }, { cards, starter, target } = {}) =>
    mantis.deal(
      cards ?? random.Shuffle([...mantis.CARDS.keys()]),
      ctx.numPlayers,
      starter ?? random.Die(ctx.numPlayers) - 1,
      target,
    ),
  moves: {
    declare: {
      client: false, // the front of the top card is secret
      move: ({ G, playerID, events }, steps) => {
        if (!mantis.isDeclaration(G, steps)) return INVALID_MOVE;
        if (!mantis.declare(G, Number(playerID), steps)) events.endTurn();
        return undefined;
      },
    },
  },
  turn: {
    order: {
      first: ({ G }) => G.starter,
      next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers,
    },
  },
  endIf: ({ G }) => (G.winners === null ? undefined : { winners: G.winners }),
  playerView: ({ G }) => mantis.view(G),
};

Server({ games: [game], origins: [], db: new FlatFile({ dir: folder }) })
  .run({ port: 0 })
  .then(({ appServer }) => console.log(`open at ${appServer.address().port}`));
