// @ts-check
/** What is to be drawn, from the view and the draft: book-keeping only. What is allowed comes in `legal`. */

import { say } from "../say.js";

/**
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").Draft} Draft
 * @typedef {import("./types.js").Happening} Happening
 */

export const LETTERS = "ABCD";

/** @param {string} action such as "OK5@0,1" @returns {[string, string]} card and cell */
export function parted(action) {
  const [card, cell] = action.split("@");
  return [card, cell];
}

/** @param {string} cell @returns {[number, number]} */
export function xy(cell) {
  const [x, y] = cell.split(",").map(Number);
  return [x, y];
}

/** The cards of a draft. @param {Draft} draft @returns {{placed: string | null, discarded: string | null}} */
export function drafted(draft) {
  return { placed: draft.place && parted(draft.place)[0], discarded: draft.discard && draft.discard.slice(1) };
}

/** It is this page's turn. @param {TableView} view */
export function isMine(view) {
  return view.status === "playing" && view.you.as !== null && view.seat === view.you.as;
}

/** Placing or discarding is due here. @param {TableView} view */
export function isDrafting(view) {
  return isMine(view) && (view.phase === "PLACE" || view.phase === "DISCARD");
}

/** Drawing is due here. @param {TableView} view */
export function isDrawing(view) {
  return isMine(view) && (view.phase === "DRAW_FIRST" || view.phase === "DRAW_SECOND");
}

/**
 * The hand that is left beside the draft, in the order that is preferred.
 * @param {TableView} view
 * @param {Draft} draft
 * @param {"species" | "value"} sort
 * @returns {string[]}
 */
export function handLeft(view, draft, sort) {
  const { placed, discarded } = drafted(draft);
  return sorted(view.hand.filter((card) => card !== placed && card !== discarded), sort);
}

/**
 * @param {string[]} cards
 * @param {"species" | "value"} sort
 */
export function sorted(cards, sort) {
  const key = sort === "value" ? (/** @type {string} */ card) => card.slice(2) + card.slice(0, 2) : (/** @type {string} */ card) => card;
  return [...cards].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/**
 * An arboretum with the card that is drafted into it.
 * @param {TableView} view
 * @param {number} seat
 * @param {Draft} draft
 * @returns {[string, string][]}
 */
export function laid(view, seat, draft) {
  const cards = view.tableaux[seat];
  if (seat !== view.you.as || !draft.place) return cards;
  const [card, cell] = parted(draft.place);
  return [...cards, [cell, card]];
}

/**
 * A discard pile with the card that is drafted onto it, bottom first.
 * @param {TableView} view
 * @param {number} seat
 * @param {Draft} draft
 */
export function pile(view, seat, draft) {
  const cards = view.discards[seat];
  return seat === view.you.as && draft.discard ? [...cards, draft.discard.slice(1)] : cards;
}

/**
 * @param {TableView} view
 * @param {number} seat
 * @param {Draft} draft
 */
export function pileCount(view, seat, draft) {
  const own = seat === view.you.as && draft.discard ? 1 : 0;
  return (view.discard_counts?.[seat] ?? view.discards[seat].length) + own;
}

/**
 * The cells on which the server would let this card be placed.
 * @param {TableView} view
 * @param {string} card
 * @returns {string[]}
 */
export function cellsFor(view, card) {
  return view.legal.filter((action) => action.startsWith(`${card}@`)).map((action) => parted(action)[1]);
}

/** Open cells numbered as one reads them: the northern row first, each from the west. @param {string[]} cells */
export function numbered(cells) {
  const order = [...cells].sort((a, b) => xy(b)[1] - xy(a)[1] || xy(a)[0] - xy(b)[0]);
  return new Map(order.map((cell, at) => [cell, at + 1]));
}

/**
 * A draft that still fits what is allowed now; what does not is dropped.
 * @param {TableView} view
 * @param {Draft} draft
 * @returns {Draft}
 */
export function fitting(view, draft) {
  if (!isDrafting(view)) return { place: null, discard: null };
  const place = draft.place && view.legal.includes(draft.place) ? draft.place : null;
  const held = draft.discard && view.hand.includes(draft.discard.slice(1));
  return { place, discard: held && draft.discard?.slice(1) !== drafted({ place, discard: null }).placed ? draft.discard : null };
}

/** The turn can be ended. @param {TableView} view @param {Draft} draft */
export function isComplete(view, draft) {
  return isDrafting(view) && draft.discard !== null && (draft.place !== null || view.phase === "DISCARD");
}

/** The events of the turn that is being played. @param {TableView} view @returns {Happening[]} */
export function thisTurn(view) {
  const at = view.recent.findLastIndex((event) => event.event === "discarded");
  return view.recent.slice(at + 1).filter((event) => event.seat === view.seat && event.event !== "said");
}

/** The cards in hand that were drawn this turn. @param {TableView} view @returns {Set<string>} */
export function drawnNow(view) {
  const drew = isMine(view) ? thisTurn(view).filter((event) => event.event === "drew") : [];
  return new Set(drew.map((event) => event.card ?? ""));
}

/**
 * What happened since, turn by turn: the events of one seat together.
 * @param {Happening[]} events
 * @returns {Happening[][]}
 */
export function byTurn(events) {
  /** @type {Happening[][]} */
  const turns = [];
  let open = false;
  for (const event of events) {
    if (!event.say || !["drew", "placed", "discarded", "replaced", "started"].includes(event.event ?? "")) continue;
    const last = turns.at(-1)?.[0];
    if (open && last?.seat === event.seat) turns.at(-1)?.push(event);
    else turns.push([event]);
    open = event.event === "drew" || event.event === "placed";
  }
  return turns;
}

/**
 * The name by which a seat is called here.
 * @param {TableView} view
 * @param {number} seat
 */
export function nameOf(view, seat) {
  return view.players?.[seat] || view.seats[seat]?.name || say("Seat {letter}", { letter: LETTERS[seat] });
}

/** A bot whose searches are still compiled: another one plays for it. @param {{shown: TableView, online: boolean[]}} app @param {number} seat */
export function isGettingReady(app, seat) {
  return app.shown.seats[seat].kind === "bot" && app.online[seat] === false;
}

/** A discard pile as it is called here. @param {TableView} view @param {number} seat */
export function pileName(view, seat) {
  return seat === view.you.as ? say("Your discards") : say("{name}’s discards", { name: nameOf(view, seat) });
}

/** The sum of the values in hand of a species, as printed. @param {string[]} hand @param {string} species */
export function sumOf(hand, species) {
  return hand.reduce((sum, card) => (card.startsWith(species) ? sum + Number(card.slice(2)) : sum), 0);
}
