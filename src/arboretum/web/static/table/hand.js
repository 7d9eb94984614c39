// @ts-check
/** Along the bottom: draw pile and own discards, the hand, and what ends the turn. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { back, card } from "../card.js";
import { inWords } from "../art.js";
import { discard, due, mainButton, mayDraw, pick, press, targets, undo } from "./acts.js";
import { drafted, drawnNow, handLeft, isDrawing, isGettingReady, isMine, LETTERS, nameOf, pile, pileCount, pileName } from "./model.js";
import { drag } from "./drag.js";
import { askHint, hintedCard, hintedSource, mayAsk } from "./ask.js";
import { say, sayMany } from "../say.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function handbar(app) {
  const view = app.shown;
  const main = view.you.as ?? 0;
  return html`<section class="handbar" aria-label=${say("Your hand and piles")}>
    <div class="piles">${drawPile(app)}${discards(app, main, "L")}</div>
    <div class="prompt">${prompt(app)}</div>
    ${view.you.as === null ? watching(app) : hand(app)}
    ${view.you.as === null ? nothing : buttons(app)}
  </section>`;
}

/** What is due, or why something was refused. @param {App} app */
export function prompt(app) {
  const stop = () => app.change(() => {
    app.past = null;
    app.replay++;
  });
  if (app.past) return html`<span class="tag now">${app.past.status === "over" ? say("over") : say("replay")} <button type="button" class="inline" data-focus="stop" @click=${stop}>${
    app.past.status === "over" ? say("back to the count") : say("stop")}</button></span>`;
  if (app.fault) return html`<span class="tag fault" role="alert">${app.fault}</span>`;
  const view = app.shown;
  if (isMine(view)) return html`<span class="tag on">${due(app)}</span>`;
  const name = nameOf(view, view.seat);
  if (isGettingReady(app, view.seat)) return html`<span class="tag">${say("another bot plays for {name}", { name })}</span>`;
  const does = { DRAW_FIRST: say("{name} draws", { name }), DRAW_SECOND: say("{name} draws", { name }), PLACE: say("{name} places", { name }), DISCARD: say("{name} discards", { name }), OVER: name }[view.phase];
  return html`<span class="tag">${does}</span>`;
}

/** @param {App} app */
function drawPile(app) {
  const view = app.shown;
  const lit = mayDraw(app, "+");
  return html`<div class="stack"><div class="lbl">${say("Draw pile")}</div>
    <button type="button" class=${`pile deck ${hintedSource(app, "pile")} ${lit ? "lit" : ""} ${view.pile ? "" : "empty"}`} data-anchor="pile" data-focus="pile" aria-label=${lit
        ? sayMany("Draw pile, {count} card: draw", "Draw pile, {count} cards: draw", view.pile) : sayMany("Draw pile, {count} card", "Draw pile, {count} cards", view.pile)}
      @click=${() => press(app, "+")}>${view.pile > 2 ? html`<span class="under two">${back("L", { label: null })}</span>` : nothing}${
        view.pile > 1 ? html`<span class="under one">${back("L", { label: null })}</span>` : nothing}${
        view.pile ? back("L", { label: null }) : html`<span class="slot"></span>`}<span class="count">${view.pile}</span></button></div>`;
}

/**
 * A discard pile: its top draws or takes what is picked, its number opens it.
 * @param {App} app
 * @param {number} seat
 * @param {"L" | "M" | "S"} size
 */
export function discards(app, seat, size) {
  const view = app.shown;
  const own = seat === view.you.as;
  const cards = pile(view, seat, app.shownDraft);
  const top = cards.at(-1);
  const count = pileCount(view, seat, app.shownDraft);
  const takes = own && targets(app).discard;
  const lit = takes || mayDraw(app, `+<${LETTERS[seat]}`);
  const draft = own && drafted(app.shownDraft).discarded === top && top !== undefined;
  const below = cards.at(-2);
  const act = takes ? () => discard(app) : draft ? () => top && pick(app, top)
    : isDrawing(view) ? () => press(app, `+<${LETTERS[seat]}`) : () => browse(app, seat);
  const title = pileName(view, seat);
  const lies = top ? say("{pile}: {card} on top, {count} in all", { pile: title, card: inWords(top), count }) : say("{pile}: empty", { pile: title });
  const words = takes ? say("{pile}: discard {card}", { pile: lies, card: app.picked }) : lit ? say("{pile}: take", { pile: lies }) : lies;
  return html`<div class="stack"><div class="lbl">${title}</div>
    <div class="pile" data-zone=${`discard-${seat}`}><button type="button" class=${`top ${hintedSource(app, seat)} ${lit ? "lit" : ""} ${draft ? "draft" : ""}`} data-anchor=${`discard-${seat}`}
      data-target=${own ? "discard" : nothing} data-focus=${`discard-${seat}`} data-move=${top ?? nothing} data-look=${top ?? nothing}
      aria-label=${words}
      @click=${act}>${below ? html`<span class="below">${card(below, { size, label: null })}</span>` : nothing}${
        top ? card(top, { size, label: null }) : html`<span class="slot"></span>`}</button>${
      count ? html`<button type="button" class="count" aria-label=${say("Look through {pile}, {count}", { pile: title, count })} @click=${() => browse(app, seat)}>${count}</button>` : nothing}</div></div>`;
}

