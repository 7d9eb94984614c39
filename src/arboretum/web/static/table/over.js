// @ts-check
/** The end: the count at the pace of the table, another game, the record, and the table as it was left. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { agreedHints, line } from "./bar.js";
import { icon } from "../card.js";
import { pictureAt } from "../picture.js";
import { say } from "../say.js";
import { command, countOn } from "./acts.js";
import { focusOn } from "./focus.js";
import { tock } from "./notice.js";

/** @typedef {import("./app.js").App} App */

let ready = false;
let asked = false;

/** @param {App} app */
export function over(app) {
  const view = app.shown;
  if (!asked) {
    asked = true;
    import("../count/count.js").then(() => {
      ready = true;
      app.draw();
      queueMicrotask(() => document.activeElement === app.root && focusOn(app.root, "#count"));
    });
  }
  if (!view.score) return html`<p class="hall"><a class="btn" href=${`/t/${view.id}/replay`}>${say("Replay")}</a></p>`;
  if (!ready) return html`<p class="hall">${say("Counting …")}</p>`;
  const told = { players: view.players, tableaux: view.tableaux, you: view.you.as, score: view.score };
  const sits = view.you.seats.length > 0 || view.you.host;
  const alone = sits && view.seats.every((seat, at) => seat.kind !== "person" || view.you.seats.includes(at));
  return html`<div class="endpage"><arboretum-count .told=${told} .step=${view.count} .leads=${sits} .alone=${alone} .quiet=${app.quiet}
    .knock=${app.prefs.sound ? tock : null} .bar=${ends(app)} .end=${actions(app)} .more=${more(app)}
    @count-step=${(/** @type {CustomEvent<{step: number}>} */ event) => countOn(app, event.detail.step)}></arboretum-count></div>`;
}

/** Both ends of the top line. @param {App} app */
function ends(app) {
  const open = (/** @type {"say" | "menu"} */ kind) => app.change(() => (app.sheet = { kind, seat: app.view?.you.as ?? 0 }));
  return {
    start: html`<a class="brand" href="/" aria-label=${say("Arboretum, home")}>${icon("logo")}<span>Arboretum</span></a>
      <span class="muted small">${say("Turn {turn}, the last", { turn: app.shown.turn })}</span>${agreedHints(app.shown)}`,
    end: html`${line(app)}${app.fault ? html`<span class="tag fault" role="alert">${app.fault}</span>` : nothing}<nav class="tools" aria-label=${say("Table")}>${app.shown.you.as === null ? nothing
      : html`<button type="button" class="tool" data-focus="tool-say" aria-haspopup="dialog" @click=${() => open("say")}>${say("Say")}</button>`}
      <button type="button" class="tool" data-focus="tool-menu" aria-haspopup="dialog" @click=${() => open("menu")}>${say("Menu")}</button></nav>`,
  };
}

/** What can be done when all is counted. @param {App} app */
function actions(app) {
  return html`${again(app)}<a class="btn" href=${`/t/${app.shown.id}/replay`}>${say("Replay")}</a><a class="btn" href=${`/t/${app.shown.id}/replay?review=1`}>${say("Review")}</a>`;
}

/** What can be done besides. @param {App} app */
function more(app) {
  const view = app.shown;
  return html`<button type="button" class="btn quiet" data-focus="look" @click=${() => app.change(() => (app.past = app.view))}>${say("Look at the table")}</button>
    <a class="btn quiet" data-focus="picture" href=${pictureAt(`/t/${view.id}/picture.png`)} download>${say("Picture")}</a>
    <a class="btn quiet" data-focus="picture-svg" href=${pictureAt(`/t/${view.id}/picture.svg`)} download>${say("Picture as SVG")}</a>
    <a class="btn quiet" href=${`/score?p=${view.score?.pad}`}>${say("Open on the score pad")}</a>
    <a class="btn quiet" href=${`/t/${view.id}/record`} download>${say("Download the record")}</a>`;
}

/** @param {App} app */
function again(app) {
  const view = app.shown;
  if (view.rematch) return html`<a class="btn go" href=${view.rematch} data-focus="rematch">${say("To the next game")}</a>`;
  if (!view.you.seats.length) return nothing;
  return html`<button type="button" class="btn go" data-focus="rematch" @click=${() => rematch(app)}>${say("Rematch")}</button>`;
}

/** @param {App} app */
async function rematch(app) {
  if (!(await command(app, { kind: "rematch" }))) return;
  if (!app.view?.rematch) await app.refresh();
  if (app.view?.rematch) location.assign(app.view.rematch);
}
