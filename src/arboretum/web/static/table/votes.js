// @ts-check
/** Somebody is away: the others may let a bot play for them, or wait. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { command } from "./acts.js";
import { nameOf } from "./model.js";
import { say } from "../say.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app @param {number} seat */
export function vote(app, seat) {
  const view = app.shown;
  const me = view.you.as;
  const away = view.status === "playing" && view.seats[seat].kind === "person" && !app.online[seat];
  if (!away || me === null || view.you.seats.includes(seat)) return nothing;
  const cast = /** @type {Record<string, string>} */ (view.votes[String(seat)] ?? {});
  const mine = cast[String(me)];
  const others = Object.entries(cast).filter(([voter]) => Number(voter) !== me)
    .map(([voter, choice]) => choice === "bot" ? say("{name}: a bot", { name: nameOf(view, Number(voter)) }) : say("{name}: wait", { name: nameOf(view, Number(voter)) }));
  const choose = (/** @type {"bot" | "wait"} */ choice) => command(app, { kind: "vote", about: seat, choice });
  return html`<div class="vote" role="group" aria-label=${say("{name} is away", { name: nameOf(view, seat) })}><span>${say("Away.")} ${others.join(", ")}</span>
    <button type="button" class="tool" aria-pressed=${mine === "bot"} @click=${() => choose("bot")}>${say("Let a bot play")}</button>
    <button type="button" class="tool" aria-pressed=${mine === "wait"} @click=${() => choose("wait")}>${say("Wait")}</button></div>`;
}
