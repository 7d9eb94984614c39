// @ts-check
/** The page: the bar, the arboretums with their hands, what happened, and the slider at the foot. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { back, icon } from "../card.js";
import { say, sayMany } from "../say.js";
import { controls } from "./controls.js";
import { end } from "./end.js";
import { log } from "./log.js";
import { panel } from "./seats.js";
import { actions, eyes, sheet } from "./sheets.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** @param {Replay} replay */
export function page(replay) {
  const { history } = replay;
  if (!history || !history.start || replay.fault) return waiting(replay);
  const count = history.seats.length;
  const isEnd = replay.step.kind === "ended";
  const { review } = replay;
  return html`<div class=${`game replay p${count} ${isEnd ? "at-end" : ""} ${review ? "reviewed" : ""}`}>
    ${bar(replay)}
    ${notes(replay)}
    ${isEnd ? end(replay) : html`<section class="boards" aria-label=${say("The arboretums")}>${order(replay).map((seat) => panel(replay, seat))}</section>`}
    <section class="panel told" aria-labelledby="told">${review ? (replay.sheet?.kind === "moments" ? html`<h2 id="told" class="sr">${say("Moments")}</h2>` : review.column()) : html`<div class="phead"><h2 id="told">${say("What happened")}</h2></div>${pile(replay)}${log(replay)}`}</section>
    ${controls(replay)}
    ${replay.sheet ? sheet(replay) : nothing}
  </div>`;
}

/** @param {Replay} replay */
function waiting(replay) {
  const text = replay.fault || (replay.history ? say("The game has not begun: there is nothing to look back at.") : say("The game is being fetched …"));
  return html`<div class="hall"><div class="halltext"><p role="status">${text}</p>${replay.history || replay.fault ? wayBack(replay) : nothing}</div></div>`;
}

/** The way back to the table. @param {Replay} replay */
function wayBack(replay) {
  const as = /^\d$/.test(replay.as) && replay.history?.status !== "over" ? `?as=${replay.as}` : "";
  return html`<a class="btn go" href=${`/t/${replay.table}${as}`} data-focus="back">${say("Back to the table")}</a>`;
}

/** @param {Replay} replay */
function bar(replay) {
  const history = /** @type {import("./types.js").History} */ (replay.history);
  const over = history.status === "over";
  return html`<header class="bar"><a class="brand" href="/" aria-label=${say("Arboretum, home")}>${icon("logo")}<span>Arboretum</span></a>
    <h1>${over ? say("Replay") : say("The game so far")}</h1><span class="muted small whose">${history.seats.map((seat) => seat.name).join(" · ")}</span><span class="sp"></span>
    ${over ? html`<div class="acts">${eyes(replay)}${actions(replay)}</div>` : html`<span class="muted small seen">${seenBy(replay)}</span>${wayBack(replay)}`}
    <button type="button" class="tool more" data-focus="more" aria-haspopup="dialog" @click=${() => replay.change(() => (replay.sheet = { kind: "more", seat: 0 }))}>${say("More")}</button>
  </header>`;
}

/** Whose eyes, while the game goes on. @param {Replay} replay */
function seenBy(replay) {
  const as = replay.history?.as;
  return typeof as === "number" ? say("as {name} saw it", { name: replay.history?.seats[as].name ?? "" }) : say("as everybody saw it");
}

/** What is to be known about this game. @param {Replay} replay */
function notes(replay) {
  const history = /** @type {import("./types.js").History} */ (replay.history);
  const { practice } = history;
  if (!practice && !history.imported && !history.notes.length) return nothing;
  return html`<div class="notes small">${history.imported ? html`<p>${say("This game was played elsewhere; its record was brought here.")}</p>` : nothing}${
    practice ? html`<p>${say("This is a practice game.")} <a href=${`/t/${practice.table}/replay?at=${practice.version}`}>${say("The game it began from")}</a></p>` : nothing}${
    history.notes.map((text) => html`<p class="warning">${text}</p>`)}</div>`;
}

/** Seats in the order of play, from whose eyes it is. @param {Replay} replay */
function order(replay) {
  const count = replay.shown.players.length;
  const first = typeof replay.history?.as === "number" ? replay.history.as : 0;
  return Array.from({ length: count }, (_, at) => (first + at) % count);
}

/** @param {Replay} replay */
function pile(replay) {
  const count = replay.shown.pile;
  return html`<p class="small muted drawpile"><span class=${count ? "" : "none"} data-anchor="pile">${back("S", { label: null })}</span>${
    sayMany("{count} card in the draw pile", "{count} cards in the draw pile", count)}</p>`;
}
