// @ts-check
/** Begins: finds the game that the page is about, fetches its steps, listens. */

import "../art.js";
import { fitDrawings, listenForZoom } from "../table/pan.js";
import { Replay } from "./replay.js";
import { listen } from "./keys.js";

const root = /** @type {HTMLElement} */ (document.getElementById("replay"));
const replay = new Replay(root, root.dataset.table ?? "");

const region = document.createElement("div");
region.id = "say-polite";
region.className = "sr";
region.setAttribute("aria-live", "polite");
document.body.append(region);

listen(replay);
listenForZoom(replay.app);
new MutationObserver(() => fitDrawings(replay.app)).observe(root, { childList: true, subtree: true });
addEventListener("resize", () => fitDrawings(replay.app));
addEventListener("pageshow", (event) => event.persisted && replay.load());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) replay.play(false);
  else if (replay.history?.status === "playing") replay.load();
});
replay.draw();
replay.load();
import("../count/count.js").then(() => replay.draw());
