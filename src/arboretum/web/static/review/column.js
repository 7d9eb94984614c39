// @ts-check
/** Beside the boards: the moments of the game, and what else could have been done at the step that is shown. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ref } from "../vendor/lit-html/directives/ref.js";
import { back, withChips } from "../card.js";
import { nameOf } from "../table/model.js";
import { say, sayMany } from "../say.js";
import { isLoss, margin, percent, points } from "./figures.js";
import { knowing, turnings } from "./graph.js";

/** @typedef {import("./review.js").Review} Review @typedef {import("./types.js").Decision} Decision */

/** Questions after which it is told why nothing is done yet. */
const PATIENCE = 8;
/** Reasons of a moment that are told here at most; all of them are in the text. */
const REASONS = 3;

/** @param {Review} review @param {boolean} alone it is a page of its own, whose heading stands over it */
export function column(review, alone) {
  if (!review.told) return waiting(review, alone);
  return html`${alone ? html`<div class="alone">${whose(review)}${knowing(review)}</div>` : html`<div class="phead"><h2 id="told">${say("Moments")}</h2><span class="sp"></span>${whose(review)}</div>`}
    ${pile(review)}<div class="moments-body">${moments(review)}<p class="judge small muted">${review.knowledge === "open"
      ? say("Judged with all cards open by a network that learned the game by playing, in points of chance: luck counts here.")
      : say("Judged by a network that learned the game by playing, in points of chance, with what each seat could know at the time. Hidden cards never count against a move.")}</p></div>
    <div class="more-of-it"><button type="button" class="btn" data-focus="sheet-summary" aria-haspopup="dialog" @click=${() => open(review, "summary")}>${say("Where the points went")}</button>
      <button type="button" class="btn" data-focus="sheet-text" aria-haspopup="dialog" @click=${() => open(review, "text")}>${say("As text")}</button></div>`;
}

/** Before it is there. @param {Review} review @param {boolean} alone */
function waiting(review, alone) {
  const { fault, ahead, share } = review;
  return html`${alone ? nothing : html`<div class="phead"><h2 id="told">${say("Review")}</h2></div>`}<div class="review-wait">${fault
    ? html`<p role="alert">${fault}</p><button type="button" class="btn" data-focus="review-again" @click=${() => review.begin()}>${say("Try again")}</button>`
    : html`<p role="status">${ahead ? sayMany("{count} review is made before this one.", "{count} reviews are made before this one.", ahead) : share || review.asked < PATIENCE ? say("Each decision is looked at …") : say("The bot that judges gets ready. The first time on a machine that takes a minute or two.")}</p>
      <progress max="1" value=${share} aria-label=${say("How far the review is")}></progress>`}</div>`;
}

/** Whose turns are looked at. @param {Review} review */
function whose(review) {
  const { replay } = review;
  return html`<label class="turns-of"><span class="sr">${say("Turns of")}</span><select data-focus="turns-of" @change=${(/** @type {Event} */ event) => {
    replay.change(() => (review.seat = Number(/** @type {HTMLSelectElement} */ (event.target).value)));
  }}>${replay.shown.players.map((_, seat) => html`<option value=${seat} ?selected=${seat === review.seat}>${nameOf(replay.shown, seat)}</option>`)}</select></label>`;
}

/** The draw pile, where a draw is looked at. @param {Review} review */
function pile({ replay, decision, alternative }) {
  if (!decision?.phase.startsWith("DRAW")) return nothing;
  const count = replay.shown.pile;
  return html`<p class="small muted drawpile"><span class=${count ? "" : "none"}>${back("S", { label: null })}</span>${
    sayMany("{count} card in the draw pile", "{count} cards in the draw pile", count)}${alternative?.action === "+" ? html`<span class="other-way">${say("take")}</span>` : nothing}</p>`;
}

/** @param {Review} review @param {"summary" | "text" | "moments"} kind */
function open(review, kind) {
  review.replay.change(() => (review.replay.sheet = { kind, seat: 0 }));
}

