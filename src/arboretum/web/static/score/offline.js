// @ts-check
/** Keeps this page and all that it is made of for a time without network; see worker.js. */

const NAME = "arboretum-score";

/** Where browsers allow it: on this machine, or over https. */
export async function keepForLater() {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  try {
    await navigator.serviceWorker.register("/score/worker.js", { scope: "/score" });
    const cache = await caches.open(NAME);
    const needed = ["/score", ...parts()];
    const held = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
    await cache.addAll(needed.filter((path) => path === "/score" || !held.has(path)));
    for (const request of await cache.keys()) if (!needed.includes(new URL(request.url).pathname)) await cache.delete(request);
  } catch {
    // No network now, no room, or it is switched off: the open page works all the same.
  }
}

/** The styles, scripts, pictures and words that this page was made of. @returns {string[]} */
function parts() {
  const paths = performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
  return [...new Set(paths.filter((path) => /^\/(static|words)\//.test(path)))];
}
