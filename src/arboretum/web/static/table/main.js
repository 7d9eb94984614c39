// @ts-check
/** Begins: finds the table that the page is about, fetches it, listens. */

import "../art.js";
import { App } from "./app.js";
import { listen } from "./keys.js";
import { fitDrawings, listenForZoom } from "./pan.js";

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
const app = new App(root, root.dataset.table ?? location.pathname.split("/")[2]);

for (const how of ["polite", "assertive"]) {
  const region = document.createElement("div");
  region.id = `say-${how}`;
  region.className = "sr";
  region.setAttribute("aria-live", how);
  document.body.append(region);
}

app.draw();
listen(app);
listenForZoom(app);
new MutationObserver(() => fitDrawings(app)).observe(root, { childList: true, subtree: true });
addEventListener("resize", () => fitDrawings(app));
addEventListener("online", () => app.line.hurry(true));
addEventListener("offline", () => app.change(() => (app.link = "off")));
addEventListener("pageshow", (event) => event.persisted && app.refresh());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  app.line.hurry();
  if (app.view) app.refresh();
});

/** Milliseconds between two looks at the clock; where far more have passed, the machine was asleep, and the line may be dead. */
const LOOK = 2_000;
const ASLEEP = 10_000;
let seen = Date.now();
setInterval(() => {
  const slept = Date.now() - seen > ASLEEP;
  seen = Date.now();
  if (slept && !document.hidden) app.line.hurry(true);
}, LOOK);

const chosen = new URLSearchParams(location.search).get("as");
app.begin(chosen === null ? null : Number(chosen));
