// The server that `load.py --boardgame` measures beside stich: boardgame.io with a game of hidden hands and no rules.
// Three seats, seventeen cards each; the seat on turn plays any card; when all are gone, the cards are dealt again.
const { createRequire } = require("node:module");
const [, , folder, port] = process.argv;
const installed = createRequire(`${folder}/`);
const { Server, Origins } = installed("boardgame.io/server");
const { PlayerView } = installed("boardgame.io/core");

const SEATS = 3;
const HAND = 17;

function deal(random) {
  const cards = random.Shuffle([...Array(SEATS * HAND).keys()]);
  const players = {};
  for (let seat = 0; seat < SEATS; seat++) players[seat] = { hand: cards.slice(seat * HAND, (seat + 1) * HAND) };
  return { players, pile: [], trick: [] };
}

const game = {
  name: "cards",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: ({ random }) => deal(random),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, random, playerID }, at) => {
      const [card] = G.players[playerID].hand.splice(at, 1);
      G.trick.push(card);
      if (G.trick.length === SEATS) {
        G.pile.push(...G.trick);
        G.trick = [];
      }
      if (G.pile.length === SEATS * HAND) Object.assign(G, deal(random));
    },
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run(Number(port), () => {
  console.log(`boardgame.io ${installed("boardgame.io/package.json").version}, no rules, no log`);
  console.log(`http://127.0.0.1:${port}/`);
});
