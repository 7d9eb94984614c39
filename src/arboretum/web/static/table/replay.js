// @ts-check
/** What happened since one's last turn, once more: the table is taken back event by event, and played again. */

import { drawnNow } from "./model.js";
import { pause } from "./net.js";
import { speak } from "./notice.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").Happening} Happening
 */

/** Milliseconds between two moves. */
const BEAT = 850;

/** @param {App} app */
export async function replay(app) {
  const mine = ++app.replay;
  const view = app.view;
  if (!view || app.past) return app.change(() => (app.past = null));
  const moments = momentsOf(view);
  if (moments.length < 2) return;
  app.change(() => {
    app.picked = null;
    app.past = moments[0].view;
  });
  for (const { view: moment, event } of moments.slice(1)) {
    await pause(BEAT);
    if (app.replay !== mine || !app.past || app.view !== view) return;
    app.change(() => (app.past = moment), event ? [event] : []);
    if (event?.say) speak(event.say);
  }
  await pause(BEAT);
  if (app.replay === mine && app.view === view) app.change(() => (app.past = null));
}

/**
 * The views before and after each recent event, oldest first.
 * @param {TableView} view
 * @returns {{view: TableView, event: Happening | null}[]}
 */
export function momentsOf(view) {
  /** @type {{view: TableView, event: Happening | null}[]} */
  const moments = [];
  /** @type {TableView} */
  let now = { ...view, legal: [] };
  const moves = view.recent.filter((event) => ["drew", "placed", "discarded"].includes(event.event ?? ""));
  for (let at = moves.length - 1; at >= 0; at--) {
    moments.unshift({ view: now, event: moves[at] });
    now = before(now, moves[at]);
  }
  moments.unshift({ view: now, event: null });
  return moments;
}

/**
 * A view as it was before an event: cards go back to where they came from.
 * @param {TableView} view
 * @param {Happening} event
 * @returns {TableView}
 */
function before(view, event) {
  const seat = event.seat ?? 0;
  const card = event.card ?? "?";
  const mine = seat === view.you.as;
  const was = { ...view, seat, recent: view.recent.filter((each) => each.v < event.v) };
  if (event.event === "drew") {
    was.hand = mine ? view.hand.filter((held) => held !== card) : view.hand;
    was.hands = hands(view, seat, -1);
    was.phase = drawnNow(was).size || was.recent.at(-1)?.event === "drew" ? "DRAW_SECOND" : "DRAW_FIRST";
    if (event.from === "pile") was.pile = view.pile + 1;
    else was.discards = view.discards.map((pile, at) => (at === event.from ? [...pile, card] : pile));
  } else {
    was.hand = mine ? [...view.hand, card].sort() : view.hand;
    was.hands = hands(view, seat, 1);
    was.phase = event.event === "placed" ? "PLACE" : "DISCARD";
    if (event.event === "placed") was.tableaux = view.tableaux.map((cards, at) => (at === seat ? cards.slice(0, -1) : cards));
    else was.discards = view.discards.map((pile, at) => (at === seat ? pile.slice(0, -1) : pile));
  }
  return was;
}

/** @param {TableView} view @param {number} seat @param {number} more */
function hands(view, seat, more) {
  return view.hands.map((hand, at) => (at === seat ? { ...hand, size: hand.size + more } : hand));
}
