// @ts-check
/** Somebody is away: the others may let a bot play for them, or wait. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { command } from "./acts.js";
import { nameOf } from "./model.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app @param {number} seat */
export function vote(app, seat) {
  const view = app.shown;
  const me = view.you.as;
  const away = view.status === "playing" && view.seats[seat].kind === "person" && !app.online[seat];
  if (!away || me === null || view.you.seats.includes(seat)) return nothing;
  const cast = /** @type {Record<string, string>} */ (view.votes[String(seat)] ?? {});
  const mine = cast[String(me)];
  const others = Object.entries(cast).filter(([voter]) => Number(voter) !== me).map(([voter, choice]) => `${nameOf(view, Number(voter))}: ${choice === "bot" ? "a bot" : "wait"}`);
  const choose = (/** @type {"bot" | "wait"} */ choice) => command(app, { kind: "vote", about: seat, choice });
  return html`<div class="vote" role="group" aria-label=${`${nameOf(view, seat)} is away`}><span>Away. ${others.join(", ")}</span>
    <button type="button" class="tool" aria-pressed=${mine === "bot"} @click=${() => choose("bot")}>Let a bot play</button>
    <button type="button" class="tool" aria-pressed=${mine === "wait"} @click=${() => choose("wait")}>Wait</button></div>`;
}
