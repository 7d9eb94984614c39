// @ts-check
/** Before the game: the host changes what is to be played. Each change is sent at once, and the server says if it cannot be. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { command } from "./acts.js";
import { LETTERS } from "./model.js";
import { pause } from "./net.js";
import { say } from "../say.js";

/** @typedef {import("./app.js").App} App @typedef {import("./types.js").Settings} Settings */

/** What the host may change; nothing for anybody else. @param {App} app */
export function agree(app) {
  const { settings, choices, seats, you } = app.shown;
  if (!you.host || !choices) return nothing;
  const { options } = settings;
  const starts = seats.map((seat, at) => [String(at), seat.name || say("Seat {letter}", { letter: LETTERS[at] })]);
  return html`<details class="panel agree"><summary>${say("Change what is played")}</summary><div class="agreelist">
    ${choice("seats", say("Players"), String(settings.seats), ["2", "3", "4"].map((count) => [count, count]), (value) => change(app, { seats: Number(value), species: null }))}
    ${choice("start", say("Who starts"), String(options.start), [["random", say("at random")], ...starts], (value) => option(app, "start", value === "random" ? value : Number(value)))}
    ${choices.map(({ name, title, values }) => choice(name, title, String(options[name]), values, (value) => option(app, name, value)))}
    ${choice("preview", say("Values of paths"), settings.preview ? "on" : "off", [["on", say("shown")], ["off", say("hidden")]], (value) => change(app, { preview: value === "on" }))}
    ${choice("public", say("Onlookers"), settings.public ? "on" : "off", [["on", say("welcome")], ["off", say("nobody")]], (value) => change(app, { public: value === "on" }))}
    ${choice("hints", say("Hints"), settings.hints ? "on" : "off", [["off", say("none")], ["on", say("for all")]], (value) => change(app, { hints: value === "on" }))}
  </div></details>`;
}

/**
 * A labelled list of which one is chosen.
 * @param {string} name
 * @param {string} label
 * @param {string} chosen
 * @param {string[][]} values each with what it is called
 * @param {(value: string) => void} changed
 */
function choice(name, label, chosen, values, changed) {
  return html`<label class="field"><span class="lbl">${label}</span><select data-focus=${`agree-${name}`} .value=${live(chosen)}
    @change=${(/** @type {Event} */ event) => changed(/** @type {HTMLSelectElement} */ (event.target).value)}>
    ${values.map(([value, called]) => html`<option value=${value} ?selected=${value === chosen}>${called}</option>`)}</select></label>`;
}

/** @param {App} app @param {string} name @param {string | number} value */
function option(app, name, value) {
  const { options } = app.shown.settings;
  const more = name === "names" || name === "species" ? { species: null } : {}; // chosen ones may not be of that edition, nor secret
  change(app, { options: { ...options, [name]: value }, ...more });
}

/** The change that was sent last: the next one waits for it, and starts from what came of it. */
let before = Promise.resolve();

/** @param {App} app @param {Partial<Settings>} changes */
function change(app, changes) {
  afterChanges(app, async () => {
    const { sentences, ...settings } = app.shown.settings;
    await command(app, { kind: "configure", settings: { ...settings, ...changes } });
    await app.refresh();
  });
}

/** Do something when all changes are made that were asked for before it. @param {App} app @param {() => Promise<unknown>} act */
export function afterChanges(app, act) {
  before = before.then(async () => {
    while (app.busy) await pause(50);
    await act();
  });
}
