// @ts-check
/**
 * One grammar for mouse, touch, keys and drags: pick a card, its targets light up, put it on one.
 * Draws are sent at once; placing and discarding stay a draft until the turn is ended.
 */

import { consents, foretell } from "./ask.js";
import { cellsFor, drafted, fitting, handLeft, isComplete, isDrafting, isDrawing, isMine, LETTERS } from "./model.js";
import { speak } from "./notice.js";
import { inWords } from "../art.js";
import { focusOn } from "./focus.js";
import { say, sayMany } from "../say.js";

/** @typedef {import("./app.js").App} App */

/** Milliseconds in which a second press of what has just become *End turn* is taken for a double click. */
const DOUBLE = 350;
let completed = 0;

/** Milliseconds after a draw in which another press of a pile is taken for the second half of a double click. */
const TWICE = 250;

/**
 * Take a card into the fingers, or put it down again.
 * @param {App} app
 * @param {string} card
 */
export function pick(app, card) {
  const view = app.view;
  if (!view || app.past) return;
  if (!isDrafting(view)) return refuse(app, isDrawing(view) ? say("Draw two cards first.") : say("It is not your turn."));
  if (app.picked === card) return drop(app);
  app.change(() => {
    app.picked = card;
    app.aimed = null;
    app.fault = "";
    app.draft = without(app, card);
  });
  app.keep();
  app.foresee(card);
  const cells = targets(app).cells.length;
  speak(cells
    ? sayMany("{card} picked. {count} open cell, or your discard pile.", "{card} picked. {count} open cells, or your discard pile.", cells, { card: inWords(card) })
    : say("{card} picked. To discard.", { card: inWords(card) }));
}

/** The draft without a card that is picked up again. @param {App} app @param {string} card */
function without(app, card) {
  const { placed, discarded } = drafted(app.draft);
  return { place: placed === card ? null : app.draft.place, discard: discarded === card ? null : app.draft.discard };
}

/** Put down what is picked. @param {App} app */
export function drop(app) {
  if (!app.picked) return;
  app.change(() => {
    app.picked = null;
    app.aimed = null;
  });
}

/**
 * Where the picked card may go.
 * @param {App} app
 * @returns {{cells: string[], discard: boolean}}
 */
export function targets(app) {
  const view = app.view;
  if (!view || !app.picked || app.past || !isDrafting(view)) return { cells: [], discard: false };
  return { cells: cellsFor(view, app.picked), discard: true };
}

/** Point at a cell, or at none. @param {App} app @param {string | null} cell */
export function aim(app, cell) {
  if (app.aimed === cell) return;
  app.aimed = cell;
  app.draw();
}

/** Put the picked card on a cell. @param {App} app @param {string} cell */
export function place(app, cell) {
  const card = app.picked;
  if (!card || !app.view) return;
  const action = `${card}@${cell}`;
  if (!app.view.legal.includes(action)) return refuse(app, say("{card} cannot be placed on {cell}.", { card, cell }));
  app.change(() => {
    app.draft = { ...app.draft, place: action };
    putDown(app);
  });
  after(app, say("{card} on {cell}, until you end the turn.", { card: inWords(card), cell }));
}

/** Put the picked card on the own discard pile. @param {App} app */
export function discard(app) {
  const card = app.picked;
  if (!card || !app.view) return;
  app.change(() => {
    app.draft = { ...app.draft, discard: `-${card}` };
    putDown(app);
  });
  after(app, say("{card} to be discarded, until you end the turn.", { card: inWords(card) }));
}

/** @param {App} app */
function putDown(app) {
  app.picked = null;
  app.aimed = null;
  app.fault = "";
  completed = performance.now();
}

/**
 * Keep the draft, say it, and lead a keyboard on.
 * @param {App} app
 * @param {string} said
 */
function after(app, said) {
  app.keep();
  speak(said);
  if (!isComplete(/** @type {any} */ (app.view), app.draft)) return void focusOn(app.root, "[data-zone=hand] [tabindex='0']");
  focusOn(app.root, "[data-focus=end]");
  foretell(app);
}

/** Take back the discard, or if there is none the placing; before them a picked card. @param {App} app */
export function undo(app) {
  if (app.picked) return drop(app);
  const { place, discard } = app.draft;
  if (!place && !discard) return refuse(app, say("There is nothing to take back: a draw stays drawn."));
  app.change(() => {
    app.draft = discard ? { place, discard: null } : { place: null, discard: null };
    app.fault = "";
  });
  app.keep();
  speak(discard ? say("The discard is taken back.") : say("The placing is taken back."));
  if (!app.root.contains(document.activeElement) || document.activeElement === document.body) focusOn(app.root, "[data-zone=hand] [tabindex='0']");
}

/** A pile is pressed: draw a card, and one only if it was pressed twice at once. @param {App} app @param {string} action */
export async function press(app, action) {
  if (app.resting) return;
  app.resting = true;
  await draw(app, action);
  setTimeout(() => {
    app.resting = false;
    app.draw();
  }, TWICE);
}

