// @ts-check
/** Dragging is the same two steps: the card is picked as it leaves, and put where it is let go. */

import { aim, discard, drop, pick, place } from "./acts.js";
import { isDrafting } from "./model.js";
import { finish } from "./motion.js";

/** @typedef {import("./app.js").App} App */

/** Pixels a finger or mouse moves before it is a drag. */
const START = 7;

/**
 * @param {App} app
 * @param {string} card
 * @param {PointerEvent} event
 */
export function drag(app, card, event) {
  if (event.button !== 0 || !app.view || !isDrafting(app.view) || app.past) return;
  const held = /** @type {HTMLElement} */ (event.currentTarget);
  const from = { x: event.clientX, y: event.clientY };
  /** @type {HTMLElement | null} */
  let ghost = null;
  held.setPointerCapture(event.pointerId);

  const move = (/** @type {PointerEvent} */ now) => {
    const [dx, dy] = [now.clientX - from.x, now.clientY - from.y];
    if (!ghost && Math.hypot(dx, dy) < START) return;
    ghost ??= lift(app, card, held);
    ghost.style.transform = `translate(${dx}px,${dy}px)`;
    aim(app, under(now)?.dataset.cell ?? null);
  };
  const done = (/** @type {PointerEvent} */ now) => {
    held.removeEventListener("pointermove", move);
    held.removeEventListener("pointerup", done);
    held.removeEventListener("pointercancel", done);
    if (!ghost) return;
    ghost.remove();
    const target = now.type === "pointerup" ? under(now) : null;
    if (target?.dataset.cell) place(app, target.dataset.cell);
    else if (target?.dataset.target === "discard") discard(app);
    else drop(app);
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  };
  held.addEventListener("pointermove", move);
  held.addEventListener("pointerup", done);
  held.addEventListener("pointercancel", done);
}

/** The click that ends a drag is none. @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

/**
 * @param {App} app
 * @param {string} card
 * @param {HTMLElement} held
 */
function lift(app, card, held) {
  const box = held.getBoundingClientRect();
  if (app.picked !== card) pick(app, card);
  finish();
  const ghost = document.createElement("div");
  ghost.className = "flying dragged";
  ghost.setAttribute("aria-hidden", "true");
  const picture = held.querySelector("svg.card");
  if (picture) ghost.append(picture.cloneNode(true));
  Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(ghost);
  return ghost;
}

/** The target under the pointer. @param {PointerEvent} event @returns {HTMLElement | null} */
function under(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return /** @type {HTMLElement | null} */ (found?.closest("[data-cell],[data-target]") ?? null);
}
