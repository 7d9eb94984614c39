// @ts-check
/** What the pad is worth: what is missing, the points by species and player, each with its reason, and how to share it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { chip, mark } from "../card.js";
import { inWords } from "../art.js";
import { say } from "../say.js";
import { nameOf } from "./pad.js";
import { freshness, state } from "./worth.js";
import { sharing } from "./share.js";

/** @typedef {import("./app.js").App} App @typedef {import("./asking.js").Answer} Answer @typedef {import("./asking.js").Told} Told */

/** @param {App} app */
export function result(app) {
  const { answer } = app.asking;
  if (app.counting && answer) return count(app, answer);
  return html`<div class="outcome" data-now=${state(app)}>
    ${freshness(app)}
    ${answer ? html`<div class=${state(app) === "fresh" || state(app) === "asking" ? "" : "old"}>${summary(app, answer)}${table(answer)}</div>` : html`<p class="muted">${say("Nothing is counted yet.")}</p>`}
    ${sharing(app)}
    ${answer ? reasons(answer) : nothing}
  </div>`;
}

/** The same at the side of the keys, where there is room for it. @param {App} app */
export function aside(app) {
  const { answer } = app.asking;
  return html`<section class="aside panel" aria-label=${say("So far")}>${freshness(app)}
    ${answer ? html`<div class=${state(app) === "fresh" || state(app) === "asking" ? "" : "old"}>${summary(app, answer)}${table(answer)}</div>` : nothing}</section>`;
}

/** The count of section after section, as at the end of a game. @param {App} app @param {Answer} answer */
function count(app, { told, pad }) {
  const names = pad.players.map((_, seat) => nameOf(pad, seat));
  const tableaux = pad.players.map((player) => Object.entries(player.cells));
  const back = html`<button type="button" class="tool" data-focus="back" title=${say("To the pad")} aria-label=${say("To the pad")} @click=${() => app.count(false)}>×</button>`;
  return html`<arboretum-count .told=${{ players: names, tableaux, you: null, score: told }} .bar=${{ start: back, end: nothing }} .end=${sharing(app, true)}></arboretum-count>`;
}

/** Who wins, or what is missing. @param {App} app @param {Answer} answer */
function summary(app, { told }) {
  const missing = told.notes.filter((note) => !note.wrong);
  const wrong = told.notes.filter((note) => note.wrong);
  const whole = missing.length === 0 && wrong.length === 0;
  return html`<div class="summary">
    <h2 data-focus="verdict">${whole && told.count.title ? told.count.title : say("So far")}</h2>
    ${whole ? html`<p>${told.win}</p>` : nothing}
    ${wrong.length || missing.length ? html`<ul class="missing">${wrong.map((note) => html`<li class="wrong">${note.say}</li>`)}${missing.map((note) => html`<li>${
      note.seat === null ? note.say : html`<button type="button" class="link" @click=${() => app.go(note.part === "hand" ? "hands" : "arboretums", /** @type {number} */ (note.seat))}>${note.say}</button>`}</li>`)}</ul>` : nothing}
    ${told.totals && Object.keys(told.species).length ? html`<p><button type="button" class="btn ${whole ? "go" : ""}" data-focus="count" @click=${() => app.count(true)}>${say("Count species by species")}</button></p>` : nothing}
  </div>`;
}

/** Points by species and player; without every hand, what the paths are worth. @param {Answer} answer */
function table({ told, pad }) {
  const names = pad.players.map((_, seat) => nameOf(pad, seat));
  const codes = Object.keys(told.species);
  if (codes.length === 0) return nothing;
  const best = (/** @type {number} */ seat) => (told.winners?.includes(seat) ? "best" : "");
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("Points by species and player")}><table class="sofar">
    <thead><tr><th scope="col">${say("Species")}</th>${names.map((name, seat) => html`<th scope="col" class=${best(seat)}>${name}</th>`)}</tr></thead>
    <tbody>${codes.map((code) => html`<tr data-species=${code}><th scope="row">${mark(code)}<span>${inWords(code)}</span></th>${names.map((_, seat) => html`<td>${figure(told, code, seat)}</td>`)}</tr>`)}</tbody>
    <tfoot>${told.totals ? html`<tr><th scope="row">${say("In all")}</th>${told.totals.map((total, seat) => html`<td class=${best(seat)}><b>${total}</b></td>`)}</tr>` : nothing}
    <tr class="ties"><th scope="row">${say("Species, cards placed")}</th>${names.map((_, seat) => html`<td>${told.species_placed[seat]}, ${told.cards_placed[seat]}</td>`)}</tr></tfoot></table>
    <p class="small muted">${told.totals ? say("– no right · 0 the right, but no path · (4) a path without the right") : say("What the best paths are worth: who may score them is known when every hand is entered.")}</p></div>`;
}

/** @param {Told} told @param {string} code @param {number} seat */
function figure(told, code, seat) {
  const { best, points } = told.species[code];
  if (points === null) return best[seat] ? html`<b>${best[seat]}</b>` : "–";
  if (points[seat] !== null) return html`<b>${points[seat]}</b>`;
  return best[seat] ? html`<span class="lost">(${best[seat]})</span>` : "–";
}

/** Every species in sentences. @param {Answer} answer */
function reasons({ told, pad }) {
  const codes = Object.keys(told.species);
  return html`<div class="reasons">${codes.map((code) => {
    const words = told.count.species[code];
    const [, ...seats] = told.explain[code];
    return html`<section class="panel" data-species=${code}><h3>${mark(code)} ${inWords(code)}</h3>
      ${told.species[code].right === null ? nothing : html`<p>${words.right}${words.cancelled ? ` ${words.cancelled.why}` : ""}</p>`}
      <ul>${seats.map((sentence) => html`<li>${withChips(sentence)}</li>`)}</ul></section>`;
  })}${told.totals === null && pad.players.length && codes.length ? html`<p class="small muted">${say("Who has the right to each species is known when every hand is entered.")}</p>` : nothing}</div>`;
}

/** A sentence with its cards as chips. @param {string} sentence */
function withChips(sentence) {
  return sentence.split(/\b([A-Z]{2}[1-8])\b/).map((part, at) => (at % 2 ? html`${chip(part)} ` : part));
}
