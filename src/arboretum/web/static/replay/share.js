// @ts-check
/** A link to a step, into the clipboard. */

import { say } from "../say.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** Where a browser lets no page copy, the address bar tells the link. @param {Replay} replay */
export async function copy(replay) {
  const link = location.origin + replay.address;
  history.replaceState(null, "", replay.address);
  let said = say("Copied.");
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    said = say("This browser lets no page copy: the link stands in its address bar.");
  }
  replay.change(() => (replay.said = said));
  setTimeout(() => replay.change(() => (replay.said = "")), 6000);
}
