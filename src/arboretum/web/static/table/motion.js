// @ts-check
/**
 * Cards move where they go. Before a change every card that is shown is noted with its place; after it each
 * card is moved from where it was, or from where it came from, to where it is: transforms and opacity only.
 *
 * A card says which it is with `data-move="OK5"`, a zone within which it can slide with `data-zone`, and a place
 * where cards come from or go to with `data-anchor`: "pile", "discard-1", "seat-1".
 */

/** @typedef {import("./types.js").Happening} Happening */

const EASE = "cubic-bezier(.2,.7,.2,1)";
/** Milliseconds: a card flies; its tree grows where it was placed; what stays moves over. */
const MS = 220;
const GROW = 180;
const FIT = 250;

/** Moves that wait for each other; of more than that only the newest is shown. */
const MOST = 3;
/** When the last of the moves that were told so far begins to be over. */
let free = 0;

/**
 * @typedef {object} Shot where everything was
 * @property {Map<string, {box: DOMRect, zone: Element | null}>} cards
 * @property {Map<string, DOMRect>} anchors
 * @property {Map<string, Element>} pictures the cards on top of piles, which may be gone afterwards
 */

/** @type {Set<Animation>} */
const running = new Set();
/** Those within a zone, which go on from where they are when the layout changes again. @type {Set<Animation>} */
const slides = new Set();

/** Finish what moves, at once. */
export function finish() {
  free = 0;
  for (const animation of [...running]) animation.finish();
}

/** Whether something is moving. */
export function moving() {
  return running.size > 0;
}

/** The person or the system wants no movement. @param {boolean} wanted */
export function still(wanted) {
  return !wanted || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {Element} root
 * @returns {Shot}
 */
export function shot(root) {
  /** @type {Shot} */
  const taken = { cards: new Map(), anchors: new Map(), pictures: new Map() };
  for (const element of root.querySelectorAll("[data-move]")) {
    const key = /** @type {HTMLElement} */ (element).dataset.move ?? "";
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    taken.cards.set(key, { box, zone: element.closest("[data-zone]") });
    const picture = element.closest("[data-anchor]") && element.querySelector("svg.card");
    if (picture) taken.pictures.set(key, /** @type {Element} */ (picture.cloneNode(true)));
  }
  for (const element of root.querySelectorAll("[data-anchor]")) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) taken.anchors.set(/** @type {HTMLElement} */ (element).dataset.anchor ?? "", box);
  }
  return taken;
}

/**
 * Move what changed its place since the shot.
 * @param {Element} root
 * @param {Shot} before
 * @param {Happening[]} events what happened, for what has no earlier place
 * @param {boolean} quiet no movement: an outline on what came
 * @param {Element | null} back a card back to copy for what stays hidden
 */
export function play(root, before, events, quiet, back) {
  for (const slide of [...slides]) slide.cancel();
  const waits = quiet ? new Map() : queue(events);
  const origins = originsOf(events);
  for (const element of root.querySelectorAll("[data-move]")) {
    const html = /** @type {HTMLElement} */ (element);
    const key = html.dataset.move ?? "";
    const was = before.cards.get(key);
    const { event, origin } = origins.get(key) ?? {};
    const from = was?.box ?? (origin ? before.anchors.get(origin) : undefined);
    const to = html.getBoundingClientRect();
    if (!from || to.width === 0 || same(from, to)) continue;
    const zone = html.closest("[data-zone]");
    if (quiet) {
      if (was?.zone !== zone) outline(html);
    } else if (was && was.zone === zone) slide(html, from, to);
    else if (!event || waits.has(event)) fly(html, from, to, { back: origin === "pile" ? back : null, wait: (event && waits.get(event)) ?? 0, shown: was !== undefined });
  }
  for (const [event, wait] of waits) farewell(event, before, back, wait);
}

/**
 * Moves that come together go one after the other; where more than a few would wait, the newest alone is shown.
 * @param {Happening[]} events
 * @returns {Map<Happening, number>} in how many milliseconds each move begins
 */
function queue(events) {
  const now = performance.now();
  const moves = events.filter(({ event }) => event === "drew" || event === "placed" || event === "discarded");
  const ahead = Math.max(0, Math.ceil((free - now) / MS));
  if (ahead + moves.length > MOST) {
    finish();
    moves.splice(0, moves.length - 1);
  }
  const first = Math.max(free, now);
  if (moves.length) free = first + moves.length * MS;
  return new Map(moves.map((move, at) => [move, first - now + at * MS]));
}

/**
 * Where cards that were not shown come from.
 * @param {Happening[]} events
 * @returns {Map<string, {event: Happening, origin: string}>}
 */
