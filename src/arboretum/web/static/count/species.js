// @ts-check
/** One species: the hands side by side, who has the right and why, the paths that score, each with its reasons. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { back, card, mark } from "../card.js";
import { inWords } from "../art.js";
import { grove } from "../grove.js";
import { allOf, say } from "../say.js";
import { badge, number, who } from "./parts.js";

/** @typedef {import("./types.js").Told} Told */

/**
 * @param {Told} told
 * @param {string} code
 * @param {number} step from 1
 */
export function species(told, code, step) {
  const { count } = told.score;
  return html`<header class="count-title" data-species=${code}><span class="big">${mark(code)}</span>
      <h1 id="count" tabindex="-1">${inWords(code)}</h1><p class="count-right">${count.species[code].right}</p></header>
    <div class="hands n${told.players.length}">${told.players.map((_, seat) => hand(told, code, seat, step))}</div>
    ${beds(told, code)}`;
}

/**
 * What a player kept of a species; the cards that are still to be counted lie face down.
 * @param {Told} told @param {string} code @param {number} seat @param {number} step
 */
function hand(told, code, seat, step) {
  const words = told.score.count.species[code];
  const { sums, right } = told.score.species[code];
  const held = words.held[seat];
  const struck = words.cancelled?.seat === seat;
  const has = right && right.includes(seat);
  return html`<section class=${`panel held ${has ? "has" : ""}`} data-species=${code} data-seat=${seat}>
    ${has ? html`<span class="crown" aria-hidden="true"></span>` : nothing}
    <div class="who">${who(told, seat, Boolean(has))}<span class="sp"></span>${badge(has)}</div>
    <div class="kept">${held === null ? html`<span class="none">${say("hand not known")}</span>`
      : held.length === 0 ? html`<span class="none">${say("none kept")}</span>`
      : held.map((each) => html`<span>${card(each, { size: told.players.length > 3 ? "M" : "L", cancelled: struck && each === `${code}8` })}</span>`)}</div>
    <div class="counted"><p class="sum">${held && (held.length > 1 || struck) ? addends(held, struck) : nothing}${number(sums[seat] ?? "?")}</p>
      ${struck ? html`<p class="why-struck">${words.cancelled?.why}</p>` : nothing}
      <span class="rest" aria-hidden="true">${rest(told, seat, step).map(() => html`<span>${back("S", { label: null })}</span>`)}</span></div>
  </section>`;
}

/** @param {Told} told @param {number} seat @param {number} step @returns {string[]} the cards that are still to come */
function rest(told, seat, step) {
  const passed = new Set(told.score.count.steps.slice(0, step).flat());
  return (told.score.hands[seat] ?? []).filter((each) => !passed.has(each.slice(0, 2)));
}

/**
 * What is added up, a cancelled 8 struck.
 * @param {string[]} held @param {boolean} struck
 */
function addends(held, struck) {
  return html`<span class="addends">${held.map((each, i) => html`${i > 0 ? " + " : ""}${
    struck && each.slice(2) === "8" ? html`<s>8</s>` : each.slice(2)}`)} = </span>`;
}

/** @param {Told} told @param {string} code */
function beds(told, code) {
  const worth = told.score.species[code];
  const words = told.score.count.species[code];
  const may = worth.right ?? told.players.map((_, seat) => seat);
  const scoring = may.filter((seat) => worth.paths[seat]);
  if (scoring.length === 0) return html`<div class="beds one">${barren(told, may, words.none)}</div>`;
  const without = may.filter((seat) => !worth.paths[seat]).map((seat) => told.players[seat]);
  return html`<div class=${`beds ${scoring.length > 1 ? `n${scoring.length}` : "one"}`}>${scoring.map((seat) => scored(told, code, seat))}</div>
    ${without.length > 0 && worth.right ? html`<p class="without muted">${say("The right, but no path: {names}.", { names: allOf(without) })}</p>` : nothing}`;
}

/**
 * A path in its arboretum, and why it is worth what it is.
 * @param {Told} told @param {string} code @param {number} seat
 */
function scored(told, code, seat) {
  const { cells, cards, points } = /** @type {import("./types.js").Path} */ (told.score.species[code].paths[seat]);
  const { title, lines } = /** @type {import("./types.js").Reasons} */ (told.score.count.species[code].paths[seat]);
  const label = say("The arboretum of {name}, with the path {cards}", { name: told.players[seat], cards: cards.map(inWords).join(", ") });
  return html`<figure class="panel scored" data-species=${code} data-path=${cards.join(" ")}>
    <div class="phead">${who(told, seat, true)}<span class="small muted">${title}</span></div>
    <div class="bed">${grove(told.tableaux[seat], { path: cells, species: code, label })}</div>
    <figcaption class="why">${lines.map((line) => html`<div class=${line.points ? "" : "not"}><span>${line.say}</span><b>${line.points ? `+${line.points}` : "–"}</b></div>`)}
      <div class="in-all" data-seat=${seat}><span>${inWords(code)}</span><b>${points}</b></div></figcaption>
  </figure>`;
}

/**
 * Nobody scores: whoever has the right stands there with an arboretum, and without a path.
 * @param {Told} told @param {number[]} may @param {string | null} why
 */
function barren(told, may, why) {
  const alone = may.length === 1 ? may[0] : null;
  return html`<figure class="panel scored barren">${alone === null ? nothing : html`<div class="phead">${who(told, alone, true)}</div>
    <div class="bed">${grove(told.tableaux[alone], { path: [], faded: true, label: say("The arboretum of {name}", { name: told.players[alone] }) })}</div>`}
    <figcaption class="nobody">${why ?? say("Nobody has a path.")}</figcaption></figure>`;
}
