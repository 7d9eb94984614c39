// @ts-check
/** The review of a finished game: fetched when it is opened, then which seat, which knowledge, which alternative. */

import { say } from "../say.js";
import { column, line } from "./column.js";
import { graph, head } from "./graph.js";
import { isLoss, percent } from "./figures.js";
import { summary, text } from "./text.js";

/**
 * @typedef {import("../replay/replay.js").Replay} Replay
 * @typedef {import("./types.js").Told} Told @typedef {import("./types.js").Lens} Lens
 * @typedef {import("./types.js").Decision} Decision @typedef {import("./types.js").Choice} Choice
 */

/** Milliseconds between two questions for how far it is. */
const BEAT = 700;
/** Questions one after the other that may stay without an answer. */
const TRIES = 5;

export class Review {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    /** @type {Told | null} */
    this.told = null;
    this.fault = "";
    /** How far it is: what is done of it, and how many are made before it. */
    this.share = 0;
    this.ahead = 0;
    this.asked = 0;
    /** Whose turns are looked at. */
    this.seat = 0;
    /** @type {"known" | "open"} */
    this.knowledge = "known";
    /** The action of the alternative that is shown; none yet is null, hidden is empty. @type {string | null} */
    this.shown = null;
    /** The step of each draw, placement and discard. @type {number[]} */
    this.places = [];
  }

  /** The review by the knowledge that is chosen. @returns {Lens | null} */
  get lens() {
    return this.told && (this.told[this.knowledge] ?? this.told.known);
  }

  /** What was decided at the step that is shown. @returns {Decision | null} */
  get decision() {
    const number = this.places.indexOf(this.replay.at);
    return (number >= 0 && this.lens?.decisions.find((each) => each.number === number)) || null;
  }

  /** The alternative that is shown on the board: the best one, until another is chosen. @returns {Choice | null} */
  get alternative() {
    const { decision } = this;
    if (!decision) return null;
    const best = decision.choices[0];
    const usual = best && isLoss(decision) ? best.action : null;
    const wanted = this.shown ?? usual;
    return decision.choices.find((each) => each.action === wanted && wanted !== decision.action) ?? null;
  }

  /** Show a choice on the board, or hide it again. @param {Choice} choice */
  show(choice) {
    const now = this.alternative?.action === choice.action;
    this.replay.change(() => (this.shown = now ? "" : choice.action));
  }

  /** Another step is shown. */
  moved() {
    this.shown = null;
  }

  /** The step after a decision. @param {number} number */
  stepOf(number) {
    return this.places[number] ?? 0;
  }

  /** The step that shows a point of the course: the deal, the end of a turn, at last the result. @param {number} number */
  stepAfter(number) {
    const { steps, last } = this.replay;
    const course = this.lens?.course ?? [];
    if (number === 0) return 0;
    if (this.told?.complete && number === course.length - 1) return last;
    return steps.findLastIndex(({ turn, kind }) => turn === course[number].turn && kind !== "ended");
  }

  /** What is said of the step that is shown, besides what happened. */
  get words() {
    const { decision } = this;
    if (!decision) return "";
    return say("{verdict}. Chance to win {win}.", { verdict: decision.verdict_say, win: percent(decision.win) });
  }

  /** Ask until it is there. */
  async #ask(misses = 0) {
    if (this.replay.review !== this) return;
    this.asked += 1;
    const answer = await fetch(`/t/${this.replay.table}/review`, { headers: { accept: "application/json" } }).catch(() => null);
    const told = answer && await answer.json().catch(() => null);
    if (this.replay.review !== this) return;
    if (!told && misses < TRIES) return this.#later(misses + 1);
    if (answer?.status === 429) return this.#later(misses, 1000 * Number(answer.headers.get("retry-after") ?? 5));
    if (!answer?.ok || !told) return this.replay.change(() => (this.fault = told?.error ?? say("The review could not be fetched: is the network there?")));
    if (told.state === "ready") return this.#ready(told);
    this.replay.change(() => ([this.share, this.ahead] = [told.share, told.ahead]));
    this.#later(0);
  }

  /** @param {number} misses @param {number} wait */
  #later(misses, wait = BEAT) {
    setTimeout(() => this.#ask(misses), wait);
  }

  /** @param {{me: number | null, review: Told}} told */
  #ready({ me, review }) {
    const { steps, history } = this.replay;
    this.places = steps.flatMap((step, at) => (step.event && step.kind !== "ended" && step.kind !== "dealt" ? [at] : []));
    const person = history?.seats.findIndex((seat) => seat.kind === "person") ?? 0;
    this.seat = me ?? Math.max(0, person);
    this.replay.change(() => (this.told = review));
  }

  /** Ask for it, or ask once more. */
  begin() {
    this.replay.change(() => (this.fault = ""));
    this.#ask();
  }

  /** @param {boolean} alone it is a page of its own */
  column(alone = false) {
    return column(this, alone);
  }

  line() {
    return line(this);
  }

  head() {
    return head(this);
  }

  graph() {
    return graph(this);
  }

  summary() {
    return summary(this);
  }

  text() {
    return text(this);
  }
}