/** @param {App} app @param {number} seat */
export function browse(app, seat) {
  app.change(() => (app.sheet = { kind: "pile", seat }));
}

/** @param {App} app */
function hand(app) {
  const view = app.shown;
  const cards = handLeft(view, app.shownDraft, app.prefs.sort);
  const drawn = drawnNow(view);
  const stop = app.picked && cards.includes(app.picked) ? app.picked : cards[0];
  return html`<div class="own"><div class="lbl handlbl"><span>${sayMany("Your hand · {count} card", "Your hand · {count} cards", cards.length)}</span>${
    drawn.size ? html`<span class="fresh"> · <i></i> ${say("drawn this turn")}</span>` : nothing}<button type="button" class="inline sort" data-focus="sort"
      @click=${() => app.prefer({ sort: app.prefs.sort === "species" ? "value" : "species" })}>${app.prefs.sort === "species" ? say("sort by value") : say("sort by species")}</button></div>
    <div class="hand" role="group" aria-label=${sayMany("Your hand, {count} card", "Your hand, {count} cards", cards.length)} data-roving data-zone="hand">${repeat(cards, (code) => code, (code, at) =>
      html`<button type="button" class=${`handcard ${hintedCard(app, code)} ${app.picked === code ? "up" : ""}`} data-move=${code} data-rove data-focus=${`hand-${code}`} data-look=${code}
        tabindex=${code === stop ? 0 : -1} aria-pressed=${app.picked === code}
        aria-label=${drawn.has(code) ? say("{card}, drawn this turn", { card: inWords(code) }) : inWords(code)} aria-keyshortcuts=${at < 9 ? at + 1 : nothing}
        @pointerdown=${(/** @type {PointerEvent} */ event) => drag(app, code, event)} @click=${() => pick(app, code)}>${
          card(code, { size: "L", label: null, drawn: drawn.has(code), picked: app.picked === code })}</button>`)}</div></div>`;
}

/** @param {App} app */
function buttons(app) {
  const main = mainButton(app);
  const view = app.shown;
  const { place, discard: thrown } = app.shownDraft;
  const undoable = !app.past && (app.picked || place || thrown);
  return html`<div class="ends">
    <button type="button" class="btn go end" data-focus="end" aria-disabled=${main.ready && !app.busy ? nothing : "true"} @click=${main.does}>${main.text}</button>
    ${view.advice ? html`<button type="button" class="btn ask" data-focus="hint" aria-keyshortcuts="h" aria-disabled=${mayAsk(app) ? nothing : "true"} @click=${() => askHint(app)}>${say("Hint")}</button>` : nothing}
    <button type="button" class="btn undo" data-focus="undo" aria-disabled=${undoable ? nothing : "true"} @click=${() => undo(app)}>${say("Undo")}</button>
    <button type="button" class="btn sortbtn" data-focus="sort2" @click=${() => app.prefer({ sort: app.prefs.sort === "species" ? "value" : "species" })}>${say("Sort")}</button>
  </div>`;
}

/** A spectator sees the hands as everybody does: backs, and what was seen to be taken. @param {App} app */
function watching(app) {
  const view = app.shown;
  const known = view.hands[0].known;
  return html`<div class="own"><div class="lbl">${say("You are looking on: hands stay face down until the end")}</div>
    <div class="hand">${Array.from({ length: view.hands[0].size }, (_, at) => html`<span class="handcard">${
      known[at] ? card(known[at], { size: "L" }) : back("L", { label: null })}</span>`)}</div></div>`;
}
