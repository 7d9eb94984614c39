// @ts-check
/** The steps of a game as the server told them: the first whole, each later one by what it changes. No rule is here. */

/**
 * @typedef {import("./types.js").History} History
 * @typedef {import("./types.js").Moment} Moment
 * @typedef {import("./types.js").Mark} Mark
 */

/**
 * The table at every step.
 * @param {History} history
 * @returns {Moment[]}
 */
export function momentsOf(history) {
  /** @type {Moment[]} */
  const moments = [];
  let now = /** @type {any} */ (history.start);
  for (const { change } of history.steps) {
    for (const [path, value] of Object.entries(change)) now = put(now, path.split("/"), value);
    moments.push(now);
  }
  return moments;
}

/**
 * A value with another one at a place of it; what lies on the way there is copied.
 * @param {any} whole
 * @param {string[]} path
 * @param {any} value
 * @returns {any}
 */
function put(whole, [key, ...rest], value) {
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  copy[key] = rest.length ? put(copy[key], rest, value) : value;
  return copy;
}

/**
 * The step that shows an entry of the table's log: the last one that had happened by then.
 * @param {History} history
 * @param {number} version
 */
export function stepAt(history, version) {
  return Math.max(0, history.steps.findLastIndex((step) => step.v <= version));
}

/**
 * Where turns begin, and the end.
 * @param {History} history
 * @returns {Mark[]}
 */
export function turnMarks(history) {
  /** @type {Mark[]} */
  const marks = [];
  history.steps.forEach((step, at) => {
    const { turn } = step;
    if (step.kind === "ended") marks.push({ at, kind: "end", text: "" });
    else if (step.kind === "drew" && history.steps[at - 1]?.turn !== turn) marks.push({ at, kind: "turn", text: turn % 5 === 0 || turn === 1 ? String(turn) : "" });
  });
  return marks;
}

/**
 * The step at which the turn before or after begins.
 * @param {History} history
 * @param {number} at
 * @param {1 | -1} way
 */
export function turnFrom(history, at, way) {
  const starts = [0, ...turnMarks(history).map((mark) => mark.at), history.steps.length - 1];
  return way > 0 ? starts.find((start) => start > at) ?? at : starts.findLast((start) => start < at) ?? 0;
}
