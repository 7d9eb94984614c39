// @ts-check
/** The points so far, and what can be pressed while they are counted. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mark } from "../card.js";
import { inWords } from "../art.js";
import { say } from "../say.js";
import { number, points } from "./parts.js";

/** @typedef {import("./types.js").Told} Told */

/**
 * @param {Told} told
 * @param {number} step how many steps are shown
 * @param {unknown} keys the buttons
 */
export function side(told, step, keys) {
  const { count } = told.score;
  const totals = count.so_far && (count.so_far[step - 1] ?? told.players.map(() => 0));
  return html`<aside class="panel side" aria-label=${say("The points so far")}>
    <div class="points"><table><caption class="sr">${say("Points by species and player")}</caption>
      <thead><tr><th scope="col">${say("Species")}</th>${told.players.map((name) => html`<th scope="col"><span class="head">${name}</span></th>`)}</tr></thead>
      <tbody>${count.steps.map((codes, at) => codes.map((code) => row(told, code, at + 1 - step)))}</tbody>
      ${totals ? html`<tfoot><tr class="so-far"><th scope="row">${say("So far")}</th>${totals.map((total, seat) => html`<td data-seat=${seat}>${number(total)}</td>`)}</tr></tfoot>` : nothing}
    </table></div>
    ${totals ? html`<p class="totals so-far">${totals.map((total, seat) => html`<span data-seat=${seat}><span class="name">${told.players[seat]}</span> ${number(total)}</span>`)}</p>` : nothing}
    <p class="small muted key">${say("– no right · 0 the right, but no path")}</p>
    ${keys}</aside>`;
}

/** @param {Told} told @param {string} code @param {number} from how far from now: before it, now, after it */
function row(told, code, from) {
  const worth = told.score.species[code];
  return html`<tr data-species=${code} class=${from === 0 ? "now" : from > 0 ? "todo" : ""}>
    <th scope="row">${mark(code)}<span class="name">${inWords(code)}</span></th>${told.players.map((_, seat) => html`<td data-seat=${seat}>${
      from > 0 || !worth.points ? nothing : points(worth.points[seat])}</td>`)}</tr>`;
}
