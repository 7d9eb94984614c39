// @ts-check
/** The others: a panel for each, and what happened since one's last turn. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { card, chip, faceOf, withChips } from "../card.js";
import { inWords } from "../art.js";
import { bed } from "./bed.js";
import { browse, discards } from "./hand.js";
import { byTurn, isDrawing, isGettingReady, LETTERS, nameOf, pile, pileName } from "./model.js";
import { mayDraw, press } from "./acts.js";
import { hintedSource } from "./ask.js";
import { replay } from "./replay.js";
import { vote } from "./votes.js";
import { rich, say, sayMany } from "../say.js";

/** @typedef {import("./app.js").App} App @typedef {import("./types.js").Happening} Happening */

/** @param {App} app @param {number} seat */
export function rival(app, seat) {
  const view = app.shown;
  const two = view.players.length === 2;
  return html`<section class=${`panel rival ${view.seat === seat ? "acting" : ""}`} aria-label=${nameOf(view, seat)}>
    ${head(app, seat)}${vote(app, seat)}
    <div class="plot">${bed(app, seat)}${two ? nothing : html`<div class="corner">${knownList(app, seat)}${discards(app, seat, "M")}</div>`}</div>
    ${two ? fan(app, seat) : nothing}
  </section>`;
}

/** @param {App} app @param {number} seat */
export function head(app, seat) {
  const view = app.shown;
  const info = view.seats[seat];
  const known = view.hands[seat]?.known ?? [];
  const away = info.kind === "person" && !app.online[seat];
  const phrase = app.phrases.get(seat);
  const two = view.players.length === 2;
  return html`<div class="phead"><span class=${`seat ${view.seat === seat && view.status === "playing" ? "on" : ""} ${away ? "off" : ""}`}
      data-anchor=${`seat-${seat}`}>${LETTERS[seat]}</span>${faceOf(info.bot)}
    <button type="button" class="rivalname" data-focus=${`name-${seat}`} aria-haspopup="dialog" @click=${() => app.change(() => (app.sheet = { kind: "seat", seat }))}><h2>${nameOf(view, seat)}</h2></button>
    ${phrase ? html`<span class="bubble" role="status">${phrase}</span>` : html`<span class="small muted count-words">${inHand(view.hands[seat]?.size ?? 0)}${
      known.length && two ? html`<span class="known">, ${rich(say("of them {cards}"), { cards: known.map((code) => chip(code)) })}</span>` : nothing}</span>`}
    <span class="sp"></span>${info.kind === "bot" ? html`<span class=${isGettingReady(app, seat) ? "tag away" : "tag bot"}>${isGettingReady(app, seat) ? say("getting ready") : say("bot")}</span>` : away ? html`<span class="tag away">${say("reconnecting")}</span>` : nothing}</div>`;
}

/** How many cards a hand has, at length and for little room. @param {number} count */
function inHand(count) {
  return html`<span class="long">${sayMany("{count} card in hand", "{count} cards in hand", count)}</span><span class="short">${say("{count} in hand", { count })}</span>`;
}

/** What everybody saw go into a hand. @param {App} app @param {number} seat */
function knownList(app, seat) {
  const known = app.shown.hands[seat]?.known ?? [];
  return known.length ? html`<div class="holds"><span class="lbl">${say("holds")}</span>${known.map((code) => chip(code))}</div>` : nothing;
}

/** The whole pile of the one rival, as a fan: the last is the top. @param {App} app @param {number} seat */
function fan(app, seat) {
  const view = app.shown;
  const cards = pile(view, seat, app.shownDraft);
  const action = `+<${LETTERS[seat]}`;
  const lit = mayDraw(app, action);
  const shown = cards.slice(-9);
  const hidden = (view.discard_counts?.[seat] ?? cards.length) - shown.length;
  return html`<div class="fanrow"><button type="button" class="inline lbl" data-focus=${`pile-${seat}`} aria-label=${say("Look through {pile}", { pile: pileName(view, seat) })} @click=${() => browse(app, seat)}>${say("Discards")}${
      hidden > 0 ? html`<br>${say("and {count} more", { count: hidden })}` : nothing}</button>
    <div class="fan" data-zone=${`discard-${seat}`}>${shown.length ? shown.map((code, at) => {
      const top = at === shown.length - 1;
      return html`<button type="button" class=${`leafing ${top ? hintedSource(app, seat) : ""} ${top ? "uppermost" : ""} ${top && lit ? "lit" : ""}`} data-move=${code} data-look=${code} data-anchor=${top ? `discard-${seat}` : nothing} tabindex=${top ? 0 : -1} data-focus=${top ? `discard-${seat}` : nothing}
        aria-label=${top ? topWords(app, seat, code, lit) : inWords(code)} @click=${() => (top && isDrawing(view) ? press(app, action) : browse(app, seat))}>${card(code, { size: "M", label: null })}</button>`;
    }) : html`<span class="slot" data-anchor=${`discard-${seat}`}></span>`}${
      cards.length ? html`<button type="button" class="count" tabindex="-1" aria-hidden="true" @click=${() => browse(app, seat)}>${hidden + shown.length}</button>` : nothing}</div></div>`;
}

