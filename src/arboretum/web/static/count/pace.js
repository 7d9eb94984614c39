// @ts-check
/**
 * At which step somebody looks. At a table all look at the step that the table has come to; whoever goes on alone,
 * back, or straight to the result, looks at a step of their own until they come back to the table's.
 */

/** Where one viewer is in the count: 0 before the first step, one more than there are steps at the result. */
export class Pace {
  /** @type {number | null} what the table has come to; null where there is none to keep pace with */
  table = null;
  /** @type {number | null} the step of one's own; null at the table's */
  own = null;
  /** Steps before the result. */
  steps = 0;
  /** May press on for the table. */
  leads = false;

  /** The step that is looked at. */
  get at() {
    return Math.min(this.own ?? this.table ?? 0, this.result);
  }

  /** The number of the result. */
  get result() {
    return this.steps + 1;
  }

  /** Looks where the table looks. */
  get isTogether() {
    return this.table !== null && this.own === null;
  }

  /** Whether there is something to press to go on: whoever only looks on waits for the table. */
  get mayGoOn() {
    return this.at < this.result && (!this.isTogether || this.leads);
  }

  /**
   * One step on.
   * @returns {number | null} the step that the table is to come to, if the press is for all
   */
  on() {
    if (!this.mayGoOn) return null;
    if (this.isTogether) return this.at + 1;
    this.look(this.at + 1);
    return null;
  }

  /** One step back, alone. */
  back() {
    if (this.at > 0) this.look(this.at - 1);
  }

  /** Look at a step by oneself; at the step of the table that is together again. @param {number} step */
  look(step) {
    this.own = step === this.table ? null : step;
  }

  /** Keep pace with the table again. */
  together() {
    this.own = null;
  }

  /** Stay where one is, alone from now on. */
  alone() {
    this.own = this.at;
  }
}
