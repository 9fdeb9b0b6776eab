// A bot over a pipe: it plays the first of the legal actions that moves a card. See docs/programs.md.
//
//     stich arena durak "pipe:node examples/pipe_bot.js" random --deals 20

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { id, legal } = JSON.parse(line);
    const choose = Math.max(0, legal.findIndex(({ cards }) => cards.length > 0));
    console.log(JSON.stringify({ id, choose }));
  });
