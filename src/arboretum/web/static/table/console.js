// @ts-check
/** The command line at the table: the terminal's words, answered in words. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { inWords, SPECIES } from "../art.js";
import { discard, draw, end, pick, place, undo } from "./acts.js";
import { askHint } from "./ask.js";
import { handLeft, isDrafting, laid, LETTERS, nameOf, pile, sumOf, xy } from "./model.js";
import { speak } from "./notice.js";
import { read } from "./words.js";
import { say, sayMany } from "../say.js";

/** @typedef {import("./app.js").App} App @typedef {import("./words.js").Word} Word @typedef {import("./words.js").AskWord} AskWord */

/** What may be typed; the commands are the same in every language. */
export function help() {
  return [
    say("+ draws from the draw pile; a, b, c, d take the top of that player's discards"),
    say("mp7 3 places MP7 on open cell 3; mp7 1,0 names the cell; x oak6 or -OK6 discards OK6"),
    say("end ends the turn; undo takes back the discard, then the placing"),
    "hint, hand, paths, paths b, paths mp7, pile b, list b, log 3, unseen, species, options, rules, table, quit",
    say("several commands may stand in one line: {example}", { example: "mp7 3 x oak6 end" }),
  ];
}

/** @param {App} app */
export function consoleLine(app) {
  const told = app.answers.at(-1);
  return html`<section class="console" aria-label=${say("Command line")}>
    ${told ? html`<div class="told" tabindex="0"><b>${told.asked}</b>${told.lines.map((line) => html`<div>${line}</div>`)}</div>` : nothing}
    <form @submit=${(/** @type {SubmitEvent} */ event) => submit(app, event)}><label for="words">${say("Command")}</label>
      <input id="words" type="text" data-focus="words" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" placeholder=${say("{example} · ? for help", { example: "mp7 3 x oak6 end" })}>
      <button type="button" class="tool" aria-label=${say("Close the command line")} @click=${() => app.prefer({ words: false })}>×</button></form></section>`;
}

/** @param {App} app @param {SubmitEvent} event */
async function submit(app, event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (app.root.querySelector("#words"));
  const line = field.value.trim();
  if (!line || !app.view) return;
  field.value = "";
  const lines = await answers(app, line);
  app.change(() => app.answers.push({ asked: line, lines }));
  if (app.prefs.words) /** @type {HTMLElement | null} */ (app.root.querySelector("#words"))?.focus();
  if (lines.length) speak(lines.join(". "));
}

/** Do a line, command by command, up to the first that cannot be. @param {App} app @param {string} line @returns {Promise<string[]>} */
async function answers(app, line) {
  /** @type {string[]} */
  const lines = [];
  try {
    for (const word of read(line, /** @type {any} */ (app.view))) {
      app.fault = "";
      lines.push(...(await done(app, word)));
      if (app.fault) return [...lines, app.fault];
    }
    return lines;
  } catch (error) {
    return [...lines, error instanceof Error ? error.message : String(error)];
  }
}

/** @param {App} app @param {Word} word @returns {Promise<string[]>} */
async function done(app, word) {
  if (word.kind === "ask") return asked(app, word);
  if (word.kind === "draw") {
    const before = app.view?.v ?? 0;
    await draw(app, word.action);
    for (let wait = 0; !app.fault && (app.view?.v ?? 0) <= before && wait < 40; wait++) await new Promise((go) => setTimeout(go, 50));
    return app.fault ? [] : app.view?.recent.slice(-1).map((event) => event.say ?? "") ?? [];
  }
  const view = app.view;
  if (!view || !isDrafting(view) || !view.hand.includes(word.card)) {
    app.fault = !view || !isDrafting(view) ? say("That is not due now.") : say("{card} is not in your hand.", { card: word.card });
    return [];
  }
  if (app.picked !== word.card) pick(app, word.card);
  if (word.kind === "place") place(app, word.cell);
  else discard(app);
  return app.fault ? [] : [word.kind === "place" ? say("{card} on {cell}, until you end the turn.", { card: word.card, cell: word.cell }) : say("{card} to be discarded.", { card: word.card })];
}

