// @ts-check
/** What is said, shown in the title, played and sent to the desktop when something happens. */

import { isMine, nameOf, thisTurn } from "./model.js";
import { say } from "../say.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./types.js").Happening} Happening
 */

/** Milliseconds until the desktop is told of a turn: what is on its way arrives first, and may say that it was begun elsewhere. */
const MOMENT = 500;

let twist = false;

/**
 * Say something once in a live region; the same words are spoken again too, for the text differs.
 * @param {string} text
 * @param {"polite" | "assertive"} [how]
 */
export function speak(text, how = "polite") {
  const region = document.getElementById(`say-${how}`);
  twist = !twist;
  if (region) region.textContent = text + (twist ? "\u200b" : "");
}

/** Nothing that was said to one player stays for the next at this screen. */
function hush() {
  for (const how of ["polite", "assertive"]) document.getElementById(`say-${how}`)?.replaceChildren();
}

/**
 * Each move once, and whose turn it is in the title.
 * @param {App} app
 * @param {Happening[]} events
 */
export function announce(app, events) {
  const view = app.view;
  if (!view) return;
  if (app.curtain !== null) return hush();
  const heard = events.filter(({ event, seat }) => event !== "said" || !app.prefs.muted.includes(seat ?? -1));
  const said = heard.map((event) => event.say).filter(Boolean).join(" ");
  if (said) speak(said);
  const mine = isMine(view);
  document.title = mine ? say("● Your turn · Arboretum") : view.status === "over" ? say("Over · Arboretum") : "Arboretum";
}

/** It has become this person's turn. @param {App} app */
export function herald(app) {
  const view = app.view;
  if (!view || thisTurn(view).length) return;
  speak(say("Your turn: draw a card."), "assertive");
  if (app.prefs.sound) chime();
  if (app.prefs.notify) setTimeout(() => call(app, view.turn), MOMENT);
}

/** Tell the desktop that a turn waits, unless somebody looks at the page or has begun the turn. @param {App} app @param {number} turn */
function call(app, turn) {
  const view = app.view;
  if (!view || view.turn !== turn || !isMine(view) || thisTurn(view).length || !document.hidden) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const others = view.seats.map((_, seat) => seat).filter((seat) => seat !== view.you.as);
  new Notification(say("Your turn"), { body: say("Arboretum with {names}", { names: others.map((seat) => nameOf(view, seat)).join(", ") }), tag: view.id });
}

/** Ask for desktop notices. @param {App} app @param {boolean} wanted */
export async function notices(app, wanted) {
  const granted = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
  app.prefer({ notify: granted });
  if (wanted && !granted) app.change(() => (app.fault = say("This browser does not allow desktop notices here; the title tells the turn.")));
}

/** @type {AudioContext | null} */
let audio = null;

/** Two soft wooden notes, made here. */
export function chime() {
  audio ??= new AudioContext();
  audio.resume();
  const start = audio.currentTime + 0.02;
  for (const [at, pitch] of [[0, 392], [0.13, 523.25]]) knock(audio, start + at, pitch);
}

/** One low wooden note, for a right that is decided. */
export function tock() {
  audio ??= new AudioContext();
  audio.resume();
  knock(audio, audio.currentTime + 0.02, 293.66);
}

/**
 * One note of a wooden bar: a sine and its fourth partial, which dies sooner.
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} pitch
 */
function knock(context, at, pitch) {
  for (const [partial, loud, long] of [[1, 0.16, 0.5], [3.95, 0.05, 0.12]]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = pitch * partial;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + long + 0.02);
  }
}
