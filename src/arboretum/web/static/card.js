// @ts-check
/**
 * Cards as lit-html templates: three drawings by width (never scale one into another's range),
 * the states a card can be in, open cells, chips and leaf marks. Needs css/palette.css and css/card.css.
 *
 * Every function returns a template that may stand in HTML or inside an `<svg>`.
 */
import { html, svg, nothing } from "./vendor/lit-html/lit-html.js";
import { inWords } from "./art.js";
import { say } from "./say.js";

/**
 * The drawings: L for widths from 72 (hand, piles, close look), M for 50 to 100 (arboretum), S for 24 to 52 (rivals).
 * @typedef {"L" | "M" | "S"} Size
 *
 * @typedef {object} CardOptions
 * @property {Size} [size] which drawing; M if left out
 * @property {boolean} [picked] lifted, ring and halo
 * @property {boolean} [drawn] drawn this turn: a dot above
 * @property {boolean} [last] part of a last move: corner brackets
 * @property {boolean} [dim] not in the path that is shown
 * @property {boolean} [ghost] would lie here
 * @property {boolean} [cancelled] an 8 that counts 0: two strokes across
 * @property {boolean} [named] the species' full name beside the code; only at 160 px and wider
 * @property {string | null} [label] for screen readers; null hides the picture from them (something around it speaks)
 * @property {number} [x] inside an svg: where
 * @property {number} [y] inside an svg: where
 * @property {number} [width] inside an svg, or to fix the size: the height follows
 */

/**
 * Where things are in a drawing. `hill` is where the hill's line enters and leaves a card: the same height for all.
 * @typedef {object} Drawing
 * @property {number} w width of the view box
 * @property {number} h height of the view box
 * @property {number} r corner radius
 * @property {number} edge width of the stock around the ground
 * @property {number} inner corner radius of the ground
 * @property {[number, number, number] | null} sun centre and radius
 * @property {string} hill the hill's outline
 * @property {number} tree size of the tree of an 8
 * @property {number} root height of the ground line where a tree stands
 * @property {[number, number]} middle where trees stand, up to 6 and from 7
 * @property {[number, number, number]} value place and size of the figure
 * @property {[number, number, number]} mark place and size of the leaf
 * @property {[number, number, number]} code place and size of the letters
 */

/** @type {Readonly<Record<Size, Drawing>>} */
export const DRAWINGS = Object.freeze({
  L: {
    w: 110, h: 150, r: 9, edge: 4.5, inner: 6, sun: [58, 80, 40],
    hill: "M4.5 120C30 111 50 125 72 120S96 117 105.5 120V139.5A6 6 0 0 1 99.5 145.5H10.5A6 6 0 0 1 4.5 139.5Z",
    tree: 103, root: 126.1, middle: [55, 55], value: [11, 45, 50], mark: [70, 11, 28], code: [11, 141, 14],
  },
  M: {
    w: 66, h: 90, r: 6, edge: 2.5, inner: 4, sun: [36, 48, 24],
    hill: "M2.5 73.5C18 68.5 30 76.5 44 73.5S58 71.5 63.5 73.5V83.5A4 4 0 0 1 59.5 87.5H6.5A4 4 0 0 1 2.5 83.5Z",
    tree: 62, root: 77.5, middle: [34, 33], value: [6, 29, 34], mark: [40, 6.5, 20], code: [6, 85, 11.5],
  },
  S: {
    w: 44, h: 60, r: 4.5, edge: 1.5, inner: 3.2, sun: null,
    hill: "M1.5 50.5C12 47 20 52 29 50S40 49 42.5 50.5V55.3A3.2 3.2 0 0 1 39.3 58.5H4.7A3.2 3.2 0 0 1 1.5 55.3Z",
    tree: 41, root: 53, middle: [23.5, 22], value: [3.6, 20.5, 25], mark: [25.5, 4, 15.5], code: [3.6, 57, 10],
  },
});

/**
 * A card, face up.
 * @param {string} code such as "OK6"
 * @param {CardOptions} [options]
 */
