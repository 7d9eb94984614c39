// A bot for Node: places cards beside cards, and keeps in hand what it holds most of.
"use strict";

let seat = 0; // ours
let hand = []; // our cards
let arboretum = {}; // our cards by cell, such as "2,-1"
let discards = [[], [], [], []]; // by seat, the top card last

const species = (card) => card.slice(0, 2);
const value = (card) => Number(card[2]);
const remove = (card) => hand.splice(hand.indexOf(card), 1);
const held = (card) => hand.filter((c) => species(c) === species(card)).reduce((sum, c) => sum + value(c), 0);

function begin(game) {
  seat = game.seat;
  [hand, arboretum, discards] = [[], {}, [[], [], [], []]];
}

function happened(what) {
  const mine = what.seat === seat;
  if (what.event === "dealt" && mine) hand = [...what.cards];
  if (what.event === "dealt" && what.discard) discards[what.seat].push(what.discard);
  if (what.event === "drew" && what.from !== "pile") discards[what.from].pop();
  if (what.event === "drew" && mine) hand.push(what.card);
  if (what.event === "placed" && mine) (remove(what.card), (arboretum[what.cell] = what.card));
  if (what.event === "discarded" && mine) remove(what.card);
  if (what.event === "discarded") discards[what.seat].push(what.card);
}

function worth(action) {
  if (action === "+") return 4.5; // the mean value of a card that nobody has seen
  if (action.startsWith("+<")) return held(discards["ABCD".indexOf(action[2])].at(-1));
  if (action.startsWith("-")) return -held(action.slice(1));
  const [card, cell] = action.split("@");
  const [x, y] = cell.split(",").map(Number);
  return 3 * (chain(x, y, card, 1) + chain(x, y, card, -1)) + held(card) - 2 * value(card);
}

// How many cards lie in the longest chain from a cell, up (1) or down (-1).
function chain(x, y, card, way) {
  const longest = ([a, b]) => {
    const next = arboretum[`${a},${b}`];
    return next && way * (value(next) - value(card)) > 0 ? 1 + chain(a, b, next, way) : 0;
  };
  return Math.max(...[[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].map(longest));
}

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const told = JSON.parse(line);
  if ("hello" in told) console.log(JSON.stringify({ hello: "gardener", protocol: 1 }));
  if ("game" in told) begin(told);
  if ("event" in told) happened(told);
  if ("question" in told) {
    const action = told.legal.reduce((best, next) => (worth(next) > worth(best) ? next : best));
    console.log(JSON.stringify({ answer: told.question, action }));
  }
});
