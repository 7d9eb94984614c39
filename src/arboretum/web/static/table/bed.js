// @ts-check
/**
 * An arboretum on its bed: a grid that grows outward. Sizes are lengths of the style sheet, worked out from the
 * room there is, so that a bed fits before anything is measured.
 */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { card, openCell } from "../card.js";
import { inWords } from "../art.js";
import { aim, pick, place, targets } from "./acts.js";
import { hintedPlace } from "./ask.js";
import { drafted, isMine, laid, nameOf, numbered, xy } from "./model.js";
import { grab } from "./pan.js";
import { say, sayMany } from "../say.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./types.js").PathInfo} PathInfo
 *
 * @typedef {object} Frame the cells that a bed shows
 * @property {number} west
 * @property {number} north
 * @property {number} cols
 * @property {number} rows
 */

/**
 * @param {App} app
 * @param {number} seat
 * @param {{main?: boolean, still?: boolean, path?: string | null, wide?: boolean, ghost?: {code: string, cell: string} | null}} [how]
 *   main: the large one, with room around it for open cells; still: no moves from or to it; path: a species;
 *   ghost: a card that could lie there, as something beside says in words
 */
export function bed(app, seat, how = {}) {
  const view = app.shown;
  const own = how.main === true && seat === view.you.as;
  const cards = laid(view, seat, app.shownDraft);
  const ghost = how.ghost ?? null;
  const frame = frameOf([...(how.main ? view.tableaux[seat] : cards).map(([cell]) => cell), ...(ghost ? [ghost.cell] : [])], own ? 1 : 0);
  const cells = own ? shownCells(app) : new Map();
  const shownPath = how.path ?? (app.path?.seat === seat ? app.path.species : null);
  const path = shownPath ? pathOf(app, seat, shownPath) : null;
  const zoom = app.zoom.get(bedKey(seat, how)) ?? 1;
  const filled = [...cards.map(([cell, code]) => ({ cell, code })), ...[...cells.keys()].map((cell) => ({ cell, code: "" }))];
  const inRow = (/** @type {number} */ y) => filled.filter(({ cell }) => xy(cell)[1] === y).sort((a, b) => xy(a.cell)[0] - xy(b.cell)[0]);
  return html`<div class="lawn ${how.main ? "main" : ""}" data-zone=${how.main ? "main" : `bed-${seat}`} data-bed=${bedKey(seat, how)}>
    <div class="pan ${frame.cols % 2 ? "oddc" : ""} ${frame.rows % 2 ? "oddr" : ""}"
      .style=${`--cols:${frame.cols};--rows:${frame.rows};--zoom:${zoom}`} @pointerdown=${grab} tabindex="-1">
      <div class="ground" role="grid" aria-label=${own
        ? sayMany("Your arboretum, {count} card", "Your arboretum, {count} cards", cards.length)
        : sayMany("{name}’s arboretum, {count} card", "{name}’s arboretum, {count} cards", cards.length, { name: nameOf(view, seat) })}
        data-roving @pointerleave=${() => own && aim(app, null)}>
        ${repeat(rowsOf(frame), (y) => y, (y) => html`<div role=${inRow(y).length ? "row" : "presentation"} class="gridrow">${repeat(inRow(y),
          (each) => each.cell,
          (each) => each.code ? laidCard(app, seat, each.cell, each.code, frame, path, how) : open(app, each.cell, frame, cells),
        )}</div>`)}
        ${path ? ribbon(path, frame) : nothing}${own ? hinted(app, frame) : nothing}${ghost ? html`<span class=${`cell ghostly ${cards.some(([cell]) => cell === ghost.cell) ? "on-top" : ""}`} .style=${at(ghost.cell, frame)}>${card(ghost.code, {
          size: app.sizes.get(bedKey(seat, how)) ?? "M", ghost: true, label: null })}</span>` : nothing}
      </div>
    </div>
  </div>`;
}