export function card(code, options = {}) {
  const size = options.size ?? "M";
  const { w, h } = DRAWINGS[size];
  const label = options.label === undefined ? inWords(code) : options.label;
  return html`<svg class=${classes(size, options)} data-species=${code.slice(0, 2)} data-card=${code}
    viewBox="0 0 ${w} ${h}" x=${options.x ?? nothing} y=${options.y ?? nothing} width=${options.width ?? nothing}
    height=${options.width ? (options.width * h) / w : nothing}
    role=${label === null ? nothing : "img"} aria-label=${label ?? nothing}
    aria-hidden=${label === null ? "true" : nothing}>${face(code, size, options)}${marks(size, options)}</svg>`;
}

/**
 * A face-down card: the back and nothing else.
 * @param {Size} [size]
 * @param {CardOptions} [options]
 */
export function back(size = "M", options = {}) {
  const { w, h } = DRAWINGS[size];
  const label = options.label === undefined ? say("face-down card") : options.label;
  return html`<svg class=${classes(size, options)} viewBox="0 0 110 150" x=${options.x ?? nothing}
    y=${options.y ?? nothing} width=${options.width ?? nothing}
    height=${options.width ? (options.width * h) / w : nothing}
    role=${label === null ? nothing : "img"} aria-label=${label ?? nothing}
    aria-hidden=${label === null ? "true" : nothing}><rect class="stock" width="110" height="150" rx="9"/><rect
    class="grain" x="4.5" y="4.5" width="101" height="141" rx="6"/><use href="#back" width="110" height="150"/></svg>`;
}

/**
 * An open cell: dashed edge and sprout; aimed at: a solid edge.
 * @param {{size?: Size, aimed?: boolean, text?: string, x?: number, y?: number, width?: number}} [options]
 *   `text` is a short figure in the place of the sprout, such as "+4"
 */
export function openCell(options = {}) {
  const { w, h, r } = DRAWINGS[options.size ?? "M"];
  const sprout = w * 0.36;
  return html`<svg class="card card-${options.size ?? "M"} open${options.aimed ? " aimed" : ""}" viewBox="0 0 ${w} ${h}" x=${options.x ?? nothing}
    y=${options.y ?? nothing} width=${options.width ?? nothing}
    height=${options.width ? (options.width * h) / w : nothing} aria-hidden="true"><rect x="1" y="1"
    width=${w - 2} height=${h - 2} rx=${r}/>${
      options.text
        ? svg`<text class="gain" x=${w / 2} y=${h * 0.56} font-size=${w * 0.3} text-anchor="middle">${options.text}</text>`
        : svg`<use href="#sprout" x=${(w - sprout) / 2} y=${(h - sprout) / 2} width=${sprout} height=${sprout}/>`
    }</svg>`;
}

/**
 * A card in running text.
 * @param {string} code such as "OK6"
 */
export function chip(code) {
  const species = code.slice(0, 2);
  return html`<span class="chip" data-species=${species} title=${inWords(code)}>${leaf(species)}${code}</span>`;
}

/** Words in which every card is drawn as a chip. @param {string} text */
export function withChips(text) {
  return text.split(/\b((?:BS|CA|CB|DW|JA|LI|MG|MP|OK|OL|RP|TP|WI)[1-8])\b/).map((part, at) => (at % 2 ? chip(part) : part));
}

/**
 * The leaf mark of a species, in its colour.
 * @param {string} species such as "OK"
 * @param {string | null} [label] for screen readers; null hides it from them
 */
export function mark(species, label = null) {
  return html`<svg class="ico mark" data-species=${species} viewBox="0 0 24 24"
    role=${label === null ? nothing : "img"} aria-label=${label ?? nothing}
    aria-hidden=${label === null ? "true" : nothing}><use href="#leaf-${species}"/></svg>`;
}

/**
 * An icon of the sprite, such as "i-check", "i-undo" or "logo".
 * @param {string} name
 */
export function icon(name) {
  return html`<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><use href="#${name}"/></svg>`;
}

/** The opponents that have a face, by their registered names. */
export const FACES = Object.freeze(["poppy", "basil", "hazel", "rowan", "master"]);

/**
 * The face of an opponent, to stand beside its name; nothing for whoever has none.
 * @param {string | null} bot its registered name
 */
export function faceOf(bot) {
  if (bot === null || !FACES.includes(bot)) return nothing;
  return html`<svg class="face" data-face=${bot} viewBox="0 0 64 64" aria-hidden="true"><use href="#face-${bot}"/></svg>`;
}