/** @param {App} app @param {AskWord} ask @returns {Promise<string[]>} */
async function asked(app, ask) {
  const view = app.shown;
  const seat = ask.seat ?? view.you.as ?? 0;
  switch (ask.word) {
    case "end": await new Promise((go) => setTimeout(go, 360)); await end(app); return app.fault || app.sheet ? [] : [say("The turn is ended.")];
    case "undo": undo(app); return [];
    case "quit": location.href = "/mine"; return [say("The game is kept.")];
    case "help": return help();
    case "hint": return hinted(app);
    case "rules": app.change(() => (app.sheet = { kind: "rules", seat })); return [];
    case "log": return view.log.slice(-(ask.number ?? 1) * 4).map((entry) => entry.say ?? "");
    case "hand": return handWords(app);
    case "paths": return ask.card ? gains(app, ask.card, ask.cell) : pathWords(app, seat);
    case "pile": return [`${nameOf(view, seat)}: ${pile(view, seat, app.shownDraft).join(" ") || say("no discards")}`];
    case "list": return listWords(app, seat);
    case "unseen": return [unseen(app)];
    case "species": return view.species.map((code) => `${code} ${SPECIES[code]}`);
    case "options": return view.settings.sentences ?? Object.entries(view.settings.options).map(([name, value]) => `${name}: ${value}`);
    default: return view.players.flatMap((_, each) => listWords(app, each));
  }
}

/** What is advised and why, all of it in words. @param {App} app @returns {Promise<string[]>} */
async function hinted(app) {
  await askHint(app);
  const { hint } = app;
  return hint?.told ? [hint.told.say, ...hint.told.why] : hint?.error ? [hint.error] : [];
}

/** @param {App} app */
function handWords(app) {
  const hand = handLeft(app.shown, app.shownDraft, app.prefs.sort);
  const sums = app.shown.species.filter((code) => sumOf(hand, code)).map((code) => `${code} ${sumOf(hand, code)}`);
  return [hand.join(" "), say("Sums: {sums}", { sums: sums.join(", ") })];
}

/** @param {App} app @param {number} seat */
function pathWords(app, seat) {
  const paths = app.shown.paths?.[seat];
  if (!paths) return [say("This table does not show what paths are worth.")];
  const told = Object.entries(paths).map(([code, path]) => `${SPECIES[code]} ${path.points}: ${path.cards.join(" ")} (${path.why})`);
  return told.length ? told : [say("{name} has no path yet.", { name: nameOf(app.shown, seat) })];
}

/** @param {App} app @param {string} card @param {string | undefined} cell */
async function gains(app, card, cell) {
  await app.foresee(card);
  const cells = app.previews.get(card)?.cells;
  if (!cells) return [say("What a card would add is told when you are to place, if this table shows it.")];
  return Object.entries(cells).filter(([each]) => !cell || each === cell).map(([each, { gain }]) => gain ? say("{card} on {cell}: +{gain}", { card, cell: each, gain }) : say("{card} on {cell}: nothing", { card, cell: each }));
}

/** An arboretum in words, a row a line from the north. @param {App} app @param {number} seat @returns {string[]} */
export function listWords(app, seat) {
  const cards = laid(app.shown, seat, app.shownDraft);
  const rows = [...new Set(cards.map(([cell]) => xy(cell)[1]))].sort((a, b) => b - a);
  const told = rows.map((y) => say("Row {y}: {cards}", { y, cards: cards.filter(([cell]) => xy(cell)[1] === y).sort((a, b) => xy(a[0])[0] - xy(b[0])[0])
    .map(([cell, code]) => say("{card} at {cell}", { card: inWords(code), cell })).join(", ") }));
  return [sayMany("{player}: {count} card", "{player}: {count} cards", cards.length, { player: `${LETTERS[seat]} ${nameOf(app.shown, seat)}` }), ...told];
}

/** Cards that lie nowhere in sight. @param {App} app */
function unseen(app) {
  const view = app.shown;
  const seen = new Set([...view.tableaux.flatMap((each) => each.map(([, code]) => code)), ...view.discards.flat(), ...view.hand, ...view.hands.flatMap((hand) => hand.known)]);
  return view.species.map((code) => [1, 2, 3, 4, 5, 6, 7, 8].map((value) => code + value).filter((each) => !seen.has(each)).join(" ")).filter(Boolean).join("; ") || say("none");
}
