// @ts-check
/** The whole page: which of its faces is shown, and the parts that all of them have. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { bar } from "./bar.js";
import { bed as lawn } from "./bed.js";
import { handbar, prompt } from "./hand.js";
import { foreseen, ledgerRow, pointsOf } from "./row.js";
import { lobby, curtain } from "./lobby.js";
import { over } from "./over.js";
import { newsLine, newsPanel, rival } from "./side.js";
import { sheet } from "./sheets.js";
import { consoleLine } from "./console.js";
import { LETTERS, nameOf } from "./model.js";
import { zoom } from "./pan.js";
import { say } from "../say.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function page(app) {
  const view = app.view;
  if (!view) return html`<div class="hall"><p class="muted" role="status">${app.fault || say("The table is being laid …")}</p></div>`;
  if (app.curtain !== null) return curtain(app, app.curtain);
  const face = view.status === "lobby" ? lobby(app) : view.status === "over" && !app.past ? over(app) : table(app);
  return html`${face}${app.sheet ? sheet(app) : nothing}`;
}

/** The table while the game runs. @param {App} app */
function table(app) {
  const view = app.shown;
  const main = view.you.as ?? 0;
  const rivals = view.players.map((_, seat) => (main + 1 + seat) % view.players.length).slice(0, -1);
  const count = view.players.length;
  return html`<div class=${`game p${count} ${view.you.as === null ? "watching" : ""} ${app.busy ? "busy" : ""}`}>
    ${bar(app)}
    ${count === 3 ? newsLine(app) : nothing}
    ${mainPanel(app, main)}
    <section class="rivals" aria-label=${say("The others")}>${rivals.map((seat) => rival(app, seat))}${
      count !== 3 ? newsPanel(app) : nothing}</section>
    ${handbar(app)}
    ${app.prefs.words ? consoleLine(app) : nothing}
  </div>`;
}

/**
 * The large bed: one's own, or for a spectator that of the first seat.
 * @param {App} app
 * @param {number} seat
 */
export function mainPanel(app, seat) {
  const view = app.shown;
  const own = seat === view.you.as;
  const worth = (own && foreseen(app)) || pointsOf(view.paths?.[seat]);
  const sum = Object.values(worth).reduce((all, points) => all + points, 0);
  const title = own ? say("Your arboretum") : say("{name}’s arboretum", { name: nameOf(view, seat) });
  return html`<section class="panel mine" aria-label=${title}>
    <div class="phead"><span class=${`seat ${view.seat === seat ? "on" : ""}`} data-anchor=${`seat-${seat}`}
      title=${say("Seat {letter}", { letter: LETTERS[seat] })}>${LETTERS[seat]}</span>
      <h2>${own ? title : nameOf(view, seat)}</h2>${own ? prompt(app) : nothing}<span class="sp"></span>
      ${view.paths ? html`<span class="small muted worth"><i class="long">${
        own ? say("best paths, if you win every right:") : say("best paths, with every right:")}</i><i class="short">${say("best paths:")}</i> <b>${sum}</b></span>` : nothing}
      ${zoomKeys(app, seat)}</div>
    ${ledgerRow(app, seat)}${own ? app.hinter?.hintPanel(app) ?? nothing : nothing}
    ${lawn(app, seat, { main: true })}
  </section>`;
}

/** @param {App} app @param {number} seat */
function zoomKeys(app, seat) {
  const bed = `${seat}-main`;
  const near = (app.zoom.get(bed) ?? 1) > 1;
  return html`<span class="zoom" role="group" aria-label=${say("Size")}>
    ${near ? html`<button type="button" class="tool" aria-label=${say("Fit the whole arboretum")} @click=${() => zoom(app, bed, 0)}>${say("fit")}</button>
    <button type="button" class="tool" aria-label=${say("Smaller")} @click=${() => zoom(app, bed, -1)}>−</button>` : nothing}
    <button type="button" class="tool" aria-label=${say("Larger")} data-focus="larger" @click=${() => zoom(app, bed, 1)}>+</button></span>`;
}
