// @ts-check
/**
 * Lets the score page be opened without a network: what page, scripts and pictures were when it was last loaded
 * (offline.js lays them down). With a network everything is asked of the server as ever; nothing else is touched.
 */

/** @type {any} the worker itself */
const worker = self;

/** Milliseconds that a slow network gets before the page that was kept is shown. */
const PATIENCE = 4000;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === "/score") event.respondWith(fresh(request, "/score"));
  else if (pathname.startsWith("/static/")) event.respondWith(kept(request));
  else if (pathname.startsWith("/words/")) event.respondWith(fresh(request, request));
});

/** What the server says; if it says nothing, what was kept. @param {Request} request @param {RequestInfo} key */
async function fresh(request, key) {
  const old = await caches.match(key, { ignoreVary: true });
  const asked = fetch(request);
  if (!old) return asked;
  const late = new Promise((done) => setTimeout(done, PATIENCE)).then(() => old.clone());
  return Promise.race([asked.catch(() => old), late]);
}

/** What was kept; its address names its content, so it cannot be out of date. @param {Request} request */
async function kept(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