/** @param {string} species */
function leaf(species) {
  return html`<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><use href="#leaf-${species}"/></svg>`;
}

/**
 * @param {Size} size
 * @param {CardOptions} options
 */
function classes(size, options) {
  const states = /** @type {const} */ (["picked", "drawn", "last", "dim", "ghost", "cancelled"]);
  return ["card", `card-${size}`, ...states.filter((state) => options[state])].join(" ");
}

/**
 * How large a tree of a value is: a sapling at 1, the whole card at 8.
 * @param {Drawing} drawing
 * @param {number} value 1 to 8
 */
function grown(drawing, value) {
  return drawing.tree * (0.4 + (0.6 * (value - 1)) / 7);
}

/**
 * What is printed on a card, from below: stock, ground, sun, hill, tree, figure, leaf, letters.
 * @param {string} code
 * @param {Size} size
 * @param {CardOptions} options
 */
function face(code, size, options) {
  const d = DRAWINGS[size];
  const species = code.slice(0, 2);
  const value = Number(code.slice(2));
  const tree = grown(d, value);
  const [vx, vy, vs] = d.value;
  const [mx, my, ms] = d.mark;
  const [cx, cy, cs] = d.code;
  return svg`<rect class="stock" width=${d.w} height=${d.h} rx=${d.r}/><rect class="soft" x=${d.edge} y=${d.edge}
    width=${d.w - 2 * d.edge} height=${d.h - 2 * d.edge} rx=${d.inner}/>${
      d.sun ? svg`<circle class="sun" cx=${d.sun[0]} cy=${d.sun[1]} r=${d.sun[2]}/>` : nothing
    }<path class="hill" d=${d.hill}/><use class="tree" href="#tree-${species}" x=${d.middle[value < 7 ? 0 : 1] - tree / 2}
    y=${d.root - (tree * 116) / 120} width=${tree} height=${tree}/><text class="val" x=${vx} y=${vy}
    font-size=${vs}>${value}</text><use class="mark" href="#leaf-${species}" x=${mx} y=${my} width=${ms} height=${ms}/>
    <text class="code" x=${cx} y=${cy} font-size=${options.named ? 9.2 : cs}>${species}${
      options.named ? svg` <tspan class="name">${inWords(species)}</tspan>` : nothing
    }</text>`;
}

/**
 * The shapes of a card's state, over its face.
 * @param {Size} size
 * @param {CardOptions} options
 */
function marks(size, options) {
  const { w, h, r, edge, inner } = DRAWINGS[size];
  const unit = w / 110;
  return svg`${
    options.cancelled
      ? svg`<rect class="veil" x=${edge} y=${edge} width=${w - 2 * edge} height=${h - 2 * edge} rx=${inner}/>
          <g class="strokes" transform="scale(${unit})"><path class="under" d=${STROKES}/><path d=${STROKES}/></g>`
      : nothing
  }${
    options.picked
      ? svg`<rect class="halo" x=${-4 * unit} y=${-4 * unit} width=${w + 8 * unit} height=${h + 8 * unit} rx=${r + 4 * unit}
          stroke-width=${8 * unit}/><rect class="ring" width=${w} height=${h} rx=${r} stroke-width=${3.4 * unit}/>`
      : nothing
  }${options.drawn ? svg`<circle class="new" cx=${w / 2} cy=${-8 * unit} r=${4.5 * unit}/>` : nothing}${
    options.last ? svg`<path class="brackets" d=${brackets(w, h)} stroke-width=${Math.max(2, 5 * unit)}/>` : nothing
  }`;
}

/** The two strokes through a cancelled 8, in the L drawing. */
const STROKES = "M6 34L104 124M6 52L98 138";

/**
 * Four corners just outside a card.
 * @param {number} w
 * @param {number} h
 */
function brackets(w, h) {
  const o = 3 + w / 44;
  const a = w / 6;
  const r = w / 13;
  return `M${-o} ${a}V${r - o}q0 ${-r} ${r} ${-r}H${a}M${w - a} ${-o}H${w + o - r}q${r} 0 ${r} ${r}V${a}` +
    `M${w + o} ${h - a}V${h + o - r}q0 ${r} ${-r} ${r}H${w - a}M${a} ${h + o}H${r - o}q${-r} 0 ${-r} ${-r}V${h - a}`;
}
