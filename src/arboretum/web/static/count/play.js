// @ts-check
/** When what moves in a step of the count. The times are those of a person who reads along. */

import { Show } from "./show.js";

/** Milliseconds from the beginning of a step. */
const AT = { cards: 200, struck: 700, settled: 1200, bed: 1500, dimmed: 1700, path: 1900 };
/** Milliseconds from one hand to the next, and from one card of a path to the next. */
const HAND = 120;
const LEG = 160;

/**
 * Play a step that is drawn.
 * @param {Element} root
 * @param {import("./types.js").Score} score
 * @param {number} step from 1
 * @returns {Show}
 */
export function play(root, score, step) {
  const show = new Show();
  show.appear(root.querySelectorAll(".count-title"), 0, { from: "translateY(8px)" });
  hands(show, root);
  const species = score.count.steps[step - 1];
  const words = score.count.species[species[0]];
  if (species.length === 1 && words.cancelled) strike(show, root, species[0], words, score.species[species[0]]);
  show.appear(root.querySelectorAll(".count-right"), AT.settled);
  show.appear(root.querySelectorAll(".hands .badge, .hands .crown"), AT.settled, { ms: 240, from: "translateY(-14px)" });
  show.appear(root.querySelectorAll(".beds,.unplaced .none"), AT.bed);
  for (const card of root.querySelectorAll(".beds .card.dim")) show.move(card, [{ opacity: 1 }, {}], AT.dimmed, 200);
  const drawn = Math.max(AT.dimmed, ...[...root.querySelectorAll(".beds figure")].map((figure) => path(show, figure)));
  into(show, root, score, step, drawn);
  return show;
}

/** @param {Show} show @param {Element} root */
function hands(show, root) {
  [...root.querySelectorAll(".hands .held, .unplaced li")].forEach((held, seat) => {
    const at = AT.cards + HAND * seat;
    show.appear(held.querySelectorAll(".kept > *"), at, { ms: 240, apart: 40, from: "translateY(14px)" });
    show.appear(held.querySelectorAll(".sum"), at + 240);
  });
}

/**
 * The 1 lifts, two strokes cross the 8, the reason appears, the sum counts down.
 * @param {Show} show @param {Element} root @param {string} code
 * @param {import("./types.js").Words} words @param {import("./types.js").Worth} worth
 */
function strike(show, root, code, { cancelled, before }, { sums }) {
  if (!cancelled) return;
  const loser = root.querySelector(`.held[data-seat="${cancelled.seat}"]`);
  const one = root.querySelector(`.held[data-seat="${cancelled.by}"] [data-card="${code}1"]`);
  const lifted = { transform: "translateY(-9px)" };
  show.move(one, [{ transform: "none" }, { ...lifted, offset: 0.25 }, { ...lifted, offset: 0.75 }, { transform: "none" }], AT.struck, 700);
  for (const stroke of loser?.querySelectorAll(".strokes path") ?? []) show.move(stroke, [{ transform: "scale(0)" }, { transform: "none" }], AT.struck, 240);
  show.appear(loser?.querySelectorAll(".veil, .why-struck") ?? [], AT.struck + 120, { ms: 240 });
  for (const struck of loser?.querySelectorAll(".sum s") ?? []) show.move(struck, [{ color: "var(--ink-2)", textDecorationColor: "transparent" }, {}], AT.struck, 240);
  const since = AT.cards + HAND * cancelled.seat + 240;
  show.count(loser?.querySelector(".sum .count-number") ?? null, before[cancelled.seat] ?? 0, sums[cancelled.seat] ?? 0, AT.struck + 200, 300, since);
}

/**
 * A path draws itself card by card, and each tree nods as the ribbon passes; then its reasons, a line each.
 * @param {Show} show @param {Element} figure
 * @returns {number} when all of it is there
 */
function path(show, figure) {
  for (const leg of figure.querySelectorAll("[data-leg]")) {
    const { leg: number, from, along } = /** @type {any} */ (leg).dataset;
    const origin = { transformOrigin: from };
    show.move(leg, [{ ...origin, transform: `scale${along}(0)` }, { ...origin, transform: "none" }], AT.path + LEG * Number(number), LEG);
  }
  let end = AT.path;
  for (const knot of figure.querySelectorAll("[data-knot]")) {
    const at = AT.path + LEG * Number(/** @type {any} */ (knot).dataset.knot);
    show.appear([knot], at - 40, { ms: 120 });
    end = Math.max(end, at);
  }
  const cells = /** @type {HTMLElement} */ (figure).dataset.path?.split(" ") ?? [];
  cells.forEach((card, at) => {
    const nod = { transform: "scale(1.04)", offset: 0.4 };
    show.move(figure.querySelector(`[data-card="${card}"] .tree`), [{ transform: "none" }, nod, { transform: "none" }], AT.path + LEG * at - 40, 260);
  });
  show.appear(figure.querySelectorAll(".why > *"), end + 100, { ms: 160, apart: 110, from: "translateY(4px)" });
  return end + 100 + 110 * figure.querySelectorAll(".why > *").length;
}

/**
 * The points fly into the table, and the running totals count up.
 * @param {Show} show @param {Element} root @param {import("./types.js").Score} score @param {number} step @param {number} at
 */
function into(show, root, { count }, step, at) {
  show.appear(root.querySelectorAll(".side .now td > *"), at);
  for (const from of root.querySelectorAll(".why .in-all")) {
    const seat = /** @type {any} */ (from).dataset.seat;
    const to = [...root.querySelectorAll(`.side .now [data-seat="${seat}"] b, .totals [data-seat="${seat}"] .count-figure`)].find((each) => each.getClientRects().length);
    if (!to) continue;
    const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    const flight = { transform: `translate(${a.x + a.width / 2 - b.x - b.width / 2}px,${a.y - b.y}px) scale(1.6)` };
    show.move(to, [{ ...flight, opacity: 0.4 }, { transform: "none", opacity: 1 }], at, 300);
  }
  if (!count.so_far) return;
  const [before, now] = [count.so_far[step - 2], count.so_far[step - 1]];
  now.forEach((total, seat) => {
    for (const figure of root.querySelectorAll(`.so-far [data-seat="${seat}"]`)) show.count(figure, before?.[seat] ?? 0, total, at + 200, 300);
  });
}
