// @ts-check
/** The review as text: where the points of a seat went, and every number of the graph and the boards. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { withChips } from "../card.js";
import { LETTERS, nameOf } from "../table/model.js";
import { say } from "../say.js";
import { margin, percent, points } from "./figures.js";

/** @typedef {import("./review.js").Review} Review @typedef {import("./types.js").Decision} Decision */

/** Where the points went, player by player. @param {Review} review */
export function summary(review) {
  const { lens, told, replay } = review;
  if (!lens || !told) return nothing;
  const first = lens.summary.filter(({ seat }) => seat === review.seat);
  return html`${told.notes.map((note) => html`<p>${note}</p>`)}${[...first, ...lens.summary.filter((each) => !first.includes(each))].map(({ seat, start, end, parts, say: sentences }) =>
    html`<section class="went"><h3>${nameOf(replay.shown, seat)}</h3>${sentences.map((each) => html`<p>${withChips(each)}</p>`)}
      <div class="wide-table"><table><thead><tr><th scope="col">${say("Where it came from")}</th><th scope="col">${say("Chance to win")}</th><th scope="col">${say("Points")}</th></tr></thead>
      <tbody><tr><th scope="row">${say("At the beginning")}</th><td>${percent(start.win)}</td><td>${margin(start.margin)}</td></tr>
      ${parts.map((part) => html`<tr class=${Math.abs(part.win) < 0.005 && Math.abs(part.margin) < 0.05 ? "little" : ""}><th scope="row">${part.title}</th><td>${points(part.win)}</td><td>${margin(part.margin)}</td></tr>`)}
      <tr class="in-all"><th scope="row">${say("At the end")}</th><td>${percent(end.win)}</td><td>${margin(end.margin)}</td></tr></tbody></table></div></section>`)}
    <p class="small muted">${say("Points are those more than the best rival.")}</p>`;
}

/** Everything, to be read. @param {Review} review */
export function text(review) {
  const { lens, told, replay } = review;
  if (!lens || !told) return nothing;
  const names = replay.shown.players.map((_, seat) => nameOf(replay.shown, seat));
  return html`<h3>${say("Chance to win after every turn")}</h3>
    <div class="wide-table"><table class="courses"><thead><tr><th scope="col">${say("Turn")}</th><th scope="col">${say("Played by")}</th>${names.map((name, seat) => html`<th scope="col"><b>${LETTERS[seat]}</b> ${name}</th>`)}</tr></thead>
    <tbody>${lens.course.map(({ turn, seat, win }, number) => html`<tr><th scope="row">${!turn ? say("The deal") : told.complete && number === lens.course.length - 1 ? say("The end") : turn}</th><td>${seat === null ? "" : names[seat]}</td>${win.map((each) => html`<td>${percent(each)}</td>`)}</tr>`)}</tbody></table></div>
    <h3>${say("Every decision")}</h3><ol class="decisions" role="list">${lens.decisions.map((decision) => html`<li>${inWords(decision)}</li>`)}</ol>`;
}

/** A decision in a paragraph. @param {Decision} decision */
function inWords(decision) {
  const { turn, verdict, verdict_say: word, say: what, win, cost, why, choices, action } = decision;
  const others = choices.filter((each) => each.action !== action).slice(0, 3);
  return html`<p><b>${say("Turn {turn}", { turn })}</b> ${withChips(what)} ${verdict === "forced" ? say("There was no choice.") : say("{verdict}, chance to win {win}, cost {cost}.", { verdict: word, win: percent(win), cost: points(-cost.win) })}
    ${why.map((each) => html`${withChips(each)} `)}${others.length ? html`${say("Instead:")} ${others.map((each, at) => html`${at ? "; " : ""}${withChips(each.say)} ${percent(each.win)}`)}.` : nothing}</p>`;
}
