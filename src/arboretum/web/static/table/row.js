// @ts-check
/** The row of species under a name: points of the best path, sum in hand. A tile shows its path. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mark } from "../card.js";
import { SPECIES } from "../art.js";
import { drafted, handLeft, sumOf } from "./model.js";
import { say } from "../say.js";

/** @typedef {import("./app.js").App} App */

/**
 * @param {App} app
 * @param {number} seat
 */
export function ledgerRow(app, seat) {
  const view = app.shown;
  const own = seat === view.you.as;
  const hand = own ? handLeft(view, app.shownDraft, "species") : [];
  const told = own ? foreseen(app) : null;
  return html`<ul class=${`tiles n${view.species.length} ${view.paths ? "" : "bare"}`} @pointerleave=${() => show(app, null)}>${view.species.map((species) => {
    const path = view.paths?.[seat]?.[species];
    const now = path?.points ?? 0;
    const points = told ? told[species] ?? 0 : now;
    const sum = own ? sumOf(hand, species) : null;
    const facts = [view.paths ? (points ? say("best path {points}", { points }) : say("no path")) : "", sum === null ? "" : say("{sum} in hand", { sum })];
    const words = `${SPECIES[species]}: ${facts.filter(Boolean).join(", ")}`;
    return html`<li><button type="button" class=${`tile ${points ? "" : "none"} ${points > now ? "more" : ""}`} data-species=${species} aria-label=${words}
      aria-pressed=${app.path?.seat === seat && app.path.species === species} title=${path ? `${SPECIES[species]}: ${path.why}` : SPECIES[species]}
      data-focus=${`tile-${seat}-${species}`}
      @pointerenter=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && path && show(app, { seat, species })}
      @focus=${(/** @type {FocusEvent} */ event) => /** @type {Element} */ (event.target).matches(":focus-visible") && path && show(app, { seat, species })}
      @blur=${() => show(app, null)}
      @click=${() => show(app, app.path?.species === species ? null : path ? { seat, species } : null)}>${mark(species)}<b>${
        view.paths ? points || "–" : nothing}<i>${species}</i></b>${sum === null ? nothing : html`<small><span class="w">${say("hand")} </span><span class="c">${species}·</span>${sum}</small>`}</button></li>`;
  })}</ul>`;
}

/**
 * Points of every species with the card where it is aimed at, or drafted; null if that is not known.
 * @param {App} app
 * @returns {Record<string, number> | null}
 */
export function foreseen(app) {
  const { place } = app.shownDraft;
  const [card, cell] = app.picked && app.aimed ? [app.picked, app.aimed] : [drafted(app.shownDraft).placed, place?.split("@")[1]];
  return card && cell ? app.previews.get(card)?.cells[cell]?.points ?? null : null;
}

/** @param {App} app @param {{seat: number, species: string} | null} path */
function show(app, path) {
  if (app.path?.seat === path?.seat && app.path?.species === path?.species) return;
  app.path = path;
  app.draw();
}

/** @param {Record<string, import("./types.js").PathInfo> | undefined} paths @returns {Record<string, number>} */
export function pointsOf(paths) {
  return Object.fromEntries(Object.entries(paths ?? {}).map(([species, path]) => [species, path.points]));
}
