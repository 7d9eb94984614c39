// @ts-check
/** The end: the count by species, the arboretums with the paths, another game, the record. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { bar } from "./bar.js";
import { bed } from "./bed.js";
import { head } from "./side.js";
import { command } from "./acts.js";
import { nameOf } from "./model.js";

/** @typedef {import("./app.js").App} App */

/** @type {((score: any, view: any) => unknown) | null} */
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
    });
  }
  const species = app.path?.species ?? null;
  return html`<div class=${`game ended p${view.players.length}`}>${bar(app)}
    <section class="verdict"><h1>${view.score?.win}</h1><span class="sp"></span>
      ${view.rematch ? html`<a class="btn go" href=${view.rematch} data-focus="rematch">To the next game</a>`
        : view.you.seats.length ? html`<button type="button" class="btn go" data-focus="rematch" @click=${() => rematch(app)}>Rematch</button>` : nothing}
      <a class="btn" href=${`/t/${view.id}/record`} download>Download the record</a></section>
    ${app.fault ? html`<p class="note" role="alert">${app.fault}</p>` : nothing}
    <section class="count-up panel" aria-label="The count" @pointerover=${(/** @type {Event} */ event) => trace(app, event)} @focusin=${(/** @type {Event} */ event) => trace(app, event)} @click=${(/** @type {Event} */ event) => trace(app, event)}>
      ${ledger ? ledger(view.score, view) : html`<p>Counting …</p>`}</section>
    <section class="groves" aria-label="The arboretums">${view.players.map((_, seat) => html`<section class="panel rival" aria-label=${nameOf(view, seat)}>${head(app, seat)}<div class="plot">${bed(app, seat, { path: species })}</div></section>`)}</section>
  </div>`;
}

/** Pointing at a species in the count draws its paths. @param {App} app @param {Event} event */
function trace(app, event) {
  const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-species]"));
  const species = row?.dataset.species ?? null;
  if (!species || app.path?.species === species) return;
  app.path = { seat: -1, species };
  app.draw();
}

/** @param {App} app */
async function rematch(app) {
  if (await command(app, { kind: "rematch" })) setTimeout(() => app.view?.rematch && location.assign(app.view.rematch), 400);
}
