// @ts-check
/** The keys: arrows go a step, with Shift a turn, Home and End to the ends, Space plays. */

import { turnFrom } from "./moments.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** @param {Replay} replay */
export function listen(replay) {
  document.addEventListener("keydown", (event) => {
    if (!replay.history?.start || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const on = /** @type {Element} */ (event.target);
    if (on.matches("select,textarea,input:not([type=range])")) return;
    const to = target(replay, event, on);
    if (to === null) return;
    event.preventDefault();
    if (to === "play") return replay.play(!replay.playing);
    if (replay.playing) replay.play(false);
    replay.go(to);
  });
}

/**
 * Where a key leads.
 * @param {Replay} replay
 * @param {KeyboardEvent} event
 * @param {Element} on
 * @returns {number | "play" | null}
 */
function target(replay, event, on) {
  const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  switch (event.key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const way = event.key === forward ? 1 : -1;
      return event.shiftKey ? turnFrom(/** @type {any} */ (replay.history), replay.at, way) : replay.at + way;
    }
    case "Home":
      return 0;
    case "End":
      return replay.last;
    case " ":
      return on.closest("button,a,summary") ? null : "play";
    default:
      return null;
  }
}
