// @ts-check
/** The keyboard, and the close look at a card: whole games can be played without a pointer. */

import { nothing, render } from "../vendor/lit-html/lit-html.js";
import { card } from "../card.js";
import { drop, pickNth, press, targets, undo } from "./acts.js";
import { askHint } from "./ask.js";
import { focusOn, neighbour } from "./focus.js";
import { finish, moving } from "./motion.js";

/** @typedef {import("./app.js").App} App */

/** Milliseconds of hovering, or of a long press, until a card is shown large. */
const LOOK = 400;

/** @param {App} app */
export function listen(app) {
  document.addEventListener("keydown", (event) => {
    if (moving()) finish();
    if (!app.view || app.sheet || event.ctrlKey || event.metaKey || event.altKey) return;
    const on = /** @type {HTMLElement} */ (event.target);
    if (event.repeat && (event.key === "Enter" || event.key === " ") && on.matches("button")) return event.preventDefault(); // a key that is held presses once
    if (on.matches("input,select,textarea")) return event.key === "Escape" ? on.blur() : undefined;
    if (arrows(on, event.key) || plain(app, on, event.key)) event.preventDefault();
  });
  document.addEventListener("pointerdown", () => moving() && finish(), { capture: true });
  app.root.addEventListener("keyup", (event) => {
    if ((event.key === "Enter" || event.key === " ") && app.picked) lead(app, /** @type {HTMLElement} */ (event.target));
  });
  listenForLooks(app);
}

/** @param {HTMLElement} on @param {string} key */
function arrows(on, key) {
  const next = neighbour(on, key);
  if (!next) return false;
  for (const stop of next.closest("[data-roving]")?.querySelectorAll("[data-rove][tabindex='0']") ?? []) stop.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
  return true;
}

/** A card that was picked by key leads to the cells that are lit, or to the pile. @param {App} app @param {HTMLElement} on */
function lead(app, on) {
  if (on.closest("[data-zone=hand]") && on.getAttribute("aria-pressed") === "true") {
    if (app.draft.place || !targets(app).cells.length) focusOn(app.root, "[data-target=discard]");
    else focusOn(app.root, ".opening");
  }
}

/** Keys without a modifier. @param {App} app @param {HTMLElement} on @param {string} key @returns {boolean} whether it meant something */
function plain(app, on, key) {
  if (key === "Escape") {
    hideLook();
    if (!app.picked) return false;
    const card = app.picked;
    drop(app);
    focusOn(app.root, `[data-focus="hand-${card}"]`);
    return true;
  }
  if (!app.prefs.keys && !on.closest(".game")) return false;
  if (/^[1-9]$/.test(key)) {
    pickNth(app, Number(key));
    if (app.picked) focusOn(app.root, app.draft.place ? "[data-target=discard]" : ".opening");
  } else if (key === "+") press(app, "+");
  else if (key === "u") undo(app);
  else if (key === "h") askHint(app);
  else if (key === "i") return look(on);
  else if (key === "?") app.change(() => (app.sheet = { kind: "keys", seat: 0 }));
  else if (key === "/") {
    app.prefer({ words: true });
    focusOn(app.root, "#words");
  } else return false;
  return true;
}

/** @type {HTMLElement | null} */
let glass = null;

/** Show a card large, beside where it lies. @param {HTMLElement} from @returns {boolean} */
function look(from) {
  const code = from.dataset.look;
  if (!code) return false;
  if (!glass) {
    glass = document.createElement("div");
    glass.className = "glass";
    glass.setAttribute("aria-hidden", "true");
    document.body.append(glass);
  }
  render(card(code, { size: "L", named: true }), glass);
  const box = from.getBoundingClientRect();
  const left = box.right + 188 < innerWidth ? box.right + 12 : Math.max(8, box.left - 180);
  Object.assign(glass.style, { left: `${left}px`, top: `${Math.max(8, Math.min(innerHeight - 240, box.top - 40))}px` });
  glass.classList.add("on");
  return true;
}

function hideLook() {
  if (!glass) return;
  glass.classList.remove("on");
  render(nothing, glass); // A card must not stay in the page when the next player comes to the screen.
}

/** @param {App} app */
function listenForLooks(app) {
  /** @type {number | undefined} */
  let timer;
  const start = (/** @type {PointerEvent} */ event) => {
    clearTimeout(timer);
    hideLook();
    const on = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-look]"));
    if (on && !app.picked && (event.pointerType === "mouse") === (event.type === "pointerover")) timer = setTimeout(() => on.isConnected && !app.picked && look(on), LOOK);
  };
  const stop = () => {
    clearTimeout(timer);
    hideLook();
  };
  app.root.addEventListener("pointerover", start);
  app.root.addEventListener("pointerdown", start);
  app.root.addEventListener("pointerup", stop);
  app.root.addEventListener("pointercancel", stop);
  app.root.addEventListener("pointerleave", stop);
  document.addEventListener("scroll", stop, { capture: true, passive: true });
}

