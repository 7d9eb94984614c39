// @ts-check
/** The others: a panel for each, and what happened since one's last turn. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { card, chip } from "../card.js";
import { inWords } from "../art.js";
import { bed } from "./bed.js";
import { browse, discards } from "./hand.js";
import { byTurn, isDrawing, LETTERS, nameOf, pile } from "./model.js";
import { mayDraw, press } from "./acts.js";
import { replay } from "./replay.js";
import { vote } from "./votes.js";

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
      data-anchor=${`seat-${seat}`}>${LETTERS[seat]}</span>
    <button type="button" class="rivalname" data-focus=${`name-${seat}`} aria-haspopup="dialog" @click=${() => app.change(() => (app.sheet = { kind: "seat", seat }))}><h2>${nameOf(view, seat)}</h2></button>
    ${phrase ? html`<span class="bubble" role="status">${phrase}</span>` : html`<span class="small muted count-words">${view.hands[seat]?.size ?? 0}<span class="long"> cards</span> in hand${
      known.length && two ? html`<span class="known">, of them ${known.map((code) => chip(code))}</span>` : nothing}</span>`}
    <span class="sp"></span>${info.kind === "bot" ? html`<span class="tag bot">bot</span>` : away ? html`<span class="tag away">reconnecting</span>` : nothing}</div>`;
}

/** What everybody saw go into a hand. @param {App} app @param {number} seat */
function knownList(app, seat) {
  const known = app.shown.hands[seat]?.known ?? [];
  return known.length ? html`<div class="holds"><span class="lbl">holds</span>${known.map((code) => chip(code))}</div>` : nothing;
}

/** The whole pile of the one rival, as a fan: the last is the top. @param {App} app @param {number} seat */
function fan(app, seat) {
  const view = app.shown;
  const cards = pile(view, seat, app.shownDraft);
  const action = `+<${LETTERS[seat]}`;
  const lit = mayDraw(app, action);
  const shown = cards.slice(-9);
  const hidden = (view.discard_counts?.[seat] ?? cards.length) - shown.length;
  return html`<div class="fanrow"><button type="button" class="inline lbl" data-focus=${`pile-${seat}`} aria-label=${`Look through ${nameOf(view, seat)}’s discards`} @click=${() => browse(app, seat)}>Discards${
      hidden > 0 ? html`<br>and ${hidden} more` : nothing}</button>
    <div class="fan" data-zone=${`discard-${seat}`}>${shown.length ? shown.map((code, at) => {
      const top = at === shown.length - 1;
      return html`<button type="button" class=${`leafing ${top ? "uppermost" : ""} ${top && lit ? "lit" : ""}`} data-move=${code} data-look=${code} data-anchor=${top ? `discard-${seat}` : nothing} tabindex=${top ? 0 : -1} data-focus=${top ? `discard-${seat}` : nothing}
        aria-label=${`${inWords(code)}${top ? `, top of ${nameOf(view, seat)}’s discards${lit ? ": take" : ""}` : ""}`} @click=${() => (top && isDrawing(view) ? press(app, action) : browse(app, seat))}>${card(code, { size: "M", label: null })}</button>`;
    }) : html`<span class="slot" data-anchor=${`discard-${seat}`}></span>`}${
      cards.length ? html`<button type="button" class="count" tabindex="-1" aria-hidden="true" @click=${() => browse(app, seat)}>${hidden + shown.length}</button>` : nothing}</div></div>`;
}

/** @param {App} app */
export function newsPanel(app) {
  const items = news(app);
  return html`<section class="panel news" aria-label="Since your last turn"><div class="phead"><h2>Since ${app.shown.you.as === null ? "the last round" : "your last turn"}</h2><span class="sp"></span>
    ${again(app)}</div><div class="newsbody" tabindex="0" role="group" aria-label="What happened">${items.length ? items.map((item) => html`<p>${item}</p>`) : html`<p class="muted">Nothing yet.</p>`}</div></section>`;
}

/** @param {App} app */
export function newsLine(app) {
  const items = news(app);
  return html`<section class="newsline" aria-label="Since your last turn"><b>Since ${app.shown.you.as === null ? "the last round" : "your last turn"}</b>
    <span class="newstext">${items.length ? items.map((item) => html`<span>${item}</span> `) : "nothing yet."}</span>${again(app)}</section>`;
}

/** @param {App} app */
function again(app) {
  const can = (app.view?.recent ?? []).some((event) => event.event === "placed" || event.event === "discarded" || event.event === "drew");
  return can ? html`<button type="button" class="inline" data-focus="replay" @click=${() => replay(app)}>${app.past ? "stop" : "replay"}</button>` : nothing;
}

/** What the others did, a turn a paragraph. @param {App} app */
function news(app) {
  const view = app.shown;
  const turns = byTurn(view.recent).filter((events) => events[0].seat !== view.you.as);
  return turns.map((events) => paragraph(events.map((event) => event.say ?? ""), nameOf(view, events[0].seat ?? 0)));
}

/**
 * Sentences about one player as one: the name is said once, cells are left to the brackets on the board.
 * @param {string[]} sentences
 * @param {string} name
 */
export function paragraph(sentences, name) {
  const told = sentences.map((text) => text.replace(/\.$/, "").replace(/ on -?\d+,-?\d+/, "").replace(/ discard pile/, " discards"));
  const both = told.length > 1 && told[0] === told[1] && told[0].endsWith(" drew a card from the draw pile");
  const parts = both ? [`${name} drew two cards from the draw pile`, ...told.slice(2)] : told;
  return parts.map((text, at) => {
    const named = text.startsWith(`${name} `);
    return html`${at && !named ? ". " : at ? ", " : ""}${named && !at ? html`<b>${name}</b> ` : ""}${withChips(named ? text.slice(name.length + 1) : text)}`;
  }).concat(html`.`);
}

/** Words in which every card is drawn as a chip. @param {string} text */
export function withChips(text) {
  return text.split(/\b((?:BS|CA|CB|DW|JA|LI|MG|MP|OK|OL|RP|TP|WI)[1-8])\b/).map((part, at) => (at % 2 ? chip(part) : part));
}