/** This may be drawn now: nothing is on its way, and the last draw is not too fresh. @param {App} app @param {string} action */
export function mayDraw(app, action) {
  return !app.busy && !app.resting && !app.past && isDrawing(app.shown) && app.shown.legal.includes(action);
}

/** Draw a card. @param {App} app @param {string} action "+", or "+<B" */
export async function draw(app, action) {
  const view = app.view;
  if (!view || app.past || app.busy) return;
  if (!view.legal.includes(action)) return refuse(app, whyNotDraw(app, action));
  await command(app, { kind: "act", seat: view.you.as, action }, true);
}

/** @param {App} app @param {string} action */
function whyNotDraw(app, action) {
  const view = /** @type {import("./types.js").TableView} */ (app.view);
  if (!isMine(view)) return say("It is not your turn.");
  if (!isDrawing(view)) return say("You have drawn twice: now place a card and discard one.");
  return action === "+" ? say("The draw pile is empty: take from a discard pile.") : say("The discard pile of {player} is empty.", { player: LETTERS[LETTERS.indexOf(action[2])] });
}

/** Send the draft: the placing and the discard in one. @param {App} app */
export async function end(app) {
  const view = app.view;
  if (!view || app.past || app.busy || performance.now() - completed < DOUBLE) return;
  if (!isComplete(view, app.draft)) return refuse(app, say("Place a card and choose one to discard first."));
  if (!(await consents(app))) return;
  const { place, discard } = app.draft;
  const seat = view.you.as;
  await command(app, place ? { kind: "turn", seat, place, discard } : { kind: "act", seat, action: discard }, true);
}

/**
 * Send a command. If the table has moved on meanwhile, it is sent again where it still means the same.
 * @param {App} app
 * @param {Record<string, unknown>} what
 * @param {boolean} [inTurn] it belongs to this very step of this turn
 * @returns {Promise<boolean>} whether it is done
 */
export async function command(app, what, inTurn = false) {
  const view = app.view;
  if (!view || app.busy) return false;
  const id = newId();
  const step = `${view.turn} ${view.phase} ${view.seat}`;
  app.change(() => {
    app.busy = true;
    app.fault = "";
  });
  let answer = await app.line.send(what, view.v, id);
  if (answer.status === 409) {
    await app.refresh();
    if (!inTurn || step === `${app.view?.turn} ${app.view?.phase} ${app.view?.seat}`) answer = await app.line.send(what, app.view?.v ?? view.v, id);
  }
  app.change(() => {
    app.busy = false;
    app.fault = answer.ok ? "" : answer.error;
    if (app.view) app.draft = fitting(app.view, app.draft);
  });
  if (answer.ok) catchUp(app, answer.version ?? 0);
  else speak(answer.error, "assertive");
  return answer.ok;
}

/** A name for a command, so that it is done once however often it is sent. */
function newId() {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join("");
}

/**
 * Press on in the count for everybody. Nothing waits for it, so a quick second press is not lost; the same step twice is one.
 * @param {App} app @param {number} step
 */
export async function countOn(app, step) {
  const answer = await app.line.send({ kind: "count", step }, app.view?.v ?? 0, newId());
  if (answer.ok) catchUp(app, answer.version ?? 0);
  else refuse(app, answer.error);
}

/** What was done is shown as soon as the stream tells; where that is late, ask. @param {App} app @param {number} version */
function catchUp(app, version) {
  setTimeout(() => (app.view?.v ?? 0) < version && app.refresh(), 700);
}

/** Say why something cannot be: the card stays, a sentence appears. @param {App} app @param {string} why */
export function refuse(app, why) {
  app.change(() => (app.fault = why));
  speak(why, "assertive");
}

/**
 * What the one large button does now.
 * @param {App} app
 * @returns {{text: string, ready: boolean, does: () => void}}
 */
export function mainButton(app) {
  const view = app.shown;
  const onlyDiscard = app.picked && !app.draft.discard && (app.draft.place !== null || view.phase === "DISCARD");
  if (onlyDiscard) return { text: say("Discard {card}", { card: app.picked }), ready: true, does: () => discard(app) };
  return { text: say("End turn"), ready: isComplete(view, app.draft) && !app.past, does: () => end(app) };
}

/** The nth card of the hand as it lies there. @param {App} app @param {number} nth from 1 */
export function pickNth(app, nth) {
  const card = app.view && handLeft(app.view, app.draft, app.prefs.sort)[nth - 1];
  if (card) pick(app, card);
}

/** What is due, in words. @param {App} app @returns {string} */
export function due(app) {
  const view = app.shown;
  const { placed } = drafted(app.draft);
  if (!isMine(view)) return "";
  if (view.phase === "DRAW_FIRST") return say("draw from the draw pile or any discards");
  if (view.phase === "DRAW_SECOND") return view.legal.includes("+") ? say("draw a second card") : say("draw a second card, from a discard pile");
  if (isComplete(view, app.draft)) return say("end the turn");
  const due = view.phase === "PLACE" && !placed ? "place" : "discard";
  if (app.picked) return due === "place" ? say("place {card} on a lit cell", { card: app.picked }) : say("discard {card}: press Discard, or your pile", { card: app.picked });
  return due === "place" ? say("choose a card to place") : say("choose a card to discard");
}
