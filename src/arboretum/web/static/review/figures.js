// @ts-check
/** Numbers as they are shown: chances in percent, differences with their sign; and which decisions are losses. */

import { say } from "../say.js";

/** @typedef {import("./types.js").Decision} Decision */

/** @param {number} win 0 to 1 */
export function percent(win) {
  return say("{number} %", { number: Math.round(100 * win) });
}

/** A difference of chances, in points of a hundred. @param {number} win */
export function points(win) {
  return signed(Math.round(100 * win));
}

/** A difference of points of the game. @param {number} margin */
export function margin(margin) {
  return signed(margin);
}

/** @param {number} number */
function signed(number) {
  return number.toLocaleString(document.documentElement.lang || "en", { signDisplay: "exceptZero", maximumFractionDigits: 1 }).replace("-", "−");
}

/** A chance was let go. @param {Decision} decision */
export function isLoss(decision) {
  return decision.verdict === "slip" || decision.verdict === "mistake" || decision.verdict === "blunder";
}