function originsOf(events) {
  /** @type {Map<string, {event: Happening, origin: string}>} */
  const origins = new Map();
  for (const event of events) {
    if (!event.card || event.card === "?") continue;
    if (event.event === "drew") origins.set(event.card, { event, origin: event.from === "pile" ? "pile" : `discard-${event.from}` });
    else if (event.event === "placed" || event.event === "discarded") origins.set(event.card, { event, origin: `seat-${event.seat}` });
  }
  return origins;
}

/**
 * A rival's card from the draw pile stays a back and shrinks into the seat; one from a pile shows its face.
 * @param {Happening} event
 * @param {Shot} before
 * @param {Element | null} back
 * @param {number} wait
 */
function farewell(event, before, back, wait) {
  if (event.event !== "drew") return;
  const to = before.anchors.get(`seat-${event.seat}`);
  const hidden = event.card === "?";
  const from = hidden ? before.anchors.get("pile") : before.cards.get(event.card ?? "")?.box;
  const picture = hidden ? back : before.pictures.get(event.card ?? "");
  if (!to || !from || !picture || (!hidden && document.querySelector(`[data-move="${event.card}"]`))) return;
  const ghost = copy(picture, from, !hidden || wait === 0);
  const moved = `translate(${to.x - from.x}px,${to.y - from.y}px) scale(${to.width / from.width})`;
  run(ghost, [{ transform: "none", opacity: 1 }, { transform: moved, opacity: 1, offset: 0.9 }, { transform: moved, opacity: 0 }], MS, wait)
    .onfinish = () => ghost.remove();
}

/**
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function slide(element, from, to) {
  const animation = run(element, [{ transform: between(from, to), transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], FIT);
  slides.add(animation);
  for (const end of ["finish", "cancel"]) animation.addEventListener(end, () => slides.delete(animation));
}

/**
 * Fly over everything from one zone into another; a drawn card turns at half way, a placed one grows where it lands.
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {{back: Element | null, wait: number, shown: boolean}} how `shown`: it lay there already, so it is seen while it waits
 */
function fly(element, from, to, { back, wait, shown }) {
  const ghost = copy(element, to, shown || wait === 0);
  const hide = run(element, [{ opacity: 0 }, { opacity: 0 }], wait + MS);
  const start = between(from, to);
  if (shown) ghost.style.transform = start;
  const seen = { opacity: 1 };
  if (!back) {
    run(ghost, [{ ...seen, transform: start }, { ...seen, transform: "none" }], MS, wait).onfinish = () => ghost.remove();
  } else {
    const cover = copy(back, to, wait === 0);
    const half = `translate(${(from.x - to.x) / 2 + to.width / 2}px,${(from.y - to.y) / 2}px) scale(0,1)`;
    run(cover, [{ ...seen, transform: start }, { ...seen, transform: half, offset: 0.5 }, { ...seen, transform: half }], MS, wait).onfinish = () => cover.remove();
    run(ghost, [{ ...seen, transform: half }, { ...seen, transform: half, offset: 0.5 }, { ...seen, transform: "none" }], MS, wait).onfinish = () => ghost.remove();
  }
  hide.addEventListener("finish", () => ghost.remove());
  const tree = element.matches(".cell") && element.querySelector(".tree");
  if (tree) run(tree, [{ transform: "scale(.85)" }, { transform: "none" }], GROW, wait + MS);
}

/** @param {HTMLElement} element */
function outline(element) {
  element.animate([{ outline: "3px solid var(--last)" }, { outline: "3px solid var(--last)" }], 1000);
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} duration
 * @param {number} [delay] until then it is as it stands
 */
function run(element, frames, duration, delay = 0) {
  const animation = element.animate(frames, { duration, delay, easing: EASE, fill: delay ? "forwards" : "both" });
  running.add(animation);
  const done = () => {
    running.delete(animation);
    animation.cancel();
  };
  animation.addEventListener("finish", done);
  animation.oncancel = () => running.delete(animation);
  return animation;
}

/**
 * A copy that flies in a layer over the page.
 * @param {Element} element
 * @param {DOMRect} box
 * @param {boolean} seen from the beginning, or only as it begins to move
 */
function copy(element, box, seen) {
  const ghost = /** @type {HTMLElement} */ (document.createElement("div"));
  ghost.className = "flying";
  ghost.setAttribute("aria-hidden", "true");
  const picture = element.matches("svg") ? element : element.querySelector("svg.card") ?? element;
  ghost.append(picture.cloneNode(true));
  Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`, opacity: seen ? "1" : "0" });
  document.body.append(ghost);
  return ghost;
}

/**
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function between(from, to) {
  return `translate(${from.x - to.x}px,${from.y - to.y}px) scale(${from.width / to.width},${from.height / to.height})`;
}

/**
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
function same(a, b) {
  return Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.width - b.width) < 1;
}
