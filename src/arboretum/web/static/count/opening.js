// @ts-check
/** What comes before the first species that is contested: the hands face down, and the species that nobody placed. */

import { html } from "../vendor/lit-html/lit-html.js";
import { back, card, mark } from "../card.js";
import { inWords } from "../art.js";
import { grove } from "../grove.js";
import { say, sayMany } from "../say.js";
import { who } from "./parts.js";

/** @typedef {import("./types.js").Told} Told */

/** All is still hidden. @param {Told} told */
export function opening(told) {
  const species = told.score.count.steps.flat().length;
  return html`<header class="count-title"><h1 id="count" tabindex="-1">${say("The count")}</h1>
      <p class="count-right">${sayMany("{count} species. Who kept most of it in hand has the right to score it.", "{count} species, the clearest first. Who kept most of one in hand has the right to score it.", species)}</p></header>
    <div class="hands n${told.players.length} closed">${told.players.map((_, seat) => html`<section class="panel held" data-seat=${seat}>
      <div class="who">${who(told, seat)}</div>
      <div class="kept" role="img" aria-label=${sayMany("{count} face-down card", "{count} face-down cards", told.score.hands[seat]?.length ?? 0)}>${
        (told.score.hands[seat] ?? []).map(() => html`<span>${back("L", { label: null })}</span>`)}</div></section>`)}</div>
    <div class="beds n${told.players.length} whole">${told.players.map((name, seat) => html`<figure class="panel scored">
      <div class="bed">${grove(told.tableaux[seat], { label: say("The arboretum of {name}", { name }) })}</div></figure>`)}</div>`;
}

/**
 * Species that nobody placed, together.
 * @param {Told} told
 * @param {string[]} codes
 */
export function unplaced(told, codes) {
  const { count } = told.score;
  return html`<header class="count-title"><h1 id="count" tabindex="-1">${say("Placed by nobody")}</h1>
      <p class="count-right">${say("Without a tree there is no path, whoever kept the cards.")}</p></header>
    <ul class="unplaced">${codes.map((code) => html`<li class="panel" data-species=${code}>
      <div class="what"><span class="big">${mark(code)}</span><h2>${inWords(code)}</h2></div>
      <div class="each">${told.players.map((name, seat) => html`<div><span class="small muted">${name}</span><span class="kept">${
        (count.species[code].held[seat] ?? []).map((each) => html`<span>${card(each, { size: "S" })}</span>`)}${
        count.species[code].held[seat]?.length ? "" : html`<span class="no">–</span>`}</span></div>`)}</div>
    </li>`)}</ul>`;
}
