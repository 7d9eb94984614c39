// @ts-check
/**
 * Movements of one step of the count, each at its time. Whatever moves is drawn complete beforehand, and only seems to
 * come: so without movement everything stands there, and to finish is to let go of all movements at once.
 */

const EASE = "cubic-bezier(.2,.7,.2,1)";

/** The movements of one step. */
export class Show {
  /** @type {Animation[]} */
  #all = [];
  #end = 0;
  #from = 0;

  /** Milliseconds after which all has come to rest. */
  get length() {
    return this.#end;
  }

  /** Something still moves, or waits to. */
  get running() {
    return performance.now() < this.#from + this.#end;
  }

  /**
   * Something appears.
   * @param {Iterable<Element>} elements
   * @param {number} at milliseconds from the beginning
   * @param {{ms?: number, apart?: number, from?: string}} [how] how long; how much later each next one; a transform it comes from
   */
  appear(elements, at, { ms = 200, apart = 0, from = "none" } = {}) {
    let wait = at;
    for (const element of elements) {
      this.move(element, [{ opacity: 0, transform: from }, { transform: "none" }], wait, ms);
      wait += apart;
    }
  }

  /**
   * @param {Element | null} element
   * @param {Keyframe[]} frames the last one is how it stands, where it does not say otherwise
   * @param {number} at
   * @param {number} ms
   */
  move(element, frames, at, ms) {
    if (!element) return;
    this.#from ||= performance.now();
    this.#end = Math.max(this.#end, at + ms);
    const eased = frames.map((frame) => ({ easing: EASE, ...frame })); // each way between two frames by itself
    this.#all.push(element.animate(eased, { delay: at, duration: ms, fill: "backwards" }));
  }

  /**
   * A figure counts from one number to another; `.count-tick` beside it shows it meanwhile.
   * @param {Element | null} figure holds the last number in `.count-figure`, and a `.count-tick`
   * @param {number} from
   * @param {number} to
   * @param {number} at when it begins to count; before, it shows the first number
   * @param {number} ms
   * @param {number} [since] when the first number is there
   */
  count(figure, from, to, at, ms, since = 0) {
    if (!figure || from === to) return;
    const whole = at + ms - since;
    const seen = { visibility: "visible", "--n": from };
    this.move(figure.querySelector(".count-tick"), [seen, { ...seen, offset: (at - since) / whole }, { ...seen, "--n": to }], since, whole);
    this.move(figure.querySelector(".count-figure"), [{ opacity: 0 }, { opacity: 0 }], 0, at + ms);
  }

  /** Everything stands where it belongs, at once. */
  finish() {
    for (const each of this.#all) each.cancel();
    this.#all = [];
    this.#end = 0;
  }
}
