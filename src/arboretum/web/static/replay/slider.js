// @ts-check
/** A slider over steps, with marks at some of them. What else is to stand over the steps is drawn above it. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";

/** @typedef {import("./types.js").Mark} Mark */

/**
 * @param {object} what
 * @param {number} what.last the last step, from 0
 * @param {number} what.at
 * @param {string} what.label
 * @param {string} what.text where it stands, in words
 * @param {Mark[]} what.marks
 * @param {(at: number) => void} what.go
 * @param {unknown} [what.above] a graph over the same steps
 */
export function slider({ last, at, label, text, marks, go, above = nothing }) {
  return html`<div class="slider">${above}
    <input type="range" min="0" max=${last} step="1" .value=${live(String(at))} data-focus="slider" aria-label=${label} aria-valuetext=${text}
      @input=${(/** @type {InputEvent} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
    <div class="marks" aria-hidden="true">${marks.map((mark) => html`<span class=${`mark-${mark.kind} ${mark.at <= at ? "past" : ""}`}
      .style=${`--at:${last ? mark.at / last : 0}`}>${mark.text ? html`<b>${mark.text}</b>` : nothing}</span>`)}</div></div>`;
}