/** The moments in the order of the game, and among them the step that is shown, with its choices. @param {Review} review */
function moments(review) {
  const { replay, decision } = review;
  const found = turnings(review).map(({ number, kind, win, say: what, why }) => ({ number, kind: String(kind), by: points(win), what, why }));
  if (decision && !found.some(({ number }) => number === decision.number)) {
    const { number, cost, say: what, why } = decision;
    found.push({ number, kind: "", by: isLoss(decision) ? points(-cost.win) : "", what, why });
  }
  found.sort((a, b) => a.number - b.number);
  return html`${turnings(review).length ? nothing : html`<p class="none">${say("Nothing stands out in the turns of {name}.", { name: nameOf(replay.shown, review.seat) })}</p>`}
    <ol class="moments" role="list">${found.map(({ number, kind, by, what, why }) => {
      const at = review.stepOf(number);
      const now = number === decision?.number;
      return html`<li class=${now ? "now" : ""} ${now ? ref(inSight) : nothing}><button type="button" class="moment" data-focus=${`moment-${number}`} aria-current=${now ? "step" : nothing} @click=${() => go(review, at)}>
        <span class=${`sign ${kind}`}></span><span class="what"><b>${say("Turn {turn}", { turn: replay.steps[at].turn })}</b> ${withChips(what)}${why.slice(0, now ? REASONS : 1).map((each) => html` <span class="because">${withChips(each)}</span>`)}</span>
        ${by ? html`<b class="by"><span class="sr">${kind === "fine" ? say("A fine move:") : say("A chance let go:")} </span>${by}</b>` : nothing}</button>${now ? choices(review, /** @type {Decision} */ (decision)) : nothing}</li>`;
    })}</ol>`;
}

/** Go to a step; on a phone what lay over the board goes away. @param {Review} review @param {number} at */
function go({ replay }, at) {
  if (replay.playing) replay.play(false);
  if (replay.sheet) replay.change(() => (replay.sheet = null));
  replay.go(at);
}

/** What could be done at this step, best first; each can be shown on the board. @param {Review} review @param {Decision} decision */
function choices(review, decision) {
  const { alternative } = review;
  if (decision.choices.length < 2) return html`<p class="choices small">${decision.verdict_say}</p>`;
  return html`<div class="choices"><p class="small muted"><b>${decision.verdict_say}</b><span class="sp"></span><span>${say("chance")}</span><span>${say("points")}</span></p>
    <ol role="list" aria-label=${say("What else could be done")}>${decision.choices.map((choice) => {
      const made = choice.action === decision.action;
      const row = html`<span class="what">${withChips(choice.say)}${made ? html` <span class="tag">${say("played")}</span>` : nothing}</span><span class="win">${percent(choice.win)}</span><span class="pts">${margin(choice.margin)}</span>`;
      return html`<li>${made ? html`<div class="choice made">${row}</div>` : html`<button type="button" class="choice" data-focus=${`choice-${choice.action}`} aria-pressed=${alternative?.action === choice.action ? "true" : "false"} @click=${() => review.show(choice)}>${row}</button>`}</li>`;
    })}</ol>
    <button type="button" class="btn" data-focus="other-way" aria-haspopup="dialog" @click=${() => otherwise(review, decision)}>${say("Play it differently")}</button></div>`;
}

/** A practice game from just before a decision. @param {Review} review @param {Decision} decision */
function otherwise({ replay, places }, decision) {
  replay.go((places[decision.number] ?? 1) - 1);
  replay.change(() => (replay.sheet = { kind: "practice", seat: decision.seat }));
}

/** Keep the entry of this step in sight, without moving the page. @param {Element | undefined} element */
function inSight(element) {
  if (!element) return;
  requestAnimationFrame(() => {
    const list = element.closest(".moments-body");
    if (!list) return;
    const [box, place] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.bottom > place.bottom) list.scrollTop += Math.min(box.bottom - place.bottom, box.top - place.top);
    else if (box.top < place.top) list.scrollTop += box.top - place.top;
  });
}

/** The step in a line, where there is no room for a column. @param {Review} review */
export function line(review) {
  const { decision, told, fault, share } = review;
  const kind = decision && turnings(review).find(({ number }) => number === decision.number)?.kind;
  const best = decision && isLoss(decision) ? decision.choices[0] : null;
  return html`<button type="button" class="review-line" data-focus="sheet-moments" aria-haspopup="dialog" @click=${() => open(review, "moments")}>${
    !told ? fault || say("Review: {share}", { share: percent(share) })
      : !decision ? say("Moments and summary")
        : html`${kind ? html`<span class=${`sign ${kind}`}></span>` : nothing}<span><b>${decision.verdict_say}</b> ${best ? withChips(say("{points} · best was: {action}", { points: points(-decision.cost.win), action: best.say })) : percent(decision.win)}</span>`
  }<span class="sp"></span><span class="all">${say("Moments")}</span></button>`;
}
