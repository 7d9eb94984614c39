// @ts-check
/** A pad for others: a link that holds all of it, a picture, and the count as text. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { pictureAt } from "../picture.js";
import { say } from "../say.js";
import { encoded } from "./link.js";
import { state } from "./worth.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app @param {boolean} [counting] whether the count is shown, which can be copied by itself */
export function sharing(app, counting = false) {
  const link = `${location.origin}/score?p=${encoded(app.pad)}`;
  const fresh = state(app) === "fresh";
  const text = fresh && !counting ? app.asking.answer?.told.count.text : undefined;
  return html`<div class="share row wrap-row">
    <button type="button" class="btn" data-focus="link" @click=${() => copy(app, link, say("The link is copied: it holds this whole pad."))}>${say("Copy a link")}</button>
    ${"share" in navigator ? html`<button type="button" class="btn" data-focus="share" @click=${() => hand(link)}>${say("Share")}</button>` : nothing}
    ${fresh ? html`<a class="btn" data-focus="picture" href=${pictureAt(`/score/picture.png?p=${encoded(app.pad)}`)} download>${say("Picture")}</a>
    <a class="btn" data-focus="picture-svg" href=${pictureAt(`/score/picture.svg?p=${encoded(app.pad)}`)} download>${say("Picture as SVG")}</a>` : nothing}
    ${text ? html`<button type="button" class="btn" data-focus="text" @click=${() => copy(app, text, say("The count is copied as text."))}>${say("Copy as text")}</button>` : nothing}
    ${app.copied ? html`<span class="small muted" aria-hidden="true">${app.copied}</span>` : nothing}
    ${app.byHand ? html`<label class="by-hand">${say("Copy this:")}<textarea readonly rows="4" data-focus="by-hand" @focus=${(/** @type {Event} */ event) => /** @type {HTMLTextAreaElement} */ (event.target).select()} .value=${app.byHand}></textarea></label>` : nothing}
  </div>`;
}

/** @param {App} app @param {string} text @param {string} done */
async function copy(app, text, done) {
  app.byHand = app.copied = "";
  try {
    await navigator.clipboard.writeText(text);
    app.tell(done);
    app.copied = done;
  } catch {
    app.byHand = text; // No clipboard over plain HTTP: the text is shown, to be copied by hand.
    app.tell(say("This browser does not let the page copy: the text is shown, marked, to be copied by hand."));
  }
  app.draw();
  /** @type {HTMLElement | null} */ (document.querySelector("[data-focus=by-hand]"))?.focus();
}

/** @param {string} url */
async function hand(url) {
  try {
    await navigator.share({ title: say("Score pad"), url });
  } catch {
    // Whoever closes the list of ways to share wants none of them.
  }
}
