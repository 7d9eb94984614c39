// @ts-check
/**
 * A whole arboretum as one picture that fits its box, with a path drawn through it if there is one to show.
 * For looking only: what is pressed at the table is in table/bed.js.
 */
import { html, svg, nothing } from "./vendor/lit-html/lit-html.js";
import { card } from "./card.js";

/** Width and height of a card in the picture, and from one to the next. */
const CARD = { w: 66, h: 90, stepX: 71, stepY: 95 };
/** Where a path runs: the middle of a card, at the foot of its tree. */
const FOOT = { x: 33, y: 70 };
/** How much larger than that it may be shown: a card is 88 wide at most. */
const LARGEST = 88 / CARD.w;
/** Bare lawn around the cards. */
const MARGIN = 10;

/**
 * @typedef {object} Shown
 * @property {string[]} [path] the cells of a path, from its start; the other cards stand back
 * @property {boolean} [faded] all cards stand back
 * @property {string} [species] whose leaf marks the ends of the path
 * @property {string} [label] what the picture shows, for screen readers
 */

/**
 * @param {[string, string][]} laid cells and cards, such as ["2,-1", "OK5"]
 * @param {Shown} [shown]
 */
export function grove(laid, shown = {}) {
  const xs = laid.map(([cell]) => place(cell)[0]);
  const ys = laid.map(([cell]) => place(cell)[1]);
  const left = Math.min(0, ...xs);
  const top = Math.max(0, ...ys);
  const columns = Math.max(0, ...xs) - left + 1;
  const rows = top - Math.min(0, ...ys) + 1;
  /** @param {string} cell @returns {[number, number]} */
  const corner = (cell) => {
    const [x, y] = place(cell);
    return [MARGIN + (x - left) * CARD.stepX, MARGIN + (top - y) * CARD.stepY];
  };
  const lit = new Set(shown.path ?? []);
  const width = 2 * MARGIN + columns * CARD.stepX - 5;
  const height = 2 * MARGIN + rows * CARD.stepY - 5;
  return html`<svg class="grove" viewBox="0 0 ${width} ${height}" width=${width * LARGEST} height=${height * LARGEST} role="img"
    aria-label=${shown.label ?? nothing} aria-hidden=${shown.label ? nothing : "true"}>${laid.map(([cell, code]) => {
      const [x, y] = corner(cell);
      return card(code, { size: "M", x, y, width: CARD.w, label: null, dim: shown.faded || (lit.size > 0 && !lit.has(cell)) });
    })}${
      shown.path?.length
        ? ribbon(shown.path.map((cell) => { const [x, y] = corner(cell); return [x + FOOT.x, y + FOOT.y]; }), shown.species)
        : nothing
    }</svg>`;
}

/**
 * A path as a ribbon on the ground, thin at its start and thick at its end; a leaf on the first and the last card.
 * `data-leg` numbers the ways from card to card, with where each begins and along which axis it runs, `data-knot` the cards.
 * @param {number[][]} points x and y of each card, from the start
 * @param {string} [species]
 */
export function ribbon(points, species) {
  const steps = points.slice(1).map(([x, y], i) => ({
    d: `M${points[i][0]} ${points[i][1]}L${x} ${y}`,
    from: `${points[i][0]}px ${points[i][1]}px`,
    along: y === points[i][1] ? "X" : "Y",
    far: points.length > 2 ? i / (points.length - 2) : 1,
  }));
  const last = points.length - 1;
  return svg`<g class="path">${
    steps.map(({ d, far, from, along }, i) => svg`<path class="casing" d=${d} stroke-width=${10 + 4 * far} data-leg=${i} data-from=${from} data-along=${along}/>`)
  }${steps.map(({ d, far, from, along }, i) => svg`<path class="core" d=${d} stroke-width=${3.7 + 3.1 * far} data-leg=${i} data-from=${from} data-along=${along}/>`)}${
    points.map(([x, y], i) => i === 0 || i === last
      ? svg`<g data-knot=${i}><circle cx=${x} cy=${y} r="11.5"/>${
          species ? svg`<use class="leaf" href="#leaf-${species}" x=${x - 7.5} y=${y - 7.5} width="15" height="15"/>` : nothing
        }</g>`
      : svg`<circle cx=${x} cy=${y} r="6.5" data-knot=${i}/>`)
  }</g>`;
}

/** @param {string} cell such as "2,-1" @returns {[number, number]} */
function place(cell) {
  const [x, y] = cell.split(",").map(Number);
  return [x, y];
}