/**
 * A bed's name: the same arboretum may be shown small and large at once.
 * @param {number} seat
 * @param {{main?: boolean, still?: boolean}} how
 */
function bedKey(seat, how) {
  return how.still ? `${seat}-near` : how.main ? `${seat}-main` : `${seat}`;
}

/** The rows of a frame from the north. @param {Frame} frame */
function rowsOf({ north, rows }) {
  return Array.from({ length: rows }, (_, at) => north - at);
}

/**
 * @param {string[]} cells
 * @param {number} room cells around them
 * @returns {Frame}
 */
export function frameOf(cells, room) {
  const xs = cells.map((cell) => xy(cell)[0]);
  const ys = cells.map((cell) => xy(cell)[1]);
  const [west, east] = xs.length ? [Math.min(...xs) - room, Math.max(...xs) + room] : [-1, 1];
  const [south, north] = ys.length ? [Math.min(...ys) - room, Math.max(...ys) + room] : [-1, 1];
  return { west, north, cols: Math.max(3, east - west + 1), rows: Math.max(2, north - south + 1) };
}

/** The open cells that are lit, with their numbers. @param {App} app @returns {Map<string, number>} */
function shownCells(app) {
  const view = app.shown;
  const lit = targets(app).cells;
  const asked = app.prefs.words && isMine(view) && view.phase === "PLACE" && !app.draft.place;
  if (!lit.length && !asked) return new Map();
  const numbers = numbered(view.open);
  const taken = app.draft.place?.split("@")[1];
  return new Map((lit.length ? lit : view.open).filter((cell) => cell !== taken).map((cell) => [cell, numbers.get(cell) ?? 0]));
}

/** @param {App} app @param {number} seat @param {string} species @returns {PathInfo | null} */
function pathOf(app, seat, species) {
  const view = app.shown;
  return view.score?.species[species]?.paths?.[seat] ?? view.paths?.[seat]?.[species] ?? null;
}

/** @param {string} cell @param {Frame} frame */
function at(cell, frame) {
  const [x, y] = xy(cell);
  return `--x:${x - frame.west};--y:${frame.north - y}`;
}

/**
 * @param {App} app
 * @param {number} seat
 * @param {string} cell
 * @param {string} code
 * @param {Frame} frame
 * @param {PathInfo | null} path
 * @param {{main?: boolean, still?: boolean}} how
 */
function laidCard(app, seat, cell, code, frame, path, how) {
  const view = app.shown;
  const key = bedKey(seat, how);
  const mine = seat === view.you.as;
  const draft = mine && drafted(app.shownDraft).placed === code;
  const newest = view.tableaux[seat].at(-1)?.[1] === code;
  const last = newest && view.status === "playing" && !(mine && isMine(view)) && !draft;
  const what = { card: inWords(code), cell };
  const words = draft ? say("{card} at {cell}, not sent yet: press to take it back", what)
    : last ? say("{card} at {cell}, placed last", what) : say("{card} at {cell}", what);
  return html`<button type="button" role="gridcell" class="cell ${draft ? "draft" : ""}" .style=${at(cell, frame)}
    data-move=${how.still ? nothing : code} data-rove data-focus=${`cell-${seat}-${cell}`} tabindex=${tabStop(app, seat, cell) ? 0 : -1}
    data-look=${code} aria-label=${words} @click=${() => draft && pick(app, code)}>${card(code, {
      size: app.sizes.get(key) ?? "M", label: null, last, dim: path !== null && !path.cells.includes(cell),
    })}</button>`;
}

/**
 * @param {App} app
 * @param {string} cell
 * @param {Frame} frame
 * @param {Map<string, number>} cells
 */
