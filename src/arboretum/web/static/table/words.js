// @ts-check
/**
 * What a person may type at the table, read as the terminal reads it: a line holds one command or several.
 * A card is its code or its tree, in any case, and its number; a cell is its number or x,y. Commands are the same in
 * every language, and trees have their English names beside those of the language that is spoken.
 */

import { SPECIES } from "../art.js";
import { oneOf, say } from "../say.js";
import { LETTERS, numbered } from "./model.js";

/**
 * @typedef {import("./types.js").TableView} TableView
 *
 * @typedef {{kind: "draw", action: string}} DrawWord
 * @typedef {{kind: "place", card: string, cell: string}} PlaceWord
 * @typedef {{kind: "discard", card: string}} DiscardWord
 * @typedef {{kind: "ask", word: string, seat?: number, card?: string, cell?: string, number?: number}} AskWord
 * @typedef {DrawWord | PlaceWord | DiscardWord | AskWord} Word
 */

/** The words that can be typed beside moves, the plain one first. @type {Readonly<Record<string, string[]>>} */
export const WORDS = Object.freeze({
  end: ["end", "done"], undo: ["undo", "u"], quit: ["quit", "q", "exit", "bye"], help: ["?", "help"], hint: ["hint", "h"],
  table: ["table", "t"], hand: ["hand"], paths: ["paths", "path"], pile: ["pile", "piles"], list: ["list"], log: ["log"],
  unseen: ["unseen"], species: ["species"], rules: ["rules"], options: ["options"],
});

/** The trees as they are typed everywhere. @type {Readonly<Record<string, string>>} */
const TREES = Object.freeze({
  BS: "blue spruce", CA: "cassia", CB: "cherry blossom", DW: "dogwood", JA: "jacaranda", LI: "lilac", MG: "magnolia", MP: "maple",
  OK: "oak", OL: "olive", RP: "royal poinciana", TP: "tulip poplar", WI: "willow",
});

const FILLERS = ["on", "at", "from", "to", "the", "and", "then", "of"];

/** A tree or a code, and a value. */
const CARD = /^(\p{L}[\p{L}-]*?)(\d+)$/u;

/** A line that was not understood: what was expected where. */
export class Unread extends Error {}

/**
 * Read a line, all of it before anything is done. Throws Unread.
 * @param {string} line
 * @param {TableView} view
 * @returns {Word[]}
 */
export function read(line, view) {
  if (line.length > 200) throw new Unread(say("At most {count} letters; ? lists the commands.", { count: 200 }));
  const reader = new Reader(line, view);
  const words = [];
  while (!reader.done) words.push(reader.next());
  return words;
}

class Reader {
  /** @param {string} line @param {TableView} view */
  constructor(line, view) {
    this.view = view;
    this.words = line.toLowerCase().replace(/@/g, " ").split(/\s+/).filter((word) => word && !FILLERS.includes(word));
    this.at = 0;
  }

  get done() {
    return this.at >= this.words.length;
  }

  get peek() {
    return this.words[this.at] ?? "";
  }

  take() {
    return this.words[this.at++] ?? "";
  }

  /** @param {string} expected @returns {never} */
  wrong(expected) {
    throw new Unread(this.peek
      ? say("“{word}” is not understood: expected {expected}.", { word: this.peek, expected })
      : say("The line ends too early: expected {expected}.", { expected }));
  }

  /** @returns {Word} */
  next() {
    const word = this.peek;
    const known = Object.entries(WORDS).find(([, spellings]) => spellings.includes(word));
    if (known) return this.asked(known[0]);
    if (word.startsWith("+") || word === "draw" || word === "take") return this.draw();
    if (word.startsWith("-") || word === "x" || word === "discard") return this.discard();
    if (word === "place") this.take();
    else if (/^[a-z]$/.test(word)) return { kind: "draw", action: `+<${LETTERS[this.seat()]}` };
    const card = this.card();
    return { kind: "place", card, cell: this.cell() };
  }

