// @ts-check
/** Before the game: who sits where, the invitation, bots, the start. And the curtain of one screen for several. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { faceOf, icon } from "../card.js";
import { command } from "./acts.js";
import { afterChanges, agree } from "./agree.js";
import { line } from "./bar.js";
import { isGettingReady, LETTERS, nameOf } from "./model.js";
import { say, sayMany } from "../say.js";

/** @typedef {import("./app.js").App} App @typedef {import("./types.js").SeatInfo} SeatInfo @typedef {import("./types.js").BotInfo} BotInfo */

/** @param {App} app */
export function lobby(app) {
  const view = app.shown;
  const free = view.seats.filter((seat) => seat.kind === "open").length;
  const state = free ? sayMany("{count} seat is still free.", "{count} seats are still free.", free) : say("Everyone is here.");
  const waits = view.you.host ? "" : free ? say("The host starts when all seats are taken.") : say("The host starts.");
  const start = () => (free
    ? app.change(() => (app.fault = sayMany("{count} seat is still free: invite somebody, or let a bot sit there.", "{count} seats are still free: invite somebody, or let a bot sit there.", free)))
    : afterChanges(app, () => command(app, { kind: "start" })));
  return html`<div class="lobbypage"><header class="bar"><a class="brand" href="/">${icon("logo")}Arboretum</a><span class="sp"></span>${line(app)}<nav class="tools"><a class="tool" href="/mine">${say("My games")}</a><a class="tool" href="/rules">${say("Rules")}</a></nav></header>
    <div class="lobby"><h1>${say("A table for {count}", { count: view.seats.length })}</h1>
      <p class="muted" role="status">${state} ${waits}</p>
      ${app.fault ? html`<p class="note" role="alert">${app.fault}</p>` : nothing}
      <ul class="chairs">${view.seats.map((seat, at) => chair(app, seat, at))}</ul>
      ${invitation(app)}
      ${view.you.host ? html`<div class="row wrap-row"><button type="button" class="btn go big" data-focus="start" aria-disabled=${free ? "true" : nothing}
        @click=${start}>${say("Start")}</button></div>` : nothing}
      ${agree(app)}
      ${view.settings.sentences?.length ? html`<section class="agreed"><h2>${say("Agreed on")}</h2><ul>${view.settings.sentences.map((text) => html`<li>${text.replace(/^O\d /, "")}</li>`)}</ul></section>` : nothing}
    </div></div>`;
}

/** @param {App} app @param {SeatInfo} seat @param {number} at */
function chair(app, seat, at) {
  const view = app.shown;
  const mine = view.you.seats.includes(at);
  const host = view.you.host;
  const bots = view.bots ?? [];
  const bot = bots.find(({ name }) => name === seat.bot);
  const who = seat.kind === "open" ? say("free") : seat.kind === "bot" ? say("{name}, a bot", { name: seat.name }) : seat.name;
  return html`<li class=${`panel chair ${seat.kind}`}><span class=${`seat ${seat.kind === "open" ? "off" : mine ? "on" : ""}`}>${LETTERS[at]}</span>${faceOf(seat.bot)}
    <span class="who">${who}${mine ? html` <span class="tag">${say("you")}</span>` : seat.kind === "person" && !app.online[at] ? html` <span class="tag">${say("away")}</span>` : isGettingReady(app, at) ? html` <span class="tag">${say("getting ready")}</span>` : nothing}</span><span class="sp"></span>
    ${seat.kind === "open" && !view.you.seats.length ? join(app, at) : nothing}
    ${host && seat.kind !== "person" ? html`<select aria-label=${say("A bot on seat {letter}", { letter: LETTERS[at] })} data-focus=${`bot-${at}`} .value=${seat.bot ?? ""} @change=${(/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      command(app, value ? { kind: "bot", seat: at, bot: value } : { kind: "leave", seat: at });
    }}><option value="" ?selected=${!seat.bot}>${seat.kind === "open" ? say("wait for a friend") : say("make it free")}</option>${
      group(say("Opponents"), bots.filter(({ level }) => level), seat.bot)}${group(say("Other bots"), bots.filter(({ level }) => !level), seat.bot)}</select>` : nothing}
    ${seat.kind === "person" && (mine || host) ? html`<button type="button" class="btn" @click=${() => command(app, { kind: "leave", seat: at })}>${mine ? say("Get up") : say("Free the seat")}</button>` : nothing}
    ${bot ? html`<span class="style small muted">${bot.level ? `${say("level {level} of {count}", { level: bot.level, count: 5 })}: ` : ""}${bot.about}</span>` : nothing}</li>`;
}

/** Some of the bots that may be seated. @param {string} label @param {BotInfo[]} bots @param {string | null} chosen */
function group(label, bots, chosen) {
  return bots.length ? html`<optgroup label=${label}>${bots.map(({ name, title, about }) =>
    html`<option value=${name} title=${about} ?selected=${chosen === name}>${say("bot: {name}", { name: title })}</option>`)}</optgroup>` : nothing;
}

/** @param {App} app @param {number} at */
function join(app, at) {
  return html`<form class="row wrap-row" @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const name = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name");
    command(app, { kind: "join", seat: at, name: String(name ?? "").trim() });
  }}><input type="text" name="name" required maxlength="20" placeholder=${say("Your name")} aria-label=${say("Your name")} autocomplete="nickname"><button class="btn go">${say("Sit here")}</button></form>`;
}

/** @param {App} app */
function invitation(app) {
  const { invite, invite_url: far } = app.shown;
  if (!invite) return nothing;
  const link = far ?? new URL(invite, location.href).href;
  return html`<section class="panel invite"><h2>${say("Invite a friend")}</h2><p class="muted small">${say("Whoever opens this link takes a free seat. No account is needed.")}</p>
    <div class="row"><input id="invite" type="text" readonly .value=${link} aria-label=${say("Invitation link")} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
    <button type="button" class="btn" data-focus="copy" @click=${(/** @type {Event} */ event) => copy(link, /** @type {HTMLElement} */ (event.currentTarget))}>${icon("i-copy")}<span>${say("Copy")}</span></button></div>
    ${far ? html`<img class="qr" src=${`/t/${app.table}/invitation.svg`} width="180" height="180" alt=${say("The invitation as a QR code, for a telephone")}>` : nothing}</section>`;
}

/** @param {string} link @param {HTMLElement} button */
async function copy(link, button) {
  const text = button.querySelector("span");
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("invite"));
  try {
    await navigator.clipboard.writeText(link);
    if (text) text.textContent = say("Copied");
  } catch {
    field?.select(); // No clipboard over plain HTTP: the link is marked, to be copied by hand.
    if (text) text.textContent = say("Now Ctrl+C");
  }
}

/** Between two turns at one screen: a page of end grain, and no card. @param {App} app @param {number} seat */
export function curtain(app, seat) {
  const view = /** @type {import("./types.js").TableView} */ (app.view);
  const name = nameOf(view, seat);
  return html`<div class="curtain"><svg class="grainwall" viewBox="8 8 94 134" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><use href="#back" width="110" height="150"/></svg>
    <div class="panel curtainbox"><h1>${name}</h1><p>${say("It is your turn. Nobody else should look now.")}</p>
    <button type="button" class="btn go big" data-focus="curtain" @click=${() => app.begin(seat)}>${say("Show my cards")}</button></div></div>`;
}
