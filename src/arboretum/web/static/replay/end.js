// @ts-check
/** The last step: the count, or the result as a record tells it that cannot be counted here. */

import { html } from "../vendor/lit-html/lit-html.js";
import { allOf, say, sayMany } from "../say.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** Why the count is not there, if it could not be fetched. @type {string | null} */
let missing = null;
let asked = false;

/** Fetch what counts, once. @param {Replay} replay */
async function fetchCount(replay) {
  asked = true;
  missing = null;
  try {
    await import("../count/count.js");
  } catch {
    asked = false;
    missing = say("The count could not be loaded: try again when there is a network.");
    replay.draw();
  }
}

/** @param {Replay} replay */
export function end(replay) {
  if (!asked && missing === null && replay.history?.score) fetchCount(replay);
  const history = /** @type {import("./types.js").History} */ (replay.history);
  const { players, tableaux } = replay.shown;
  if (history.score && missing !== null) return html`<section class="counting"><p class="panel plain" role="status">${missing} <button type="button" class="btn" @click=${() => fetchCount(replay).then(() => replay.draw())}>${say("Try again")}</button></p></section>`;
  if (history.score && !customElements.get("arboretum-count")) return html`<section class="counting"><p role="status">${say("Counting …")}</p></section>`;
  if (history.score) return html`<section class="counting"><arboretum-count .from=${"result"} .told=${{ players, tableaux, you: null, score: history.score }}></arboretum-count></section>`;
  const { totals, winners } = history.result ?? { totals: [], winners: [] };
  return html`<section class="counting"><div class="panel plain"><h2>${winners.length > 1
    ? say("{names} share the victory", { names: allOf(winners.map((seat) => players[seat])) }) : say("{name} won", { name: players[winners[0]] ?? "" })}</h2>
    <ul>${totals.map((total, seat) => html`<li><b>${players[seat]}</b> ${sayMany("{count} point", "{count} points", total)}</li>`)}</ul></div></section>`;
}
