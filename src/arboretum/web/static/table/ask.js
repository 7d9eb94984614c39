// @ts-check
/** A hint is asked for here, where advice may be given. What shows it is loaded when it is first wanted. */

import { isMine, LETTERS, parted } from "./model.js";
import { pause } from "./net.js";
import { speak } from "./notice.js";
import { say } from "../say.js";

/** @typedef {import("./app.js").App} App @typedef {typeof import("./hint.js")} Hinter */

/** Milliseconds for which the end of a turn waits until it is known what the discard costs. */
const PATIENCE = 1500;

/** The server would give a hint now. @param {App} app */
export function mayAsk(app) {
  return !app.past && app.view !== null && app.view.advice && isMine(app.view);
}

/** The choice that is due: once something is done, a hint about it is stale. @param {App} app */
export function moment(app) {
  const { view, draft } = app;
  return `${view?.turn} ${view?.phase} ${view?.you.as} ${draft.place} ${draft.discard}`;
}

/** What is advised now: an action, or nothing. @param {App} app @returns {string} */
export function advised(app) {
  return app.hint?.moment === moment(app) && !app.past ? app.hint.told?.choices[0].action ?? "" : "";
}

/** Where something lies that is advised, as a class of its own. @param {App} app @param {"pile" | number} from a pile that is drawn from */
export function hintedSource(app, from) {
  return advised(app) === (from === "pile" ? "+" : `+<${LETTERS[from]}`) ? "hinted" : "";
}

/** The same for a card of the hand: to be placed, or discarded. @param {App} app @param {string} card */
export function hintedCard(app, card) {
  const action = advised(app);
  return action === `-${card}` || parted(action)[0] === card ? "hinted" : "";
}

/** A card and the cell on which it is advised to be placed. @param {App} app @returns {[string, string] | null} */
export function hintedPlace(app) {
  const [card, cell] = parted(advised(app));
  return cell ? [card, cell] : null;
}

/** Ask what to do; asked again, why. @param {App} app */
export async function askHint(app) {
  if (!mayAsk(app)) return refuse(app, app.view && !isMine(app.view) ? say("It is not your turn.") : say("There are no hints at this table: it is played against people, and did not agree on them."));
  const hinter = await loaded(app);
  if (hinter) await hinter.ask(app);
  else refuse(app, say("The server cannot be reached. Nothing is lost; try again in a moment."));
}

/** @param {App} app @param {string} why */
function refuse(app, why) {
  app.change(() => (app.fault = why));
  speak(why, "assertive");
}

/** What shows hints; null where it cannot be loaded. @param {App} app @returns {Promise<Hinter | null>} */
async function loaded(app) {
  try {
    app.hinter ??= await import("./hint.js");
  } catch {
    return null; // No network: the game goes on without hints.
  }
  return app.hinter;
}

/** Somebody wants to be warned before a costly discard, and may be. @param {App} app */
function warns(app) {
  return app.prefs.warn && mayAsk(app);
}

/**
 * What comes of a promise if that does not take long: who is slow to answer holds up nobody's turn.
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T | null>}
 */
export function inTime(promise) {
  return Promise.race([promise, pause(PATIENCE).then(() => null)]);
}

/** Find out what a discard costs as soon as it is chosen, so that nobody waits for it later. @param {App} app */
export async function foretell(app) {
  if (warns(app)) (await loaded(app))?.fetched(app);
}

/** Whether a turn may be ended: not while its player is asked about a costly discard. @param {App} app @returns {Promise<boolean>} */
export async function consents(app) {
  const hinter = warns(app) ? await inTime(loaded(app)) : null;
  return hinter === null || hinter.consents(app);
}
