// @ts-check
/** Small things that several pages of the count show. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../card.js";
import { say } from "../say.js";

/** @typedef {import("./types.js").Told} Told */

/**
 * A seat's disc and name.
 * @param {Told} told @param {number} seat @param {boolean} [filled]
 */
export function who(told, seat, filled = false) {
  const name = told.players[seat];
  return html`<span class=${filled ? "seat on" : "seat"} aria-hidden="true">${[...name][0] ?? ""}</span><h2>${name}</h2>${
    seat === told.you ? html`<span class="you">${say("you")}</span>` : nothing}`;
}

/**
 * Whether a seat has the right, as a badge; nothing while it is open.
 * @param {boolean | null} has
 */
export function badge(has) {
  if (has === null) return nothing;
  return has ? html`<span class="badge">${icon("i-check")}${say("the right")}</span>` : html`<span class="badge lost">${say("no right")}</span>`;
}

/**
 * A number that may count up or down to what it is.
 * @param {number | string} value
 */
export function number(value) {
  return html`<span class="count-number"><span class="count-figure">${value}</span><span class="count-tick" aria-hidden="true"></span></span>`;
}

/**
 * Points of one player for one species.
 * @param {number | null | undefined} points
 */
export function points(points) {
  if (points === null || points === undefined) return html`<span class="no" aria-hidden="true">–</span><span class="sr">${say("no right")}</span>`;
  return points === 0 ? html`<span class="no">0</span>` : html`<b>${points}</b>`;
}
