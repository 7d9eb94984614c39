// @ts-check
/** The end: the count by species, another game, the record, and the table as it was left. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { line } from "./bar.js";
import { icon } from "../card.js";
import { command } from "./acts.js";
import { focusOn } from "./focus.js";

/** @typedef {import("./app.js").App} App */

/** @type {typeof import("../ledger.js").ledger | null} */
let ledger = null;
let asked = false;

/** @param {App} app */
export function over(app) {
  const view = app.shown;
  if (!asked) {
    asked = true;
    import("../ledger.js").then((module) => {
      ledger = module.ledger;
      app.draw();
      if (document.activeElement === app.root) focusOn(app.root, "#count");
    });
  }
  const actions = html`${again(app)}
    <button type="button" class="btn" data-focus="look" @click=${() => app.change(() => (app.past = app.view))}>Look at the table</button>
    <a class="btn" href=${`/t/${view.id}/record`} download>Download the record</a>
    ${app.fault ? html`<p class="note" role="alert">${app.fault}</p>` : nothing}`;
  return html`<div class="endpage"><header class="bar"><a class="brand" href="/" aria-label="Arboretum, home">${icon("logo")}<span>Arboretum</span></a>
      <span class="muted small">Turn ${view.turn}, the last</span><span class="sp"></span>${line(app)}
      <nav class="tools"><a class="tool" href="/mine">My games</a><a class="tool" href=${`/rules?table=${view.id}`}>Rules</a>
        <button type="button" class="tool" data-focus="tool-say" @click=${() => app.change(() => (app.sheet = { kind: "say", seat: 0 }))}>Say</button></nav></header>
    ${ledger && view.score ? ledger(/** @type {any} */ (view.score), view, actions) : html`<p class="hall">Counting …</p>`}</div>`;
}

/** @param {App} app */
function again(app) {
  const view = app.shown;
  if (view.rematch) return html`<a class="btn go" href=${view.rematch} data-focus="rematch">To the next game</a>`;
  if (!view.you.seats.length) return nothing;
  return html`<button type="button" class="btn go" data-focus="rematch" @click=${() => rematch(app)}>Rematch</button>`;
}

/** @param {App} app */
async function rematch(app) {
  if (!(await command(app, { kind: "rematch" }))) return;
  if (!app.view?.rematch) await app.refresh();
  if (app.view?.rematch) location.assign(app.view.rematch);
}
