// @ts-check
/** The foot: what happened at this step, the slider with its marks at turns, and the buttons that go and play. */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { withChips } from "../card.js";
import { say } from "../say.js";
import { slider } from "./slider.js";
import { turnFrom, turnMarks } from "./moments.js";

/** @typedef {import("./replay.js").Replay} Replay */

const SPEEDS = [0.5, 1, 2, 4];

const SHAPES = Object.freeze({
  first: "M5 4v16M20 4L8 12l12 8z", turnBack: "M12 5L3 12l9 7zM21 5l-9 7 9 7z", back: "M18 4L6 12l12 8z", play: "M6 3l15 9-15 9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z", on: "M6 4l12 8-12 8z", turnOn: "M12 5l9 7-9 7zM3 5l9 7-9 7z", last: "M19 4v16M4 4l12 8-12 8z",
});

/** @param {Replay} replay */
export function controls(replay) {
  const history = /** @type {import("./types.js").History} */ (replay.history);
  const { at, last, step } = replay;
  const go = (/** @type {number} */ to) => {
    if (replay.playing) replay.play(false);
    replay.go(to);
  };
  return html`<footer class="foot-bar" aria-label=${say("Steps")}>
    <p class="now"><b>${step.turn ? say("Turn {turn}", { turn: step.turn }) : say("The deal")}</b> <span>${withChips(step.say || say("The cards are dealt."))}</span></p>
    ${replay.review ? html`${replay.review.line()}${replay.review.head()}` : nothing}
    <div class="keys-row" role="group" aria-label=${say("Go through the game")}>
      ${key("first", say("To the beginning"), at === 0, () => go(0))}
      ${key("turnBack", say("A turn back"), at === 0, () => go(turnFrom(history, at, -1)))}
      ${key("back", say("A step back"), at === 0, () => go(at - 1))}
      <button type="button" class="btn go key" data-focus="play" aria-label=${replay.playing ? say("Pause") : say("Play")} @click=${() => replay.play(!replay.playing)}>${shape(replay.playing ? "pause" : "play")}</button>
      ${key("on", say("A step on"), at === last, () => go(at + 1))}
      ${key("turnOn", say("A turn on"), at === last, () => go(turnFrom(history, at, 1)))}
      ${key("last", say("To the end"), at === last, () => go(last))}
      <label class="speed"><span class="sr">${say("Speed")}</span><select data-focus="speed" @change=${(/** @type {Event} */ event) => speed(replay, event)}>${SPEEDS.map((each) =>
        html`<option value=${each} ?selected=${each === replay.speed}>${each}×</option>`)}</select></label>
    </div>
    ${slider({ last, at, go, label: say("Step of the game"), text: replay.told, marks: turnMarks(history), above: replay.review?.graph() })}
  </footer>`;
}

/** @param {Replay} replay @param {Event} event */
function speed(replay, event) {
  replay.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
  if (replay.playing) replay.play(true);
}

/** @param {keyof typeof SHAPES} name @param {string} words @param {boolean} off @param {() => void} does */
function key(name, words, off, does) {
  return html`<button type="button" class=${`btn key k-${name}`} data-focus=${`key-${name}`} aria-label=${words} title=${words} aria-disabled=${off ? "true" : "false"} @click=${does}>${shape(name)}</button>`;
}

/** @param {keyof typeof SHAPES} name */
function shape(name) {
  return html`<svg class="ico shape" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${SHAPES[name]}/>`}</svg>`;
}
