// @ts-check
/** Beds pan and zoom: by touch and wheel as the browser scrolls, by dragging the ground, by two fingers, by keys. */

/** @typedef {import("./app.js").App} App */

const STEPS = [1, 1.25, 1.6, 2, 2.6];

/**
 * Drag the ground with a mouse.
 * @param {PointerEvent} event
 */
export function grab(event) {
  const pan = /** @type {HTMLElement} */ (event.currentTarget);
  if (event.pointerType !== "mouse" || event.button !== 0 || /** @type {Element} */ (event.target).closest("button")) return;
  if (pan.scrollWidth <= pan.clientWidth && pan.scrollHeight <= pan.clientHeight) return;
  const start = { x: event.clientX + pan.scrollLeft, y: event.clientY + pan.scrollTop };
  pan.setPointerCapture(event.pointerId);
  const move = (/** @type {PointerEvent} */ now) => {
    pan.scrollLeft = start.x - now.clientX;
    pan.scrollTop = start.y - now.clientY;
  };
  pan.addEventListener("pointermove", move);
  pan.addEventListener("lostpointercapture", () => pan.removeEventListener("pointermove", move), { once: true });
}

/**
 * Nearer, or farther; the middle of what is seen stays where it is.
 * @param {App} app
 * @param {string} bed
 * @param {1 | -1 | 0} step 0 fits the whole arboretum again
 */
export function zoom(app, bed, step) {
  const now = app.zoom.get(bed) ?? 1;
  const at = STEPS.findIndex((each) => each >= now - 0.01);
  const next = step === 0 ? 1 : STEPS[Math.max(0, Math.min(STEPS.length - 1, at + step))];
  const pan = app.root.querySelector(`[data-bed="${bed}"] .pan`);
  if (!pan || next === now) return;
  const middle = { x: (pan.scrollLeft + pan.clientWidth / 2) / pan.scrollWidth, y: (pan.scrollTop + pan.clientHeight / 2) / pan.scrollHeight };
  app.zoom.set(bed, next);
  app.draw();
  pan.scrollLeft = middle.x * pan.scrollWidth - pan.clientWidth / 2;
  pan.scrollTop = middle.y * pan.scrollHeight - pan.clientHeight / 2;
}

/**
 * Zoom with the wheel and a held Control key, as a pinch on a touchpad gives it, and with two fingers.
 * @param {App} app
 */
export function listenForZoom(app) {
  let last = 0;
  app.root.addEventListener("wheel", (event) => {
    const bed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-bed]"));
    if (!bed || !event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - last < 120) return;
    last = event.timeStamp;
    zoom(app, bed.dataset.bed ?? "", event.deltaY < 0 ? 1 : -1);
  }, { passive: false });
  let spread = 0;
  app.root.addEventListener("touchmove", (event) => {
    const bed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-bed]"));
    if (!bed || event.touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = event.touches;
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (!spread) spread = apart;
    if (apart > spread * 1.25 || apart < spread / 1.25) {
      zoom(app, bed.dataset.bed ?? "", apart > spread ? 1 : -1);
      spread = apart;
    }
  }, { passive: false });
  app.root.addEventListener("touchend", () => (spread = 0));
}

/** @type {WeakSet<Element>} beds that were shown once */
const centred = new WeakSet();

/**
 * Which drawing fits each bed: the small one where cards are narrower than 50. A bed that is larger than its place
 * shows its middle at first.
 * @param {App} app
 */
export function fitDrawings(app) {
  let changed = false;
  for (const bed of app.root.querySelectorAll("[data-bed]")) {
    const cell = bed.querySelector(".cell");
    const pan = bed.querySelector(".pan");
    if (!cell || !pan) continue;
    if (!centred.has(bed)) pan.scrollTo((pan.scrollWidth - pan.clientWidth) / 2, (pan.scrollHeight - pan.clientHeight) / 2);
    centred.add(bed);
    const seat = /** @type {HTMLElement} */ (bed).dataset.bed ?? "";
    const width = cell.getBoundingClientRect().width;
    const size = width < (app.sizes.get(seat) === "M" ? 48 : 52) ? "S" : "M";
    if (width && app.sizes.get(seat) !== size) {
      app.sizes.set(seat, size);
      changed = true;
    }
  }
  if (changed) app.draw();
}
