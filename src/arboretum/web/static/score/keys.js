// @ts-check
/** The card grid: a species key, then a value key; or two letters and a digit, typed. */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { mark } from "../card.js";
import { SPECIES, inWords } from "../art.js";
import { rich, say } from "../say.js";
import { keysOf, nameOf, places } from "./pad.js";
import { along } from "./along.js";
import { tiles } from "./worth.js";

/** @typedef {import("./app.js").App} App */

const VALUES = [1, 2, 3, 4, 5, 6, 7, 8];
/** A few cards in a hand, as an icon. */
const FAN = svg`<g fill="none" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round"><path d="M9.5 20.5L3.5 8.5L9 5.7"/><rect x="9.5" y="4" width="11" height="16.5" rx="1.5"/></g>`;

/** @param {App} app */
export function keys(app) {
  const codes = keysOf(app.pad, app.edition);
  const used = places(app.pad);
  return html`<section class="keys" aria-label=${say("Card keys")} data-typing>
    ${prompt(app)}
    <div class="spkeys ${codes.length > 6 ? "two" : ""}" role="group" aria-label=${say("Species")} .style=${`--n:${codes.length > 6 ? Math.ceil(codes.length / 2) : codes.length}`} @keydown=${along}>
      ${codes.map((code, at) => html`<button type="button" class="key" data-species=${code} data-focus="sp-${code}" aria-pressed=${app.species === code}
        tabindex=${app.species === code || (!codes.includes(app.species) && at === 0) ? 0 : -1} aria-label="${inWords(code)}, ${code}"
        @click=${() => app.pressSpecies(code)}><span class="cap">${mark(code)}${code}</span></button>`)}</div>
    <div class="valkeys" role="group" aria-label=${app.species ? say("Values of {species}", { species: inWords(app.species) }) : say("Values")} @keydown=${along}>
      ${VALUES.map((value) => {
        const card = `${app.species}${value}`;
        const place = used.get(card);
        const where = place ? app.whereIs(card) : "";
        return html`<button type="button" class="key ${place ? "used" : ""}" data-species=${app.species || nothing} data-focus="value-${value}" tabindex=${value === 1 ? 0 : -1}
          aria-pressed=${app.species !== "" && app.picked === card} aria-disabled=${app.species ? nothing : "true"}
          aria-label=${!app.species ? `${value}` : place ? where : inWords(card)}
          @click=${() => app.pressValue(value)}><span class="cap"><b>${value}</b>${place ? html`<small>${"ABCD"[place.seat]}<svg class="ico" viewBox="0 0 24 24" aria-hidden="true">${
            place.cell === null ? FAN : svg`<use href="#sprout"/>`}</svg></small>` : nothing}</span></button>`;
      })}</div>
    ${tiles(app)}
  </section>`;
}

/** What is due, and the steps back and on. @param {App} app @param {boolean} [bare] the steps alone */
export function prompt(app, bare = false) {
  const here = app.pad.players[app.seat];
  const isThere = app.picked !== "" && (here.hand.includes(app.picked) || Object.values(here.cells).includes(app.picked));
  return html`<div class="prompt">
    ${bare ? html`<p class="muted" aria-hidden="true">${app.said}</p>` : html`<p>${asks(app)}</p>`}
    ${app.doubled ? html`<button type="button" class="small-btn" data-focus="here" @click=${() => app.moveHere()}>${say("Move it here")}</button>` : nothing}
    ${isThere ? html`<button type="button" class="small-btn" data-focus="remove" @click=${() => app.remove(app.picked)}>${say("Remove")}</button>` : nothing}
    <button type="button" class="tool" data-focus="undo" title=${say("Undo")} aria-label=${say("Undo")} aria-disabled=${app.past.length ? nothing : "true"} @click=${() => app.undo()}><svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-undo"/></svg></button>
    <button type="button" class="tool redo" data-focus="redo" title=${say("Redo")} aria-label=${say("Redo")} aria-disabled=${app.future.length ? nothing : "true"} @click=${() => app.redo()}><svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-undo"/></svg></button>
  </div>`;
}

/** @param {App} app */
function asks(app) {
  const words = { card: html`<b>${app.picked}</b>`, species: html`<b>${inWords(app.species)}</b>`, name: html`<b>${nameOf(app.pad, app.seat)}</b>` };
  if (app.doubled) return app.whereIs(app.doubled);
  const there = app.pad.players[app.seat].hand.includes(app.picked) || Object.values(app.pad.players[app.seat].cells).includes(app.picked);
  if (app.picked && there) return app.tab === "hands" ? rich(say("{card} is picked."), words) : rich(say("{card}: tap a cell to move it."), words);
  if (app.picked) return rich(say("{card}: tap its cell."), words);
  if (app.species) return rich(say("Next card: {species}, which value?"), words);
  if (app.aimed) return say("A card for the marked cell: which species?");
  return app.tab === "hands" ? rich(say("The hand of {name}: which species?"), words) : rich(say("The arboretum of {name}: which species?"), words);
}

/** Letters that were typed and name no species yet. */
let begun = "";

/**
 * Cards typed as they are written: two letters and a digit. Only where the focus is among the keys or the cards.
 * @param {App} app @param {KeyboardEvent} event
 */
export function typed(app, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("dialog, input, select, textarea")) return;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    return key === "y" || event.shiftKey ? app.redo() : app.undo();
  }
  if (event.altKey || event.ctrlKey || event.metaKey || !target.closest("[data-typing]")) return;
  if (event.key === "Escape") return app.escape();
  if (/^[a-z]$/i.test(event.key)) return letter(app, event.key.toUpperCase());
  if (/^[1-8]$/.test(event.key) && app.species) {
    event.preventDefault();
    if (target.dataset.cell && !app.pad.players[app.seat].cells[target.dataset.cell]) app.aimed = target.dataset.cell;
    return app.pressValue(Number(event.key));
  }
  if (event.key !== "Delete" && event.key !== "Backspace") return;
  const card = target.dataset.card || (target.dataset.cell && app.pad.players[app.seat].cells[target.dataset.cell]);
  if (card) app.remove(card);
}

/** @param {App} app @param {string} sign */
function letter(app, sign) {
  const code = [begun + sign, sign].find((text) => Object.keys(SPECIES).some((each) => each.startsWith(text))) ?? "";
  begun = code.length === 1 ? code : "";
  if (!SPECIES[code]) return;
  if (!keysOf(app.pad, app.edition).includes(code)) {
    app.tell(say("{species} is not in this game.", { species: inWords(code) }));
    return app.draw();
  }
  app.species = "";
  app.pressSpecies(code);
}
