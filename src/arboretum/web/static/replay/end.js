// @ts-check
/** The last step: the count, or the result as a record tells it that cannot be counted here. */

import { html } from "../vendor/lit-html/lit-html.js";
import { allOf, say, sayMany } from "../say.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** @param {Replay} replay */
export function end(replay) {
  const history = /** @type {import("./types.js").History} */ (replay.history);
  const { players, tableaux } = replay.shown;
  if (history.score) return html`<section class="counting"><arboretum-count from="result" .from=${"result"} .told=${{ players, tableaux, you: null, score: history.score }}></arboretum-count></section>`;
  const { totals, winners } = history.result ?? { totals: [], winners: [] };
  return html`<section class="counting"><div class="panel plain"><h2>${winners.length > 1
    ? say("{names} share the victory", { names: allOf(winners.map((seat) => players[seat])) }) : say("{name} won", { name: players[winners[0]] ?? "" })}</h2>
    <ul>${totals.map((total, seat) => html`<li><b>${players[seat]}</b> ${sayMany("{count} point", "{count} points", total)}</li>`)}</ul></div></section>`;
}
