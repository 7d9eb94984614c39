// @ts-check
/**
 * A pad as a link: the same form as pad/link_form.py, which tells it in full. A pad has one link, however it was
 * entered, and only what is written exactly so is read.
 */
import { SPECIES } from "../art.js";
import { FEWEST, MOST, keysOf, xy } from "./pad.js";

/** @typedef {import("./pad.js").Pad} Pad @typedef {import("./pad.js").Player} Player */

const CODES = Object.keys(SPECIES);
const LETTERS = "ABCDEFGHIJKLM";
const LINK = /^1\.[sf][sc][en]\.[A-M]{0,13}(?:\.[\w-]*\.(?:[A-M][1-8])*\.(?:-*[A-M][1-8])*(?:_(?:-*[A-M][1-8])*)*){1,4}$/;
const LONGEST = 2000;
/** Letters of a name. */
const LONGEST_NAME = 24;

/** Signs of a name that would turn the words around it, or break the line. */
const UNSEEN = /[\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A name as a pad keeps it. @param {string} text */
export function shownName(text) {
  const plain = text.replace(UNSEEN, "").replace(/\p{Cc}/gu, " ");
  return [...plain.split(/\s+/u).filter(Boolean).join(" ")].slice(0, LONGEST_NAME).join("").trimEnd();
}

/** @param {Pad} pad @returns {string} */
export function encoded(pad) {
  const species = pad.species.length ? keysOf(pad, []).map((code) => LETTERS[CODES.indexOf(code)]).join("") : "";
  const options = pad.names[0] + pad.tiebreak[0] + pad.unheld[0];
  return ["1", options, species, ...pad.players.map((player, seat) => `${word(player.name === "ABCD"[seat] ? "" : player.name)}.${player.hand.map(short).sort().join("")}.${rows(player)}`)].join(".");
}

/**
 * @param {unknown} text
 * @returns {Pad | null} null for what is no pad
 */
export function decoded(text) {
  if (typeof text !== "string" || text.length > LONGEST || !LINK.test(text)) return null;
  const [, options, species, ...rest] = text.split(".");
  try {
    /** @type {Pad} */
    const pad = {
      names: options[0] === "s" ? "second" : "first",
      tiebreak: options[1] === "s" ? "species" : "cards",
      unheld: options[2] === "e" ? "everyone" : "nobody",
      species: [...species].map((letter) => CODES[LETTERS.indexOf(letter)]),
      players: Array.from({ length: rest.length / 3 }, (_, at) => player(rest[3 * at], rest[3 * at + 1], rest[3 * at + 2])),
    };
    const cards = pad.players.flatMap((each) => [...each.hand, ...Object.values(each.cells)]);
    if (new Set(cards).size !== cards.length || pad.players.length > MOST) return null;
    if (encoded(pad) !== text) return null;
    while (pad.players.length < FEWEST) pad.players.push({ name: "", hand: [], cells: {} });
    return pad;
  } catch {
    return null; // A name that is none.
  }
}

/** @param {string} name @param {string} hand @param {string} text @returns {Player} */
function player(name, hand, text) {
  /** @type {Record<string, string>} */
  const cells = {};
  const lines = text.split("_");
  lines.forEach((line, down) => (line.match(/-|[A-M][1-8]/g) ?? []).forEach((each, x) => {
    if (each !== "-") cells[`${x},${lines.length - 1 - down}`] = long(each);
  }));
  return { name: unword(name), hand: (hand.match(/../g) ?? []).map(long), cells };
}

/** @param {Player} player */
function rows({ cells }) {
  const all = Object.keys(cells).map(xy);
  if (all.length === 0) return "";
  const [west, east] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const [south, north] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
  const lines = [];
  for (let y = north; y >= south; y--) {
    let line = "";
    for (let x = west; x <= east; x++) line += cells[`${x},${y}`] ? short(cells[`${x},${y}`]) : "-";
    lines.push(line.replace(/-+$/, ""));
  }
  return lines.join("_");
}

/** "OK6" as "I6". @param {string} card */
function short(card) {
  return LETTERS[CODES.indexOf(card.slice(0, 2))] + card.slice(2);
}

/** "I6" as "OK6". @param {string} card */
function long(card) {
  return CODES[LETTERS.indexOf(card[0])] + card[1];
}

/** A name in the alphabet of addresses. @param {string} name */
function word(name) {
  const bytes = Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte)).join("");
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function unword(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const name = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  if (name !== shownName(name)) throw new RangeError("A name is not kept like this.");
  return name;
}
