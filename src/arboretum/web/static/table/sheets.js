// @ts-check
/** Pages over the table: rules, log, phrases, menu, a pile, a rival close up. The draft stays as it is. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { card, withChips } from "../card.js";
import { bed } from "./bed.js";
import { help, listWords } from "./console.js";
import { command, draw, mayDraw } from "./acts.js";
import { LETTERS, nameOf, pile, pileCount, pileName } from "./model.js";
import { chime, notices } from "./notice.js";
import { ledgerRow } from "./row.js";
import { mute } from "./talk.js";
import { say, sayMany } from "../say.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function sheet(app) {
  const { kind, seat } = /** @type {import("./types.js").Sheet} */ (app.sheet);
  const view = app.shown;
  const faces = {
    rules: () => ({ title: say("Rules"), body: rules(app) }),
    log: () => ({ title: say("What happened"), body: log(app) }),
    say: () => ({ title: say("Say"), body: phrases(app) }),
    menu: () => ({ title: say("Menu"), body: menu(app) }),
    device: () => ({ title: say("My other device"), body: device() }),
    keys: () => ({ title: say("Keys and commands"), body: keys() }),
    pile: () => ({ title: pileName(view, seat), body: wholePile(app, seat) }),
    seat: () => ({ title: nameOf(view, seat), body: closeUp(app, seat) }),
    text: () => ({ title: say("The table in words"), body: inText(app) }),
    warning: () => ({ title: say("A costly discard"), body: app.hinter?.warningBody(app) }),
  };
  const { title, body } = faces[kind]();
  return html`<dialog class=${`sheet k-${kind}`} aria-labelledby="sheet-title" @close=${() => close(app)} @click=${(/** @type {MouseEvent} */ event) => event.target === event.currentTarget && close(app)}>
    <div class="sheetbox"><header><h2 id="sheet-title">${title}</h2><span class="sp"></span><button type="button" class="btn" autofocus @click=${() => close(app)}>${say("Close")}</button></header>
    <div class="sheetbody" tabindex="0" role="group" aria-labelledby="sheet-title">${body}</div></div></dialog>`;
}

/** @param {App} app */
export function close(app) {
  const kind = app.sheet?.kind;
  if (!kind) return;
  app.root.querySelector("dialog")?.close();
  app.change(() => (app.sheet = null));
  const opener = /** @type {HTMLElement | null} */ (app.root.querySelector(`[data-focus="tool-${kind}"]`));
  if (document.activeElement === document.body) opener?.focus();
}

/** @type {Map<string, Node | string>} */
const fetched = new Map();

/** The rules of this very table, from the server's page. @param {App} app */
function rules(app) {
  const known = fetched.get(app.table);
  if (known === undefined) {
    fetched.set(app.table, say("One moment …"));
    fetch(`/rules?table=${encodeURIComponent(app.table)}`).then((answer) => answer.text()).then((text) => {
      const main = new DOMParser().parseFromString(text, "text/html").querySelector("main");
      const words = document.createElement("div");
      words.append(...(main?.childNodes ?? [say("The rules are at {address}.", { address: "/rules" })]));
      fetched.set(app.table, words);
    }).catch(() => fetched.delete(app.table)).finally(() => app.draw());
  }
  return html`<div class="rulestext">${known ?? say("One moment …")}</div>`;
}

/** @param {App} app */
function log(app) {
  const entries = app.shown.log;
  return html`<ol class="loglist">${entries.map((entry) => html`<li>${withChips(entry.say ?? "")}</li>`)}</ol>`;
}

/** @param {App} app */
function phrases(app) {
  return html`<div class="phrases">${app.shown.phrases.map((phrase, at) => html`<button type="button" class="btn" @click=${() => {
    close(app);
    command(app, { kind: "say", phrase: at });
  }}>${phrase}</button>`)}</div><p class="small muted">${say("Everyone at the table reads it.")}</p>`;
}

