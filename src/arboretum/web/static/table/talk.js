// @ts-check
/** Phrases: what somebody says stands beside their name for a while, unless they are muted. */

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./types.js").Happening} Happening
 */

/** Milliseconds a phrase stays. */
const AIR = 7000;

/**
 * @param {App} app
 * @param {Happening[]} events
 */
export function hear(app, events) {
  for (const event of events) {
    const { seat } = event;
    if (event.event !== "said" || seat === undefined || app.prefs.muted.includes(seat)) continue;
    const text = app.view?.phrases[event.phrase ?? -1] ?? event.say ?? "";
    app.change(() => app.phrases.set(seat, text));
    setTimeout(() => {
      if (app.phrases.get(seat) === text) app.change(() => app.phrases.delete(seat));
    }, AIR);
  }
}

/** @param {App} app @param {number} seat */
export function mute(app, seat) {
  const { muted } = app.prefs;
  app.prefer({ muted: muted.includes(seat) ? muted.filter((each) => each !== seat) : [...muted, seat] });
}