/** The top card of the fan, in words. @param {App} app @param {number} seat @param {string} code @param {boolean} lit */
function topWords(app, seat, code, lit) {
  const what = { card: inWords(code), name: nameOf(app.shown, seat) };
  return lit ? say("{card}, top of {name}’s discards: take", what) : say("{card}, top of {name}’s discards", what);
}

/** @param {App} app */
export function newsPanel(app) {
  const items = news(app);
  return html`<section class="panel news" aria-label=${since(app)}><div class="phead"><h2>${since(app)}</h2><span class="sp"></span>
    ${again(app)}</div><div class="newsbody" tabindex="0" role="group" aria-label=${say("What happened")}>${items.length ? items.map((item) => html`<p>${item}</p>`) : html`<p class="muted">${say("Nothing yet.")}</p>`}</div></section>`;
}

/** @param {App} app */
export function newsLine(app) {
  const items = news(app);
  return html`<section class="newsline" aria-label=${since(app)}><b>${since(app)}</b>
    <span class="newstext" tabindex="0" role="group" aria-label=${say("What happened")}>${items.length ? items.map((item) => html`<span>${item}</span> `) : say("Nothing yet.")}</span>${again(app)}</section>`;
}

/** @param {App} app */
function since(app) {
  return app.shown.you.as === null ? say("Since the last round") : say("Since your last turn");
}

/** @param {App} app */
function again(app) {
  const can = (app.view?.recent ?? []).some((event) => event.event === "placed" || event.event === "discarded" || event.event === "drew");
  return can ? html`<button type="button" class="inline" data-focus="replay" @click=${() => replay(app)}>${app.past ? say("stop") : say("replay")}</button>` : nothing;
}

/** What the others did, a turn a paragraph. @param {App} app */
function news(app) {
  const view = app.shown;
  const turns = byTurn(view.recent).filter((events) => events[0].seat !== view.you.as);
  return turns.map((events) => paragraph(app, events));
}

/**
 * What one player did in a turn as one sentence: the name is said once, cells are left to the brackets on the board.
 * @param {App} app
 * @param {Happening[]} events
 */
function paragraph(app, events) {
  const [first] = events;
  if (first.event === "started" || first.event === "replaced") return withChips(first.say ?? "");
  const two = events[0].from === "pile" && events[1]?.from === "pile" && !seen(events[0]) && !seen(events[1]);
  const deeds = two ? [[say("drew two cards from the draw pile")], ...events.slice(2).map((event) => deed(app, event))] : events.map((event) => deed(app, event));
  const row = deeds.flatMap((each, at) => (at ? [", ", ...each] : each));
  return rich(say("{name} {deeds}."), { name: html`<b>${nameOf(app.shown, first.seat ?? 0)}</b>`, deeds: row });
}

/** @param {Happening} event */
function seen(event) {
  return event.card !== undefined && event.card !== "?";
}

/** One move, to follow the name of who made it. @param {App} app @param {Happening} event @returns {unknown[]} */
function deed(app, event) {
  const card = chip(event.card ?? "");
  if (event.event === "placed") return rich(say("placed {card}"), { card });
  if (event.event === "discarded") return rich(say("discarded {card}"), { card });
  if (event.from === "pile") return seen(event) ? rich(say("drew {card} from the draw pile"), { card }) : [say("drew a card from the draw pile")];
  const seat = Number(event.from);
  if (seat === event.seat) return rich(say("took {card} from their own discards"), { card });
  if (seat === app.shown.you.as) return rich(say("took {card} from your discards"), { card });
  return rich(say("took {card} from {name}’s discards"), { card, name: nameOf(app.shown, seat) });
}