/** @param {App} app */
function menu(app) {
  const { prefs, shown: view } = app;
  const others = view.seats.map((_, seat) => seat).filter((seat) => !view.you.seats.includes(seat) && view.seats[seat].kind === "person");
  return html`<div class="menulist">
    ${toggle(say("Sound when it is my turn"), prefs.sound, () => {
      app.prefer({ sound: !prefs.sound });
      if (prefs.sound) chime();
    })}
    ${toggle(say("Desktop notice when it is my turn"), prefs.notify, () => notices(app, !prefs.notify))}
    ${toggle(say("Cards move"), prefs.motion, () => app.prefer({ motion: !prefs.motion }))}
    ${toggle(say("Single keys work anywhere on the page"), prefs.keys, () => app.prefer({ keys: !prefs.keys }))}
    ${view.advice ? toggle(say("Warn me before a costly discard"), prefs.warn, () => app.prefer({ warn: !prefs.warn })) : nothing}
    ${toggle(say("Command line at the table"), prefs.words, () => app.prefer({ words: !prefs.words }))}
    ${others.map((seat) => toggle(say("Show what {name} says", { name: nameOf(view, seat) }), !prefs.muted.includes(seat), () => mute(app, seat)))}
    <div class="menubuttons">
      ${(/** @type {const} */ (["text", "keys", "rules", "log"])).map((kind, at) => html`<button type="button" class="btn" @click=${() => app.change(() => (app.sheet = { kind, seat: 0 }))}>${
        [say("The table in words"), say("Keys and commands"), say("Rules"), say("Log")][at]}</button>`)}
      <a class="btn" href=${`/t/${view.id}/replay${view.status === "playing" && view.you.as !== null ? `?as=${view.you.as}` : ""}`}>${view.status === "over" ? say("Replay") : say("The game so far")}</a>
      <a class="btn" href="/mine">${say("My games")}</a><a class="btn" href="/">${say("Home")}</a>
      ${view.you.as === null ? nothing : html`<button type="button" class="btn" @click=${() => otherDevice(app)}>${say("Play on my other device")}</button>`}
    </div><h3>${say("Language")}</h3>${tongues()}${view.settings.sentences?.length ? html`<h3>${say("Agreed on at this table")}</h3><ul class="small">${view.settings.sentences.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}</div>`;
}

/** @type {HTMLElement | null} */
let choice = null;

/** The languages to choose from, as every page has them: the page brings them along. */
function tongues() {
  const brought = /** @type {HTMLTemplateElement | null} */ (document.getElementById("languages"));
  if (!choice && brought) {
    choice = document.createElement("div");
    choice.append(brought.content.cloneNode(true));
  }
  return choice ?? nothing;
}

/** A personal link, made when it is asked for. @param {App} app */
async function otherDevice(app) {
  app.change(() => (app.sheet = { kind: "device", seat: app.view?.you.as ?? 0 }));
  personal = await app.line.link(app.view?.you.as ?? 0);
  app.draw();
}

let personal = "";

function device() {
  return html`<p>${say("Open this link on the other device: it plays your seat from there too. Keep it to yourself, and make a new one to void it.")}</p>
    <input type="text" class="wide" readonly .value=${personal || say("One moment …")} aria-label=${say("Your personal link")} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>`;
}

/** @param {string} text @param {boolean} on @param {() => void} flip */
function toggle(text, on, flip) {
  return html`<label class="switch"><input type="checkbox" .checked=${on} @change=${flip}><span>${text}</span></label>`;
}

function keys() {
  const pairs = [[say("1 to 9"), say("pick that card of the hand")], [say("arrows"), say("go through the hand, or the cells")], [say("Enter"), say("pick; place on the cell; press")], [say("Escape"), say("put the card down")],
    ["+", say("draw from the draw pile")], ["u", say("undo")], ["i", say("a close look at a card")], ["h", say("a hint; again, why")], ["/", say("the command line")], ["?", say("this page")]];
  return html`<dl class="keys">${pairs.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
    <h3>${say("The command line takes")}</h3><ul>${help().map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** @param {App} app @param {number} seat */
function wholePile(app, seat) {
  const view = app.shown;
  const cards = pile(view, seat, app.shownDraft);
  const hidden = pileCount(view, seat, app.shownDraft) - cards.length;
  const action = `+<${LETTERS[seat]}`;
  const can = mayDraw(app, action);
  return html`<p class="muted small">${cards.length ? say("The first was discarded first; the last one lies on top.") : say("It is empty.")} ${
    hidden ? sayMany("At this table only the top card is shown; {count} lies below.", "At this table only the top card is shown; {count} lie below.", hidden) : nothing}</p>
    <div class="spread">${cards.map((code) => card(code, { size: "L" }))}</div>
    ${can ? html`<button type="button" class="btn go" @click=${() => {
      close(app);
      draw(app, action);
    }}>${say("Take {card}", { card: cards.at(-1) })}</button>` : nothing}`;
}

/** @param {App} app @param {number} seat */
function closeUp(app, seat) {
  const view = app.shown;
  const next = (/** @type {number} */ step) => app.change(() => (app.sheet = { kind: "seat", seat: (seat + step + view.players.length) % view.players.length }));
  return html`<div class="closeup" @touchstart=${swipeFrom} @touchend=${(/** @type {TouchEvent} */ event) => swiped(event, next)}>${ledgerRow(app, seat)}<div class="closebed">${bed(app, seat, { main: true, still: true })}</div>
    <h3>${say("Discards")}</h3><div class="spread small">${pile(view, seat, app.shownDraft).map((code) => card(code, { size: "M" }))}</div>
    <div class="row turnover"><button type="button" class="btn" @click=${() => next(-1)}>${say("Before")}</button><button type="button" class="btn" @click=${() => next(1)}>${say("Next")}</button></div></div>`;
}

let swipe = 0;

/** @param {TouchEvent} event */
function swipeFrom(event) {
  swipe = event.touches[0].clientX;
}

/** @param {TouchEvent} event @param {(step: number) => void} next */
function swiped(event, next) {
  const far = event.changedTouches[0].clientX - swipe;
  if (Math.abs(far) > 90) next(far < 0 ? 1 : -1);
}

/** @param {App} app */
function inText(app) {
  const view = app.shown;
  return html`${view.players.map((_, seat) => {
    const [title, ...rows] = listWords(app, seat);
    return html`<h3>${title}</h3><ul>${rows.map((row) => html`<li>${row}</li>`)}<li>${discardsInText(pile(view, seat, app.shownDraft))}</li></ul>`;
  })}<p>${sayMany("{count} card in the draw pile.", "{count} cards in the draw pile.", view.pile)}</p>`;
}

/** @param {string[]} cards */
function discardsInText(cards) {
  return cards.length ? say("Discards, bottom first: {cards}", { cards: cards.join(", ") }) : say("No discards");
}
