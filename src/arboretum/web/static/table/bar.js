// @ts-check
/** The bar at the top: the four steps of the turn, the line to the server, the ways out. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../card.js";
import { say } from "../say.js";
import { drafted, isMine, LETTERS, nameOf, thisTurn } from "./model.js";

/** @typedef {import("./app.js").App} App @typedef {import("./types.js").Sheet["kind"]} Kind */

/** @param {App} app */
export function bar(app) {
  const view = app.shown;
  return html`<header class="bar"><h1 class="sr">${say("Arboretum: the table")}</h1>
    <a class="brand" href="/" aria-label=${say("Arboretum, home")}>${icon("logo")}<span>Arboretum</span></a>
    <span class="muted small turnno">${say("Turn {turn}", { turn: view.turn })}</span>${view.practice ? html`<a class="tag practice" href=${`/t/${view.practice.table}/replay?at=${view.practice.version}`} title=${say("The game it began from")}>${say("practice")}</a>` : nothing}${agreedHints(view)}<span class="sp"></span>${steps(app)}<span class="sp"></span>
    ${line(app)}
    <nav class="tools" aria-label=${say("Table")}>
      ${tool(app, "rules", say("Rules"))}${tool(app, "log", say("Log"))}${view.you.as === null ? nothing : tool(app, "say", say("Say"))}${tool(app, "menu", say("Menu"))}
    </nav>
  </header>`;
}

/** That everybody may ask for hints, where the table agreed on it. @param {import("./types.js").TableView} view */
export function agreedHints(view) {
  return view.settings.hints ? html`<span class="tag practice" title=${say("Whoever plays may ask what to do.")}>${say("hints")}</span>` : nothing;
}

/** @param {App} app @param {Kind} kind @param {string} text */
function tool(app, kind, text) {
  return html`<button type="button" class=${`tool ${kind}`} data-focus=${`tool-${kind}`} aria-haspopup="dialog"
    @click=${() => app.change(() => (app.sheet = { kind, seat: app.view?.you.as ?? 0 }))}>${text}</button>`;
}

/** How the line to the server is, where that is worth a word. @param {App} app */
export function line(app) {
  if (app.newer) return html`<button type="button" class="tool warn" title=${say("There is a newer version of this page")} @click=${() => location.reload()}>${say("New version: reload")}</button>`;
  if (app.link === "on") return nothing;
  const text = app.link === "off" ? say("No network; your turn is safe") : say("Reconnecting …");
  return html`<span class="linkage" role="status">${text}</span>`;
}

/** Draw, draw, place, discard: what is done, what is due. @param {App} app */
export function steps(app) {
  const view = app.shown;
  const drawn = thisTurn(view).filter((event) => event.event === "drew").map((event) => source(app, event));
  const { placed, discarded } = isMine(view) ? drafted(app.shownDraft) : { placed: null, discarded: null };
  const due = { DRAW_FIRST: 0, DRAW_SECOND: 1, PLACE: 2, DISCARD: 3, OVER: 4 }[view.phase];
  const now = due === 2 && placed ? (discarded ? 4 : 3) : due === 3 && discarded ? 4 : due;
  const words = [say("Draw"), say("Draw"), placed ? say("Place {card}", { card: placed }) : say("Place"), discarded ? say("Discard {card}", { card: discarded }) : say("Discard")];
  const who = isMine(view) ? say("Your turn") : say("{name}’s turn", { name: nameOf(view, view.seat) });
  return html`<ol class="steps" aria-label=${who}>${words.map((word, at) => {
    const done = at < now || (at === 3 && discarded !== null) || (at === 2 && placed !== null);
    const text = at < 2 && drawn[at] ? say("Draw · {source}", { source: drawn[at] }) : word;
    return html`<li class=${`${done ? "done" : ""} ${at === now ? "now" : ""} ${(at === 2 && placed) || (at === 3 && discarded) ? "drafted" : ""}`}
      aria-current=${at === now ? "step" : nothing}><span class="n">${done ? icon("i-check") : at + 1}</span><span class="t">${text}</span></li>`;
  })}</ol>`;
}

/** Where a card was drawn from, short. @param {App} app @param {import("./types.js").Happening} event */
function source(app, event) {
  if (event.from === "pile") return say("pile");
  const seat = Number(event.from);
  return `${event.card}, ${seat === app.shown.you.as ? say("own") : app.shown.players.length > 3 ? LETTERS[seat] : nameOf(app.shown, seat)}`;
}
