// @ts-check
/** The score page: tabs, what belongs to each, and the card keys under the thumb. */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { say, sayMany } from "../say.js";
import { plant } from "../art.js";
import { App, TABS } from "./app.js";
import { bed } from "./bed.js";
import { hand } from "./hands.js";
import { along } from "./along.js";
import { keys, prompt, typed } from "./keys.js";
import { keepForLater } from "./offline.js";
import { nameOf } from "./pad.js";
import { players } from "./players.js";
import { aside, result } from "./result.js";
import { shelf } from "./shelf.js";
import { Store } from "./store.js";
import { freshness } from "./worth.js";

/** @typedef {import("./app.js").Tab} Tab */

const root = /** @type {HTMLElement} */ (document.getElementById("score"));
const app = new App(JSON.parse(root.dataset.plan ?? "{}"), new Store(), draw);

/** Whether there is room for the numbers beside the cards. */
const wide = matchMedia("(min-width: 1024px)");

/** Whether the pad is open, so that where the page is may be kept. */
let ready = false;

/** @type {Record<Tab, string>} */
const TITLES = { players: say("Players"), hands: say("Hands"), arboretums: say("Arboretums"), result: say("Result") };

function page() {
  const entering = app.tab === "hands" || app.tab === "arboretums";
  return html`<div class="pad on-${app.tab} ${app.counting ? "counting" : ""}">
    ${app.counting ? nothing : html`<div class="tabs" role="tablist" aria-label=${say("Parts of the pad")} @keydown=${along}>${TABS.map((tab) => html`<button type="button" role="tab" id="tab-${tab}" data-focus="tab-${tab}"
      aria-selected=${app.tab === tab} aria-controls="part" tabindex=${app.tab === tab ? 0 : -1} @click=${() => app.go(tab)}>${TITLES[tab]}</button>`)}</div>`}
    ${app.news && !app.counting ? html`<p class="note news row"><span>${app.news}</span><span class="sp"></span><button type="button" class="tool" aria-label=${say("Close")} @click=${() => app.close()}>×</button></p>` : nothing}
    <div class="part" id="part" role="tabpanel" aria-labelledby="tab-${app.tab}">
      ${entering ? html`<div class="seats" role="group" aria-label=${say("Whose cards")} @keydown=${along}>${app.pad.players.map((each, seat) => html`<button type="button" aria-pressed=${app.seat === seat} data-focus="seat-${seat}" @click=${() => app.go(app.tab, seat)}><b>${nameOf(app.pad, seat)}</b><small>${
        sayMany("{count} card", "{count} cards", app.tab === "hands" ? each.hand.length : Object.keys(each.cells).length)}</small></button>`)}</div>
        ${!wide.matches && (app.asking.refused || app.asking.away) ? html`<div class="fresh">${freshness(app)}</div>` : nothing}` : nothing}
      ${app.tab === "players" ? players(app) : app.tab === "hands" ? hand(app) : app.tab === "arboretums" ? bed(app) : result(app)}
    </div>
    ${app.counting ? nothing : html`<div class="foot">${entering ? keys(app) : app.tab === "players" ? prompt(app, true) : nothing}
      ${app.tab === "result" ? nothing : html`<button type="button" class="btn go next" data-focus="next" @click=${() => app.next()}>${next()}</button>`}</div>`}
    ${entering && wide.matches ? aside(app) : nothing}
  </div>
  ${app.shelved ? shelf(app) : nothing}
  <p class="sr" role="status" id="said">${app.said}</p>`;
}

/** What comes after this. */
function next() {
  const { tab, seat } = app.after();
  return tab === app.tab ? say("Next: {name}", { name: nameOf(app.pad, seat) }) : say("Next: {part}", { part: TITLES[tab] });
}

/** Draw all; what has the focus keeps it, and the cell that was tapped stays under the finger. */
function draw() {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const focus = before?.dataset.focus;
  const cell = before?.closest("[data-cell]");
  const was = cell?.getBoundingClientRect();
  render(page(), root);
  const kept = document.getElementById("kept");
  if (kept) kept.textContent = app.store.works ? say("kept on this device") : say("not kept: this browser keeps nothing");
  const dialog = root.querySelector("dialog");
  if (dialog && !dialog.open) dialog.showModal();
  const pan = root.querySelector(".pan");
  if (pan && cell?.isConnected && was) {
    const is = cell.getBoundingClientRect();
    pan.scrollBy(is.left - was.left, is.top - was.top);
    if (cell.classList.contains("full")) reveal(pan, cell.getBoundingClientRect());
  }
  if (focus && document.activeElement !== before) /** @type {HTMLElement | null} */ (root.querySelector(`[data-focus="${CSS.escape(focus)}"]`))?.focus();
  measure();
  centre();
  if (ready) history.replaceState({ tab: app.tab, seat: app.seat }, "");
}

/** Which sheet is shown. */
let sheet = "";

/** A sheet that is larger than its place shows its middle at first. */
function centre() {
  const now = app.tab === "arboretums" ? `${app.id} ${app.seat}` : "";
  const pan = root.querySelector(".pan");
  if (pan && now !== sheet) pan.scrollTo((pan.scrollWidth - pan.clientWidth) / 2, (pan.scrollHeight - pan.clientHeight) / 2);
  sheet = now;
}

/** After the move the cells around a card come into view. @param {Element} pan @param {DOMRect} card */
function reveal(pan, card) {
  const place = pan.getBoundingClientRect();
  const [wide, high] = [card.width + 8, card.height + 8];
  const left = Math.min(0, card.left - wide - place.left) + Math.max(0, card.right + wide - place.right);
  const top = Math.min(0, card.top - high - place.top) + Math.max(0, card.bottom + high - place.bottom);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (left || top) pan.scrollBy({ left, top, behavior: still ? "instant" : "smooth" });
}

/** Where the page was before it was loaded again. */
function resume() {
  const { tab, seat } = history.state ?? {};
  if (app.plan.shared || !TABS.includes(tab)) return;
  [app.tab, app.seat] = [tab, Number.isInteger(seat) && app.pad.players[seat] ? seat : 0];
}

/** The room there is for a bed; drawn again if it changed. */
function measure() {
  const lawn = root.querySelector(".lawn");
  if (!lawn) return;
  const room = { w: lawn.clientWidth, h: lawn.clientHeight };
  if (room.w === app.room.w && room.h === app.room.h) return;
  app.room = room;
  draw();
}

root.addEventListener("keydown", (event) => typed(app, event));
addEventListener("storage", (event) => app.heard(event));
addEventListener("resize", measure);
wide.addEventListener("change", draw);
plant();
const pads = document.getElementById("pads");
pads?.removeAttribute("hidden");
pads?.addEventListener("click", () => app.shelve(true));
app.start();
resume();
if (location.search) history.replaceState(null, "", "/score");
ready = true;
draw();
addEventListener("load", () => void Promise.allSettled([plant(), import("../count/count.js")]).then(keepForLater));