function open(app, cell, frame, cells) {
  const card_ = app.picked;
  const gain = card_ ? app.previews.get(card_)?.cells[cell]?.gain : undefined;
  const aimed = card_ !== null && app.aimed === cell;
  const number = cells.get(cell);
  const words = gain === undefined ? say("Open cell {number} at {cell}", { number, cell })
    : gain ? say("Open cell {number} at {cell}, your paths gain {gain}", { number, cell, gain })
      : say("Open cell {number} at {cell}, your paths gain nothing", { number, cell });
  return html`<button type="button" role="gridcell" class="cell opening ${aimed ? "aimed" : ""} ${app.prefs.words ? "tell" : ""}"
    .style=${`${at(cell, frame)};--wait:${Math.min(8, frame.rows - 1 - (frame.north - xy(cell)[1]))}`}
    data-cell=${cell} data-rove data-focus=${`open-${cell}`} tabindex=${tabStop(app, -1, cell) ? 0 : -1} aria-label=${words}
    @pointerenter=${() => aim(app, cell)} @focus=${() => aim(app, cell)} @blur=${() => app.aimed === cell && aim(app, null)}
    @click=${() => place(app, cell)}>${openCell({ size: app.sizes.get(`${app.shown.you.as}-main`) ?? "M", aimed, text: gain ? `+${gain}` : "" })}${
      aimed && card_ ? html`<span class="would">${card(card_, { size: app.sizes.get(`${app.shown.you.as}-main`) ?? "M", ghost: true, label: null })}</span>${
        gain ? html`<span class="gained">+${gain}</span>` : nothing}` : nothing
    }<span class="cellno" aria-hidden="true">${number}</span></button>`;
}

/** Where a hint would place a card. @param {App} app @param {Frame} frame */
function hinted(app, frame) {
  const [code, cell] = hintedPlace(app) ?? [];
  return code && cell ? html`<span class="cell hinted" .style=${at(cell, frame)} aria-hidden="true">${card(code, { size: app.sizes.get(`${app.shown.you.as}-main`) ?? "M", ghost: true, label: null })}</span>` : nothing;
}

/** Which cell of a bed is its tab stop: in one's own the aimed one, else the first lit, else the newest card. */
/**
 * @param {App} app
 * @param {number} seat -1 for an open cell
 * @param {string} cell
 */
function tabStop(app, seat, cell) {
  const view = app.shown;
  const lit = seat < 0 || seat === view.you.as ? targets(app).cells : [];
  if (seat < 0) return app.aimed ? app.aimed === cell : [...numbered(lit).keys()][0] === cell;
  return !lit.length && view.tableaux[seat].at(-1)?.[0] === cell;
}

/**
 * A path as a ribbon on the ground line: thin at its start, thick at its end, a leaf on its first and last card.
 * @param {PathInfo} path
 * @param {Frame} frame
 */
function ribbon(path, frame) {
  const points = path.cells.map((cell) => {
    const [x, y] = xy(cell);
    return [(x - frame.west) * 71 + 33, (frame.north - y) * 95 + 74];
  });
  const last = points.length - 1;
  const wide = (/** @type {number} */ at) => 3 + (4.5 * at) / last;
  const lines = points.slice(1).map((to, at) => ({ from: points[at], to, width: wide(at + 0.5) }));
  const species = path.cards[0].slice(0, 2);
  const line = (/** @type {typeof lines[number]} */ l, /** @type {string} */ kind, /** @type {number} */ more) =>
    svg`<line class=${kind} x1=${l.from[0]} y1=${l.from[1]} x2=${l.to[0]} y2=${l.to[1]} stroke-width=${l.width + more}/>`;
  return html`<svg class="ribbon" viewBox="0 0 ${frame.cols * 71 - 5} ${frame.rows * 95 - 5}" aria-hidden="true">
    ${lines.map((l) => line(l, "case", 7))}${lines.map((l) => line(l, "core", 0))}
    ${points.map(([x, y], n) => n === 0 || n === last
      ? svg`<circle class="end" cx=${x} cy=${y} r="12"/><use class="leaf" href="#leaf-${species}" x=${x - 8} y=${y - 8} width="16" height="16"/>`
      : svg`<circle class="step" cx=${x} cy=${y} r="6.5"/>`)}</svg>`;
}
