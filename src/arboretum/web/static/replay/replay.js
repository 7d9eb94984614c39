// @ts-check
/** A game that is looked at again: which step, through whose eyes, whether it runs by itself. */

import { render } from "../vendor/lit-html/lit-html.js";
import * as motion from "../table/motion.js";
import { remember, restore } from "../table/focus.js";
import { speak } from "../table/notice.js";
import { emptyDraft, loadPrefs } from "../table/prefs.js";
import { say } from "../say.js";
import { momentsOf, stepAt } from "./moments.js";
import { page } from "./page.js";

/**
 * @typedef {import("./types.js").History} History
 * @typedef {import("./types.js").Step} Step
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {{kind: "pile" | "practice" | "more" | "log" | "summary" | "text" | "moments", seat: number}} Sheet
 */

/** Milliseconds between two steps at the usual speed. */
const BEAT = 1000;
/** Milliseconds after which the address tells where one is. */
const SETTLED = 250;

/** Everything that the page knows. The table's beds and tiles are drawn from it as from the table itself. */
export class Replay {
  /** @param {HTMLElement} root @param {string} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    /** @type {History | null} */
    this.history = null;
    /** @type {import("./types.js").Moment[]} */
    this.moments = [];
    this.at = 0;
    this.as = new URLSearchParams(location.search).get("as") ?? "";
    this.playing = false;
    this.speed = 1;
    this.fault = "";
    this.said = "";
    /** @type {Sheet | null} */
    this.sheet = null;
    /** @type {import("../review/review.js").Review | null} what it was worth, when that is looked at */
    this.review = null;
    this.prefs = { ...loadPrefs(), words: false };
    // What the beds ask of a table: nothing is picked here, nothing is drafted.
    this.shownDraft = this.draft = emptyDraft();
    this.picked = this.aimed = this.past = null;
    this.previews = new Map();
    /** @type {{seat: number, species: string} | null} the path that is shown */
    this.path = null;
    /** @type {Map<string, number>} */
    this.zoom = new Map();
    /** @type {Map<string, "M" | "S">} */
    this.sizes = new Map();
  }

  /** This game as the table's modules know it. */
  get app() {
    return /** @type {import("../table/app.js").App} */ (/** @type {unknown} */ (this));
  }

  /** The steps, at least one. */
  get steps() {
    return /** @type {History} */ (this.history).steps;
  }

  get step() {
    return this.steps[this.at];
  }

  get last() {
    return this.steps.length - 1;
  }

  /** The table at this step, as the table's modules know it. @returns {TableView} */
  get shown() {
    const history = /** @type {History} */ (this.history);
    return /** @type {any} */ ({
      ...this.moments[this.at], v: this.step.v, id: history.id, status: "playing", you: { seats: [], as: null, host: false }, hand: [],
      settings: { preview: true }, seats: history.seats.map((seat) => ({ ...seat, online: true })), open: [], legal: [], recent: [], score: null,
    });
  }

  get view() {
    return this.history?.start ? this.shown : null;
  }

  /** Fetch the steps, as these eyes saw them; where one is stays. @param {string} as */
  async load(as = this.as) {
    const was = this.history ? this.step?.v ?? null : versionAsked();
    const answer = await fetch(`/t/${this.table}/history${as ? `?as=${as}` : ""}`, { headers: { accept: "application/json" } }).catch(() => null);
    const told = answer && await answer.json().catch(() => null);
    if (!answer?.ok || !told) return this.#refused(told?.error ?? say("The game could not be fetched: is the network there?"));
    const isFirst = this.history === null;
    this.as = as;
    this.fault = "";
    this.history = /** @type {History} */ (told);
    this.moments = momentsOf(this.history);
    this.at = Math.max(0, was === null ? (this.history.status === "over" ? 0 : this.last) : stepAt(this.history, was));
    this.draw();
    this.#follow();
    if (!isFirst) this.#settle();
    else if (this.history.is_whole && new URLSearchParams(location.search).has("review")) this.examine(true);
  }

  /** Open the review, which is fetched when it is wanted, or close it. @param {boolean} wanted */
  async examine(wanted) {
    if (!wanted) this.change(() => (this.review = null));
    else await this.#examined();
    this.#settle();
  }

  async #examined() {
    try {
      const { Review } = await import("../review/review.js");
      this.review = new Review(this);
      this.review.begin();
    } catch {
      this.change(() => (this.said = say("The review could not be loaded: try again when there is a network.")));
    }
  }

  /** @param {string} why */
  #refused(why) {
    this.fault = why;
    this.draw();
  }

  /**
   * Go to a step. A single one is shown as it happened.
   * @param {number} at
   */
  go(at) {
    const to = Math.max(0, Math.min(this.last, at));
    if (to === this.at) return;
    const single = Math.abs(to - this.at) === 1 && motion.moving() === false;
    const event = to === this.at + 1 ? this.steps[to].event : undefined;
    const before = single ? motion.shot(this.root) : null;
    this.at = to;
    this.path = null;
    this.review?.moved();
    this.draw();
    if (before) motion.play(this.root, before, event ? [event] : [], motion.still(this.prefs.motion), this.root.querySelector("[data-anchor=pile] svg.card"));
    this.#follow();
    speak(this.told);
    this.#settle();
  }

  /** Where arboretums lie in a strip, show the one in which something happened. */
  #follow() {
    const strip = this.root.querySelector(".boards");
    const board = /** @type {HTMLElement | null} */ (this.root.querySelector(".board.acting"));
    if (!strip || !board || strip.scrollWidth <= strip.clientWidth) return;
    const [here, place] = [board.getBoundingClientRect(), strip.getBoundingClientRect()];
    strip.scrollLeft += here.x + here.width / 2 - place.x - place.width / 2;
  }

  /** Where one is, in words. */
  get told() {
    const { turn, say: what } = this.step;
    const happened = turn ? say("Turn {turn}. {what}", { turn, what }) : what;
    return this.review ? `${happened} ${this.review.words}`.trim() : happened;
  }

  /** Play by itself, from the beginning if it is at the end, or stop. @param {boolean} wanted */
  play(wanted) {
    clearTimeout(this.#timer);
    this.playing = wanted;
    if (wanted && this.at === this.last) this.go(0);
    this.draw();
    if (wanted) this.#wind();
  }

  #wind() {
    this.#timer = setTimeout(() => {
      if (!this.playing) return;
      this.go(this.at + 1);
      if (this.at < this.last) this.#wind();
      else this.play(false);
    }, BEAT / this.speed);
  }

  /** @type {number | undefined} */
  #timer = undefined;
  /** @type {number | undefined} */
  #settling = undefined;

  /** The address of this step, so that it can be shared; the history of the browser stays as it is. */
  get address() {
    const query = new URLSearchParams({ at: String(this.step.v) });
    if (this.as) query.set("as", this.as);
    if (this.review) query.set("review", "1");
    return `/t/${this.table}/replay?${query}`;
  }

  #settle() {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => history.replaceState(null, "", this.address), SETTLED);
  }

  /** @param {() => void} how */
  change(how) {
    how();
    this.draw();
  }

  draw() {
    const focus = remember(this.root);
    render(page(this), this.root);
    restore(this.root, focus);
    for (const dialog of this.root.querySelectorAll("dialog")) if (!dialog.open) dialog.showModal();
  }
}

/** The entry of the log that the address asks for. @returns {number | null} */
function versionAsked() {
  const at = new URLSearchParams(location.search).get("at");
  return at !== null && /^\d{1,6}$/.test(at) ? Number(at) : null;
}
