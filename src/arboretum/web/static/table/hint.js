// @ts-check
/** A hint as it is shown: the advice and what it is worth, why, other choices; and the warning of a costly discard. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon, withChips } from "../card.js";
import { say } from "../say.js";
import { end } from "./acts.js";
import { inTime, moment } from "./ask.js";
import { isComplete } from "./model.js";
import { speak } from "./notice.js";
import { close } from "./sheets.js";

/** @typedef {import("./app.js").App} App @typedef {import("./types.js").Advice} Advice @typedef {import("./types.js").Worth} Worth */

/** @type {{moment: string, answer: Promise<Advice | {error: string}>}} */
let latest = { moment: "", answer: Promise.resolve({ error: "" }) };

/** The advice on the choice that is due, asked for once. @param {App} app */
export function fetched(app) {
  const at = moment(app);
  if (latest.moment !== at) {
    const answer = app.line.hint(query(app));
    latest = { moment: at, answer };
    answer.then((told) => "error" in told && latest.answer === answer && (latest.moment = ""));
  }
  return latest.answer;
}

/** What is to be advised on: the placing that is drafted is taken as done. @param {App} app */
function query(app) {
  const { view, draft } = app;
  const asked = new URLSearchParams({ seat: String(view?.you.as) });
  if (draft.place) asked.set("place", draft.place);
  if (draft.discard && view && isComplete(view, draft)) asked.set("instead", draft.discard);
  return asked;
}

/** Show what is advised; where that is shown already, why. @param {App} app */
export async function ask(app) {
  const at = moment(app);
  if (app.hint?.moment === at && app.hint.told) return why(app);
  app.change(() => (app.hint = { moment: at, told: null, error: "", open: false }));
  const told = await fetched(app);
  if (app.hint?.moment !== at) return;
  if (moment(app) !== at) return app.change(() => (app.hint = null)); // something was done meanwhile
  app.change(() => (app.hint = "error" in told ? { moment: at, told: null, error: told.error, open: false } : { moment: at, told, error: "", open: false }));
  look(app);
  if ("error" in told) speak(told.error, "assertive");
  else speak(say("{hint} Press the same again for the reasons.", { hint: told.say }));
}

/** Show why, or hide it. @param {App} app */
function why(app) {
  const { hint } = app;
  if (!hint?.told) return;
  app.change(() => (hint.open = !hint.open));
  look(app);
  if (hint.open) speak([...reasons(hint.told), ...hint.told.choices.slice(1).map(inWords)].join(" "));
}

/** Bring the cell into view where a hint would place a card. @param {App} app */
function look(app) {
  app.root.querySelector(".cell.hinted")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {Advice} told @returns {string[]} */
function reasons(told) {
  return told.why.length ? told.why : [say("No single reason stands out: the judgement comes from very many games.")];
}

/** @param {Worth} choice */
function inWords(choice) {
  return say("{deed} Wins {chance} of 100.", { deed: choice.say, chance: Math.round(100 * choice.win) });
}

/** What is advised, above the arboretum; it goes away with the next thing that is done. @param {App} app */
export function hintPanel(app) {
  const { hint } = app;
  if (!hint || app.past || hint.moment !== moment(app)) return nothing;
  const best = hint.told?.choices[0];
  return html`<section class="hint" aria-label=${say("Hint")}><div class="hintline">${icon("i-sun")}
    <span class="hinttext">${best ? html`<b>${withChips(best.say)}</b> <span class="odds">${odds(best)}</span>` : hint.error || say("One moment …")}</span>
    ${hint.told ? html`<button type="button" class="tool" data-focus="hint-why" aria-expanded=${hint.open ? "true" : "false"} @click=${() => why(app)}>${say("Why?")}</button>` : nothing}
    <button type="button" class="tool" data-focus="hint-close" aria-label=${say("Put the hint away")} @click=${() => app.change(() => (app.hint = null))}>×</button></div>
    ${hint.told && hint.open ? reasoning(hint.told) : nothing}</section>`;
}

/** @param {Worth} choice */
function odds(choice) {
  return say("wins {chance} of 100", { chance: Math.round(100 * choice.win) });
}

/** @param {Advice} told */
function reasoning(told) {
  return html`<div class="reasoning" tabindex="0" role="group" aria-label=${say("Why?")}><ul>${reasons(told).map((text) => html`<li>${withChips(text)}</li>`)}</ul>
    <p>${ahead(told.choices[0])}</p>
    ${told.choices.length > 1 ? html`<p><b>${say("The next best")}</b></p><ul>${told.choices.slice(1).map((choice) => html`<li>${withChips(choice.say)} <span class="odds">${odds(choice)}</span></li>`)}</ul>` : nothing}</div>`;
}

/** @param {Worth} choice */
function ahead({ margin }) {
  const points = Math.abs(margin).toFixed(1);
  return margin > 0 ? say("You are then {points} points ahead on average.", { points }) : say("You are then {points} points behind on average.", { points });
}

// The warning. ------------------------------------------------------------------------------------------------

/** The moment at which somebody was warned and wants it all the same. */
let insisted = "";

/** @type {Advice | null} */
let costly = null;

/** Whether a turn may be ended; if its discard costs much, its player is asked first. @param {App} app */
export async function consents(app) {
  const at = moment(app);
  if (insisted === at) return true;
  const told = await inTime(fetched(app));
  if (moment(app) !== at) return false; // it was changed meanwhile
  if (!told || "error" in told || !told.warning) return true;
  costly = told;
  app.change(() => (app.sheet = { kind: "warning", seat: 0 }));
  return false;
}

/** What a discard costs, and the choice. @param {App} app */
export function warningBody(app) {
  if (!costly) return nothing;
  const anyway = () => {
    insisted = moment(app);
    close(app);
    end(app);
  };
  return html`<p>${withChips(costly.warning ?? "")}</p>${costly.against.length ? html`<ul>${costly.against.map((text) => html`<li>${withChips(text)}</li>`)}</ul>` : nothing}
    <p>${say("Better:")} ${withChips(costly.choices[0].say)}</p>
    <div class="menubuttons"><button type="button" class="btn" data-focus="anyway" @click=${anyway}>${say("Discard it anyway")}</button>
    <button type="button" class="btn go" data-focus="rethink" @click=${() => close(app)}>${say("Think again")}</button></div>`;
}
