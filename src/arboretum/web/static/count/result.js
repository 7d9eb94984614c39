// @ts-check
/** The finished table: who won and why, their arboretum whole, and the points; every row opens its species again. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mark } from "../card.js";
import { inWords } from "../art.js";
import { grove } from "../grove.js";
import { say } from "../say.js";
import { points } from "./parts.js";

/** @typedef {import("./types.js").Told} Told */

/**
 * @param {Told} told
 * @param {unknown} actions what can be done now
 * @param {(step: number) => void} open shows a step again
 */
export function result(told, actions, open) {
  const { score, players } = told;
  const winners = score.winners ?? [];
  const shown = winners.length > 0 ? winners : players.map((_, seat) => seat);
  return html`<section class="reckoning" aria-label=${say("The result")}>
    <div class="panel won-by">
      <h1 tabindex="-1" id="count">${score.count.title ?? say("So far")}</h1>
      <p>${score.count.decided}</p>
      <div class="row wrap-row acts">${actions}</div>
      <div class="groves">${shown.map((seat) => html`<figure class="bed">
        ${grove(told.tableaux[seat], { label: say("The arboretum of {name}: {cards}", { name: players[seat], cards: inLine(told.tableaux[seat]) }) })}
        ${shown.length > 1 ? html`<figcaption>${players[seat]}</figcaption>` : nothing}
      </figure>`)}</div>
    </div>
    ${table(told, winners, open)}
  </section>`;
}

/**
 * Points by species and player.
 * @param {Told} told @param {number[]} winners @param {(step: number) => void} open
 */
function table(told, winners, open) {
  const { score, players } = told;
  const best = (/** @type {number} */ seat) => (winners.includes(seat) ? "best" : "");
  return html`<section class=${players.length > 3 ? "panel points four" : "panel points"}><table>
    <caption class="sr">${say("Points by species and player")}</caption>
    <thead><tr><th scope="col">${say("Species")}</th>${players.map((name, seat) => html`<th scope="col" class=${best(seat)}><span class="head">${name}</span></th>`)}</tr></thead>
    <tbody>${score.count.steps.map((codes, at) => codes.map((code) => html`<tr data-species=${code}>
      <th scope="row"><button type="button" class="open-again" data-focus="open-${code}" aria-label=${inWords(code)} title=${say("Count {species} again", { species: inWords(code) })}
        @click=${() => open(at + 1)}>${mark(code)}<span class="name">${inWords(code)}</span><span class="code" aria-hidden="true">${code}</span></button></th>
      ${players.map((_, seat) => html`<td>${score.species[code].points ? points(score.species[code].points?.[seat]) : "?"}</td>`)}</tr>`))}</tbody>
    <tfoot>${score.totals ? html`<tr><th scope="row">${say("In all")}</th>${score.totals.map((total, seat) => html`<td class=${best(seat)}><b>${total}</b></td>`)}</tr>` : nothing}
    <tr class="ties"><th scope="row">${say("Species, cards placed")}</th>${score.species_placed.map((kinds, seat) => html`<td>${kinds}, ${score.cards_placed[seat]}</td>`)}</tr></tfoot></table>
    <p class="small muted key">${say("– no right · 0 the right, but no path")}</p>
  </section>`;
}

/** @param {[string, string][]} laid */
function inLine(laid) {
  return laid.map(([cell, code]) => say("{card} on {cell}", { card: inWords(code), cell })).join("; ");
}