  /** @param {string} word @returns {AskWord} */
  asked(word) {
    this.take();
    if (["pile", "list", "paths"].includes(word) && this.isSeat()) return { kind: "ask", word, seat: this.seat() };
    if (word === "paths" && this.isCard()) {
      const card = this.card();
      return /^-?[0-9,-]+$/.test(this.peek) ? { kind: "ask", word, card, cell: this.cell() } : { kind: "ask", word, card };
    }
    if (word === "log" && /^\d{1,3}$/.test(this.peek)) return { kind: "ask", word, number: Number(this.take()) };
    return { kind: "ask", word };
  }

  /** @returns {DrawWord} */
  draw() {
    const word = this.take();
    const letter = word[0] === "+" ? word.slice(1).replace(/^</, "") : "";
    if (letter || word === "+<") {
      this.words.splice(this.at, 0, letter);
      return { kind: "draw", action: `+<${LETTERS[this.seat()]}` };
    }
    if (word !== "+" && this.isSeat()) return { kind: "draw", action: `+<${LETTERS[this.seat()]}` };
    if (word !== "+") for (const filler of ["draw", "pile", "deck"]) if (this.peek === filler) this.take();
    return { kind: "draw", action: "+" };
  }

  /** @returns {DiscardWord} */
  discard() {
    const word = this.take();
    if (word[0] === "-" && word.length > 1) this.words.splice(this.at, 0, word.slice(1));
    return { kind: "discard", card: this.card() };
  }

  isSeat() {
    const word = this.peek;
    return word !== "" && (LETTERS.toLowerCase().slice(0, this.view.players.length).includes(word) && word.length === 1 || this.named(word) >= 0);
  }

  /** @param {string} word */
  named(word) {
    return this.view.players.findIndex((name) => name.toLowerCase() === word);
  }

  seat() {
    const letters = LETTERS.slice(0, this.view.players.length);
    const named = this.named(this.peek);
    const at = named >= 0 ? named : this.peek.length === 1 ? letters.toLowerCase().indexOf(this.peek) : -1;
    if (at < 0) this.wrong(say("a player, {letters}; the draw pile is +; ? lists the commands", { letters: oneOf([...letters]) }));
    this.take();
    return at;
  }

  isCard() {
    return CARD.test(this.peek) || this.tree(this.peek) !== null;
  }

  /** @returns {string} */
  card() {
    const match = CARD.exec(this.peek);
    let [name, value] = match ? [match[1], match[2]] : [this.peek, ""];
    let length = 1;
    while (!match && /^[\p{L}-]+$/u.test(this.words[this.at + length] ?? "")) name += ` ${this.words[this.at + length++]}`;
    const species = this.tree(name);
    if (species === null) this.wrong(say("a command (? lists them) or a card, which is one of {codes} and a value 1-8", { codes: this.view.species.join(" ") }));
    if (!match) value = this.words[this.at + length++] ?? "";
    if (!/^[1-8]$/.test(value)) this.wrong(say("a value from 1 to 8 after {species}, such as {card}", { species: SPECIES[species], card: `${species}7` }));
    this.at += length;
    return species + value;
  }

  /** A species by its code, its name, or at least three letters that begin a word of it. @param {string} name @returns {string | null} */
  tree(name) {
    const fits = Object.keys(SPECIES).filter((code) => name === code.toLowerCase() ||
      [TREES[code], SPECIES[code].toLowerCase()].some((title) => name === title || (name.length >= 3 && title.split(/[\s-]/).some((word) => word.startsWith(name)))));
    const here = fits.filter((code) => this.view.species.includes(code));
    const found = here.length ? here : fits;
    return found.length === 1 ? found[0] : null;
  }

  /** @returns {string} */
  cell() {
    const word = this.peek;
    const cells = [...numbered(this.view.open).keys()];
    if (/^-?\d+,-?\d+$/.test(word)) return this.take();
    if (!/^\d{1,3}$/.test(word) || !cells[Number(word) - 1]) this.wrong(say("the number of an open cell, 1 to {count}, or x,y", { count: cells.length }));
    return cells[Number(this.take()) - 1];
  }
}
