// @ts-check
/** An arboretum as a sheet of cells to tap: it grows outward, pans where it is larger than its place, and stays put. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { card, openCell } from "../card.js";
import { inWords } from "../art.js";
import { ribbon } from "../grove.js";
import { say, sayMany } from "../say.js";
import { nameOf, xy } from "./pad.js";

/** @typedef {import("./app.js").App} App */

/** Widest and narrowest cell, the gap between two, and the room around all, in pixels. */
const [WIDE, NARROW, GAP, MARGIN] = [88, 44, 5, 8];
/** Cells of an empty sheet to each side of its middle. */
const AROUND = { x: 2, y: 1 };

/** @param {App} app */
export function bed(app) {
  const { cells } = app.pad.players[app.seat];
  const [west, south, east, north] = bounds(app, Object.keys(cells));
  const columns = Array.from({ length: east - west + 1 }, (_, at) => west + at);
  const rows = Array.from({ length: north - south + 1 }, (_, at) => north - at);
  const width = cellWidth(app.room, columns.length, rows.length);
  const near = beside(Object.keys(cells).filter((cell) => cells[cell] !== app.picked));
  const faults = app.asking.faults();
  const path = app.pathCards();
  return html`<div class="lawn" data-typing><div class="pan"><div class="sheet ${app.picked ? "aiming" : ""}" role="grid"
      aria-label=${sayMany("The arboretum of {name}: {count} card", "The arboretum of {name}: {count} cards", Object.keys(cells).length, { name: nameOf(app.pad, app.seat) })}
      .style=${`--w:${width}px;--cols:${columns.length};--gap:${GAP}px`} @keydown=${walk}>
    ${repeat(rows, (y) => y, (y) => html`<div role="row" class="line">${repeat(columns, (x) => x, (x) => cellOf(app, `${x},${y}`, {
      near: near.has(`${x},${y}`) || (near.size === 0 && x === 0 && y === 0), size: width < 50 ? "S" : "M", faults, path,
    }))}</div>`)}
    ${path.length ? drawn(app, path, { west, north, columns: columns.length, rows: rows.length, width }) : nothing}
  </div></div></div>`;
}

/**
 * @param {App} app @param {string} cell
 * @param {{near: boolean, size: "S" | "M", faults: string[], path: string[]}} how
 */
function cellOf(app, cell, { near, size, faults, path }) {
  const code = app.pad.players[app.seat].cells[cell];
  const aimed = app.aimed === cell;
  const words = code ? say("{card} on {cell}", { card: inWords(code), cell }) : aimed ? say("Empty cell {cell}, waits for a card", { cell }) : say("Empty cell {cell}", { cell });
  return html`<span role="gridcell"><button type="button" class="cell ${code ? "full" : near ? "near" : "far"}" data-cell=${cell} data-focus="cell-${cell}"
    tabindex=${stop(app, cell) ? 0 : -1} aria-label=${words} aria-pressed=${code ? app.picked === code : aimed} @click=${() => app.pressCell(cell)}>${
      code
        ? card(code, { size, label: null, picked: app.picked === code, last: faults.includes(code), dim: path.length > 0 && !path.includes(code) })
        : near || aimed ? openCell({ size, aimed }) : nothing
    }</button></span>`;
}

/** Which cell the Tab key comes to: what waits or is picked, else the card entered last, else the middle. @param {App} app @param {string} cell */
function stop(app, cell) {
  const { cells } = app.pad.players[app.seat];
  const picked = Object.keys(cells).find((each) => cells[each] === app.picked);
  return cell === (app.aimed || picked || Object.keys(cells).at(-1) || "0,0");
}

/** The cells next to some, to be drawn as the likely ones; any other may be tapped too. @param {string[]} cells */
function beside(cells) {
  return new Set(cells.map(xy).flatMap(([x, y]) => [`${x + 1},${y}`, `${x - 1},${y}`, `${x},${y + 1}`, `${x},${y - 1}`]));
}

/** The edges of a sheet: a cell more than its cards need to every side, and never less than before. @param {App} app @param {string[]} cells */
function bounds(app, cells) {
  const key = `${app.id} ${app.seat}`;
  const before = app.frames.get(key) ?? (cells.length ? [Infinity, Infinity, -Infinity, -Infinity] : [-AROUND.x, -AROUND.y, AROUND.x, AROUND.y]);
  const all = cells.map(xy);
  const now = [
    Math.min(before[0], ...all.map(([x]) => x - 1)), Math.min(before[1], ...all.map(([, y]) => y - 1)),
    Math.max(before[2], ...all.map(([x]) => x + 1)), Math.max(before[3], ...all.map(([, y]) => y + 1)),
  ];
  app.frames.set(key, now);
  return now;
}

/** As large as fits, and never too small for a finger. @param {{w: number, h: number}} room @param {number} columns @param {number} rows */
function cellWidth(room, columns, rows) {
  const wide = (room.w - 2 * MARGIN + GAP) / columns - GAP;
  const high = (((room.h - 2 * MARGIN + GAP) / rows - GAP) * 11) / 15;
  return Math.max(NARROW, Math.min(WIDE, Math.floor(Math.min(wide, high))));
}

/** The path that is shown, through the cards as they lie. @param {App} app @param {string[]} path @param {{west: number, north: number, columns: number, rows: number, width: number}} frame */
function drawn(app, path, { west, north, columns, rows, width }) {
  const { cells } = app.pad.players[app.seat];
  const gap = (GAP * 66) / width;
  const points = path.map((code) => {
    const [x, y] = xy(/** @type {string} */ (Object.keys(cells).find((cell) => cells[cell] === code)));
    return [(x - west) * (66 + gap) + 33, (north - y) * (90 + gap) + 70];
  });
  return html`<svg class="way" viewBox="0 0 ${(66 + gap) * columns - gap} ${(90 + gap) * rows - gap}" aria-hidden="true">${ribbon(points, path[0].slice(0, 2))}</svg>`;
}

/** The arrow keys go from cell to cell; the sheet always runs from west to east. @param {KeyboardEvent} event */
function walk(event) {
  const sheet = /** @type {HTMLElement} */ (event.currentTarget);
  const here = /** @type {HTMLElement} */ (event.target).closest("[data-cell]");
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (!here || !way) return;
  event.preventDefault();
  const [x, y] = xy(/** @type {HTMLElement} */ (here).dataset.cell ?? "0,0");
  const next = /** @type {HTMLElement | null} */ (sheet.querySelector(`[data-cell="${x + way[0]},${y + way[1]}"]`));
  next?.focus();
}
