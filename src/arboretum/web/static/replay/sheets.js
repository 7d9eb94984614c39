// @ts-check
/** Whose eyes, what can be done with this step, and the pages over the page. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { card } from "../card.js";
import { LETTERS, nameOf } from "../table/model.js";
import { pictureAt } from "../picture.js";
import { say } from "../say.js";
import { copy } from "./share.js";
import { log } from "./log.js";

/** @typedef {import("./replay.js").Replay} Replay @typedef {import("./types.js").History} History */

/** Through whose eyes a finished game is seen. @param {Replay} replay */
export function eyes(replay) {
  const history = /** @type {History} */ (replay.history);
  if (!history.is_whole) return nothing;
  const now = history.as === null ? "public" : String(history.as);
  const choices = [["all", say("All hands open")], ...history.seats.map((seat, at) => [String(at), say("As {name} saw it", { name: seat.name })]), ["public", say("As onlookers saw it")]];
  return html`<label class="eyes"><span class="sr">${say("Through whose eyes")}</span><select data-focus="eyes" @change=${(/** @type {Event} */ event) =>
    replay.load(/** @type {HTMLSelectElement} */ (event.target).value)}>${choices.map(([value, text]) => html`<option value=${value} ?selected=${value === now}>${text}</option>`)}</select></label>`;
}

/** What is done with a step most often. @param {Replay} replay */
export function actions(replay) {
  const isWhole = replay.history?.is_whole;
  return html`<button type="button" class="btn" data-focus="copy" @click=${() => copy(replay)}>${say("Copy the link to this step")}</button>
    <span class="small said" role="status">${replay.said}</span>
    ${isWhole ? html`<button type="button" class="btn" data-focus="review" aria-pressed=${replay.review ? "true" : "false"} @click=${() => examine(replay)}>${say("Review")}</button>` : nothing}
    ${isWhole ? html`<button type="button" class="btn go" data-focus="practice" aria-haspopup="dialog" aria-disabled=${mayPractise(replay) ? "false" : "true"}
      @click=${() => mayPractise(replay) && replay.change(() => (replay.sheet = { kind: "practice", seat: 0 }))}>${say("Play on from here")}</button>` : nothing}`;
}

/** Open or close the review; the sheet from which that was done goes away. @param {Replay} replay */
function examine(replay) {
  if (replay.sheet) close(replay);
  replay.examine(!replay.review);
}

/** What else. @param {Replay} replay */
function others(replay) {
  return html`${replay.history?.is_whole ? html`<a class="btn" data-focus="picture" href=${picture(replay, "png")} download>${say("Picture")}</a>
    <a class="btn" data-focus="picture-svg" href=${picture(replay, "svg")} download>${say("Picture as SVG")}</a>
    <a class="btn" href=${`/t/${replay.table}`}>${say("The result")}</a>` : nothing}
    ${replay.history?.score?.pad ? html`<a class="btn" href=${`/score?p=${replay.history.score.pad}`}>${say("Open on the score pad")}</a>` : nothing}
    <a class="btn" href=${`/t/${replay.table}/record`} download>${say("Download the record")}</a>`;
}

/** Where the picture of this step is: of the last one, the result. @param {Replay} replay @param {"png" | "svg"} kind */
function picture(replay, kind) {
  const file = `/t/${replay.table}/picture.${kind}`;
  if (!mayPractise(replay)) return pictureAt(file);
  return pictureAt(`${file}?${new URLSearchParams({ at: String(replay.step.v), as: replay.as || "all" })}`);
}

/** The game goes on after this step. @param {Replay} replay */
function mayPractise(replay) {
  return replay.shown.phase !== "OVER";
}

