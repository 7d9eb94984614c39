// @ts-check
/** What the pad is worth so far: a strip of tiles over the keys, and how fresh it is. Every number is the server's. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mark } from "../card.js";
import { inWords } from "../art.js";
import { say, sayMany } from "../say.js";
import { keysOf } from "./pad.js";
import { along } from "./along.js";

/** @typedef {import("./app.js").App} App */

/** How the last answer stands to what is on the pad now. @param {App} app @returns {"fresh" | "asking" | "late" | "older" | "refused" | "none"} */
export function state(app) {
  const { asking, pad } = app;
  if (asking.refused && !asking.away) return "refused";
  if (asking.knows(pad)) return "fresh";
  if (asking.away) return asking.answer ? "older" : "none";
  return asking.slow ? "late" : "asking";
}

/** A sentence on how fresh the numbers are; nothing if they are. @param {App} app */
export function freshness(app) {
  const now = state(app);
  if (now === "older") return html`<p class="note stale" data-state="older">${say("Without network: these numbers are older than what you entered. The answer follows as soon as the server can be reached.")}</p>`;
  if (now === "late") return html`<p class="small muted" data-state="late">${say("Counting …")}</p>`;
  if (now === "none") return html`<p class="note stale" data-state="none">${say("Without network: go on entering. The answer follows as soon as the server can be reached.")}</p>`;
  if (now === "refused") return html`<p class="note stale" data-state="refused" role="alert">${app.asking.refused}${app.asking.answer ? html` <span class="muted">${say("The numbers are those before it.")}</span>` : nothing}</p>`;
  return nothing;
}

/** The best paths of the player in hand, species by species. @param {App} app */
export function tiles(app) {
  const told = app.asking.answer?.told;
  const now = state(app);
  const old = now === "older" || now === "refused" || now === "late";
  return html`<div class="worth ${old ? "old" : ""}">
    <p class="small muted">${now === "none" ? say("no network: not counted yet") : old ? say("before the last steps") : app.tab === "hands" ? say("sums in hand so far") : say("best paths so far")}</p>
    <div class="tiles" role="group" aria-label=${app.tab === "hands" ? say("Sums in hand so far") : say("Best paths so far")} @keydown=${along}>${keysOf(app.pad, app.edition).map((code, at) => {
      const species = told?.species[code];
      const best = species?.best[app.seat] ?? 0;
      const sum = species?.sums[app.seat];
      const worth = app.tab === "hands" ? (sum ? `${sum}` : "–") : best ? `${best}` : "–";
      const words = app.tab === "hands"
        ? say("{species}: {sum} in hand", { species: inWords(code), sum: sum ?? 0 })
        : best ? sayMany("{species}: best path worth {count} point. Show it.", "{species}: best path worth {count} points. Show it.", best, { species: inWords(code) }) : say("{species}: no path", { species: inWords(code) });
      return html`<button type="button" class="tile ${best || sum ? "has" : ""}" data-species=${code} data-focus="tile-${code}" tabindex=${at === 0 ? 0 : -1}
        aria-pressed=${app.path === code} aria-label=${words} @click=${() => app.showPath(app.path === code ? "" : code)}>${mark(code)}<b>${worth}</b><i>${code}</i></button>`;
    })}</div></div>`;
}
