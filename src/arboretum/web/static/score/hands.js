// @ts-check
/** The cards left in a hand. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { card } from "../card.js";
import { inWords } from "../art.js";
import { say } from "../say.js";
import { nameOf } from "./pad.js";
import { along } from "./along.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function hand(app) {
  const { hand: cards } = app.pad.players[app.seat];
  const faults = app.asking.faults();
  const notes = app.asking.knows(app.pad) ? (app.asking.answer?.told.notes ?? []).filter((note) => note.seat === app.seat && note.part === "hand") : [];
  return html`<div class="handbed" data-typing>
    <div class="cards" role="group" aria-label=${say("The hand of {name}", { name: nameOf(app.pad, app.seat) })} @keydown=${along}>${cards.map((code, at) => html`<button type="button" class="keep"
      data-card=${code} data-focus="held-${code}" tabindex=${at === 0 ? 0 : -1} aria-label=${inWords(code)} aria-pressed=${app.picked === code} @click=${() => app.pressKept(code)}>${card(code, {
        size: "L", label: null, picked: app.picked === code, last: faults.includes(code),
      })}</button>`)}${cards.length === 0 ? html`<p class="muted">${say("Enter the cards that are left in this hand: a species, then each value.")}</p>` : nothing}</div>
    ${notes.map((note) => html`<p class="small ${note.wrong ? "wrong" : "muted"}">${note.say}</p>`)}
  </div>`;
}