/** @param {Replay} replay */
export function sheet(replay) {
  const { kind, seat } = /** @type {import("./replay.js").Sheet} */ (replay.sheet);
  const faces = {
    pile: () => [say("Discards of {name}", { name: nameOf(replay.shown, seat) }), pile(replay, seat)],
    practice: () => [say("Play on from here"), practice(replay)],
    more: () => [say("More"), more(replay)],
    log: () => [say("What happened"), log(replay)],
    summary: () => [say("Where the points went"), replay.review?.summary()],
    text: () => [say("The review as text"), replay.review?.text()],
    moments: () => [say("Review"), replay.review?.column(true)],
  };
  const [title, body] = faces[kind]();
  return html`<dialog class=${`sheet k-${kind}`} aria-labelledby="sheet-title" @close=${() => close(replay)}
    @click=${(/** @type {MouseEvent} */ event) => event.target === event.currentTarget && close(replay)}>
    <div class="sheetbox"><header><h2 id="sheet-title">${title}</h2><span class="sp"></span><button type="button" class="btn" autofocus @click=${() => close(replay)}>${say("Close")}</button></header>
    <div class="sheetbody" tabindex="0" role="group" aria-labelledby="sheet-title">${body}</div></div></dialog>`;
}

/** @param {Replay} replay */
function close(replay) {
  const { sheet: was } = replay;
  if (!was) return;
  replay.root.querySelector("dialog")?.close();
  replay.change(() => (replay.sheet = null));
  const name = was.kind === "pile" ? `pile-${was.seat}` : was.kind === "log" ? "more" : was.kind;
  const openers = /** @type {HTMLElement[]} */ ([...replay.root.querySelectorAll(`[data-focus="${name}"],[data-focus="sheet-${name}"]`)]);
  const opener = openers.find((each) => each.getClientRects().length);
  opener?.focus();
}

/** @param {Replay} replay @param {number} seat */
function pile(replay, seat) {
  const cards = replay.shown.discards[seat];
  const hidden = (replay.shown.discard_counts?.[seat] ?? cards.length) - cards.length;
  return html`<p class="muted small">${cards.length ? say("The first was discarded first; the last one lies on top.") : say("It is empty.")}${
    hidden ? ` ${say("At this table only the top card is shown; {hidden} lie below.", { hidden })}` : ""}</p>
    <div class="spread">${cards.map((code) => card(code, { size: "L" }))}</div>`;
}

/** A new table that begins with what happened so far. @param {Replay} replay */
function practice(replay) {
  const history = /** @type {History} */ (replay.history);
  const first = replay.review ? replay.shown.seat : typeof history.as === "number" ? history.as : replay.shown.seat;
  return html`<form method="post" action=${`/t/${replay.table}/practice`} class="practice">
    <p>${say("A new table begins where this step stands. Bots play for the others. This game stays as it is.")}</p>
    <input type="hidden" name="at" value=${replay.step.v}>
    <fieldset><legend>${say("You play for")}</legend>${history.seats.map((seat, at) => html`<label class="pick"><input type="radio" name="seat" value=${at} ?checked=${at === first}><span><b>${LETTERS[at]}</b> ${seat.name}</span></label>`)}</fieldset>
    <fieldset><legend>${say("The cards that this player did not see")}</legend>
      <label class="pick"><input type="radio" name="cards" value="same" checked><span><b>${say("stay where they were")}</b> ${say("The draw pile and the other hands are those of this game.")}</span></label>
      <label class="pick"><input type="radio" name="cards" value="reshuffled"><span><b>${say("are shuffled anew")}</b> ${say("Everything that the player knew stays true.")}</span></label></fieldset>
    <button class="btn go big">${say("Play on")}</button></form>`;
}

/** What has no room in the bar; on a phone everything. @param {Replay} replay */
function more(replay) {
  const over = replay.history?.status === "over";
  return html`<div class="menubuttons">${over ? html`<div class="menubuttons twice">${eyes(replay)}${actions(replay)}</div>${others(replay)}` : nothing}
    <button type="button" class="btn twice" @click=${() => replay.change(() => (replay.sheet = { kind: "log", seat: 0 }))}>${say("What happened")}</button>
    <a class="btn" href="/mine">${say("My games")}</a></div>
    ${replay.history?.options.length ? html`<h3>${say("Agreed on at this table")}</h3><ul class="small">${replay.history.options.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}`;
}
