// @ts-check
/** The focus is never lost: what is drawn anew under it gets it back, and what is gone hands it on. */

/**
 * Where the focus is, by a name that outlives a drawing: `data-focus`.
 * @param {Element} root
 * @returns {string | null}
 */
export function remember(root) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  return active && root.contains(active) ? active.dataset.focus ?? "" : null;
}

/**
 * @param {Element} root
 * @param {string | null} name
 */
export function restore(root, name) {
  if (name === null || root.contains(document.activeElement)) return;
  const hands = [name && `[data-focus="${CSS.escape(name)}"]`, "[data-zone=hand] [tabindex='0']", "[data-focus=end]", "[data-zone=main] [tabindex='0']", "[data-focus=curtain]", "#count", "h1[tabindex]"];
  for (const selector of hands) {
    const found = selector && /** @type {HTMLElement | null} */ (root.querySelector(selector));
    if (found && found.getClientRects().length) return found.focus({ preventScroll: true });
  }
  /** @type {HTMLElement} */ (root).focus({ preventScroll: true });
}

/**
 * Give the focus to a named place, after a drawing.
 * @param {Element} root
 * @param {string} selector
 * @returns {boolean} whether it is there
 */
export function focusOn(root, selector) {
  const found = /** @type {HTMLElement | null} */ (root.querySelector(selector));
  found?.focus();
  return found !== null;
}

/**
 * Arrow keys in a row or a grid of which one element is a tab stop.
 * @param {HTMLElement} from
 * @param {string} key
 * @returns {HTMLElement | null} where to go
 */
export function neighbour(from, key) {
  const zone = from.closest("[data-roving]");
  if (!zone) return null;
  const all = /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[data-rove]")]);
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1) ?? null;
  const step = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[key];
  if (!step) return null;
  return nearest(from, all, step);
}

/**
 * The nearest element in a direction; a row without one above or below has none.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} all
 * @param {[number, number]} step
 */
function nearest(from, all, [dx, dy]) {
  const here = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of all) {
    const there = middle(element);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along < 4 || aside > along * 2.5) continue;
    const distance = along + aside * 3;
    if (distance < least) [best, least] = [element, distance];
  }
  return best;
}

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
