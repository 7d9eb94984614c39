// @ts-check
/** What happened, a line a step, gathered by turns. A line leads to its step. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ref } from "../vendor/lit-html/directives/ref.js";
import { withChips } from "../card.js";
import { nameOf } from "../table/model.js";
import { say } from "../say.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** @param {Replay} replay */
export function log(replay) {
  return html`<ol class="steps-told" role="list">${replay.steps.map((step, at) => {
    const opens = step.kind === "drew" && replay.steps[at - 1]?.turn !== step.turn;
    return html`${opens ? html`<li class="turnhead" role="presentation">${say("Turn {turn}", { turn: step.turn })} · ${nameOf(replay.shown, step.event?.seat ?? 0)}</li>` : nothing}<li>${line(replay, at)}</li>`;
  })}</ol>`;
}

/** @param {Replay} replay @param {number} at */
function line(replay, at) {
  const now = at === replay.at;
  return html`<button type="button" class="line" tabindex=${now ? 0 : -1} data-focus=${now ? "line" : nothing} aria-current=${now ? "step" : nothing}
    @click=${() => replay.go(at)} ${now ? ref(inSight) : nothing}>${withChips(replay.steps[at].say || say("The cards are dealt."))}</button>`;
}

/** Keep the line of this step in the middle of its list, without moving the page. @param {Element | undefined} element */
function inSight(element) {
  if (!element) return;
  requestAnimationFrame(() => {
    const list = element.closest(".steps-told");
    if (!list) return;
    const box = element.getBoundingClientRect();
    const place = list.getBoundingClientRect();
    if (box.top < place.top + 30 || box.bottom > place.bottom - 30) list.scrollTop += box.top - place.top - place.height / 2;
  });
}
