// @ts-check
/** The pads that are kept on this device: open one, begin another, throw one away and bring it back. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say, sayMany } from "../say.js";
import { decoded } from "./link.js";
import { cardsOn, nameOf } from "./pad.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function shelf(app) {
  const pads = [...app.store.shelf().pads].sort((a, b) => b.at - a.at);
  const thrown = app.thrown;
  return html`<dialog class="shelf" aria-labelledby="shelf-title" @close=${() => app.shelve(false)} @click=${(/** @type {Event} */ event) => event.target === event.currentTarget && app.shelve(false)}>
    <div class="row"><h2 id="shelf-title">${say("Pads on this device")}</h2><span class="sp"></span><button type="button" class="tool" aria-label=${say("Close")} @click=${() => app.shelve(false)}>×</button></div>
    <p><button type="button" class="btn go" data-focus="new-pad" @click=${() => app.anew()}>${say("New pad")}</button></p>
    ${pads.length ? nothing : html`<p class="muted">${say("None is kept yet: a pad is kept from its first card on.")}</p>`}
    <ul>${pads.map((each) => {
      const pad = decoded(each.p);
      if (!pad) return nothing;
      const names = pad.players.map((_, seat) => nameOf(pad, seat)).join(", ");
      return html`<li class=${each.id === app.id ? "now" : ""}><button type="button" class="which" aria-current=${each.id === app.id ? "true" : nothing} @click=${() => app.choose(each.id)}><b>${names}</b>
        <span class="small muted">${sayMany("{count} card", "{count} cards", cardsOn(pad))}${each.at ? `, ${new Date(each.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })}` : ""}</span></button>
        <button type="button" class="small-btn" aria-label=${say("Delete the pad of {names}", { names })} @click=${() => app.throwAway(each.id)}>${say("Delete")}</button></li>`;
    })}</ul>
    ${thrown ? html`<p class="note row" role="status">${say("The pad was deleted.")}<span class="sp"></span><button type="button" class="small-btn" data-focus="back-again" @click=${() => app.takeBack()}>${say("Bring it back")}</button></p>` : nothing}
    ${app.store.works ? nothing : html`<p class="note">${say("This browser keeps nothing for this page: copy a link to keep a pad.")}</p>`}
  </dialog>`;
}
