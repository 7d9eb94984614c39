// @ts-check
/**
 * What a pad is worth: asked of the server a moment after each step. Where the server cannot be reached the last
 * answer stays, known to be older, and the question is asked again until there is an answer.
 */
import { say } from "../say.js";
import { encoded } from "./link.js";
import { toJson } from "./pad.js";

/**
 * @typedef {import("./pad.js").Pad} Pad
 *
 * @typedef {{points: number, cards: string[], cells: string[], why: string}} Path
 * @typedef {object} SpeciesTold
 * @property {(number | null)[]} sums
 * @property {number[] | null} right
 * @property {(number | null)[] | null} points
 * @property {number[]} best
 * @property {(Path | null)[]} paths
 * @property {number | null} cancelled
 *
 * @typedef {{seat: number | null, part: "hand" | "arboretum" | "species", say: string, wrong: boolean}} Note
 *
 * @typedef {object} Told what the server counted
 * @property {Record<string, SpeciesTold>} species
 * @property {number[] | null} totals
 * @property {number[] | null} winners
 * @property {number[]} species_placed
 * @property {number[]} cards_placed
 * @property {Record<string, string[]>} explain by species: who has the right, then a sentence a seat
 * @property {string} win
 * @property {{title: string | null, text: string, species: Record<string, {right: string, cancelled: {why: string} | null, none: string | null}>}} count
 * @property {Note[]} notes
 *
 * @typedef {object} Answer
 * @property {Told} told
 * @property {Pad} pad what was asked about
 * @property {string} p the same as a link
 */

/** Milliseconds after a step, so that a burst of taps is one question. */
const MOMENT = 250;
const FIRST_WAIT = 1500;
const LONGEST_WAIT = 15_000;
/** After so long the numbers that are shown are marked as older. */
const SLOW = 1000;
/** After so long without an answer the server counts as out of reach. */
const PATIENCE = 10_000;

export class Asking {
  /** @param {() => void} changed called whenever there is something new to show */
  constructor(changed) {
    this.changed = changed;
    /** The last answer, for this pad or an older state of it. @type {Answer | null} */
    this.answer = null;
    /** Why what is on the pad now cannot be counted. @type {string} */
    this.refused = "";
    /** The server cannot be reached. */
    this.away = false;
    /** The answer takes longer than a moment. */
    this.slow = false;
    this.due = "";
    this.tries = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.bell = undefined;
    /** @type {AbortController | null} */
    this.under = null;
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again());
  }

  /** Another pad: what was said of the one before is of no use. */
  forget() {
    this.answer = null;
    this.refused = "";
  }

  /** What was asked was answered: nothing is under way. @param {Pad} pad */
  knows(pad) {
    return this.refused === "" && this.answer?.p === encoded(pad);
  }

  /** The cards that the refusal names. @returns {string[]} */
  faults() {
    return [...this.refused.matchAll(/\b[A-Z]{2}[1-8]\b/g)].map(String);
  }

  /** @param {Pad} pad */
  ask(pad) {
    this.pad = pad;
    this.due = encoded(pad);
    if (this.answer?.p === this.due) {
      this.refused = "";
      this.#stop();
      this.slow = false;
      clearTimeout(this.bell);
      return;
    }
    this.#later(MOMENT);
    clearTimeout(this.bell);
    this.bell = window.setTimeout(() => {
      this.slow = !this.knows(pad) && this.refused === "";
      if (this.slow) this.changed();
    }, SLOW);
  }

  /** Try at once, if something is still to be asked. */
  again() {
    if (this.away && this.pad) this.#later(0);
  }

  #stop() {
    clearTimeout(this.timer);
    this.under?.abort();
    this.under = null;
  }

  /** @param {number} wait */
  #later(wait) {
    this.#stop();
    this.timer = window.setTimeout(() => this.#now(), wait);
  }

  async #now() {
    const pad = /** @type {Pad} */ (this.pad);
    const p = this.due;
    const under = (this.under = new AbortController());
    const bell = setTimeout(() => under.abort("late"), PATIENCE);
    try {
      const answer = await fetch("/score/answer", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(toJson(pad)),
        signal: under.signal,
      });
      const value = await answer.json();
      if (p !== this.due) return;
      if (answer.status === 429 || answer.status >= 500) return this.#fail(Number(answer.headers.get("retry-after")) * 1000);
      this.away = this.slow = false;
      this.tries = 0;
      if (answer.ok) [this.answer, this.refused] = [{ told: value, pad, p }, ""];
      else this.refused = typeof value.error === "string" ? value.error : say("The server did not understand this pad.");
      this.changed();
    } catch {
      if (p === this.due && (this.under === under || under.signal.reason === "late")) this.#fail(0);
    } finally {
      clearTimeout(bell);
    }
  }

  /** @param {number} wait milliseconds that the server asked for */
  #fail(wait) {
    this.away = true;
    const pause = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
    this.tries += 1;
    this.#later(Math.max(wait || 0, pause));
    this.changed();
  }
}
