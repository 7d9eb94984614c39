// @ts-check
/**
 * The count of a finished game, as an element: `<arboretum-count>` shows it species by species, at the pace of the table
 * or at one's own. What it shows was counted by the server. Needs css/count.css and css/card.css.
 */

import "../art.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { mark } from "../card.js";
import { inWords } from "../art.js";
import { say } from "../say.js";
import { copy } from "./copy.js";
import { keysFor } from "./keys.js";
import { opening, unplaced } from "./opening.js";
import { Pace } from "./pace.js";
import { play } from "./play.js";
import { result } from "./result.js";
import { side } from "./side.js";
import { species } from "./species.js";

/** Milliseconds from one species to the next while it runs by itself. */
const SPECIES = 4000;

/** The element; its properties are set by a template, in any order. */
export class Count extends HTMLElement {
  #pace = new Pace();
  /** @type {import("./types.js").Told | null} */
  #told = null;
  /** @type {unknown} what can be done when all is counted */
  #end = nothing;
  /** @type {unknown} what can be done besides */
  #more = nothing;
  /** @type {{start?: unknown, end?: unknown}} what stands at both ends of the top line */
  #bar = {};
  /** @type {import("./show.js").Show | null} */
  #show = null;
  /** @type {number | null} the step that is drawn */
  #drawn = null;
  #due = false;
  /** @type {number | undefined} */
  #timer = undefined;
  /** It runs by itself. */
  playing = false;
  /** No movement is wanted. */
  quiet = false;
  /** @type {"opening" | "result"} where it opens, where no table says so */
  from = "opening";
  /** Nobody else at the table would be hurried: what is skipped is skipped for the table too. */
  alone = false;
  /** @type {(() => void) | null} what sounds as the right is decided */
  knock = null;
  #copied = "";
  #keys = keysFor(this);

  /** @param {import("./types.js").Told} told */
  set told(told) {
    this.#told = told;
    this.#pace.steps = told.score.count.steps.length;
    this.#ask();
  }

  /** @param {number | null} step what the table has come to */
  set step(step) {
    this.#pace.table = step;
    if (this.#pace.own === step) this.#pace.together();
    this.#ask();
  }

  /** @param {boolean} leads may press on for the table */
  set leads(leads) {
    this.#pace.leads = leads;
    this.#ask();
  }

  set end(/** @type {unknown} */ actions) {
    this.#end = actions;
    this.#ask();
  }

  set more(/** @type {unknown} */ actions) {
    this.#more = actions;
    this.#ask();
  }

  set bar(/** @type {{start?: unknown, end?: unknown}} */ ends) {
    this.#bar = ends;
    this.#ask();
  }

  connectedCallback() {
    document.addEventListener("keydown", this.#keys);
    this.addEventListener("click", this.#tapped);
    this.#ask();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#keys);
    this.removeEventListener("click", this.#tapped);
    this.#pause();
    this.#show?.finish();
  }

  /** Draw once, when all properties are set. */
  #ask() {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected && this.#told) this.#draw(this.#told);
    });
  }

  /** @param {import("./types.js").Told} told */
  #draw(told) {
    if (this.#drawn === null && this.from === "result" && this.#pace.table === null) this.#pace.own = this.#pace.result;
    const { at } = this.#pace;
    const moved = at !== this.#drawn;
    const held = this.contains(document.activeElement);
    if (moved) this.#show?.finish();
    render(this.#page(told, at), this);
    if (!moved) return;
    const landed = this.#drawn === null;
    this.#drawn = at;
    if (!landed && !this.#isStill && 0 < at && at < this.#pace.result) this.#show = play(this, told.score, at);
    if (!landed) this.#tell(told, at);
    if (held && !this.contains(document.activeElement)) this.#focus();
    this.#wind();
  }

  get #isStill() {
    return this.quiet || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** @param {import("./types.js").Told} told @param {number} at */
  #page(told, at) {
    return html`<p class="sr" role="status"></p>${
      at === this.#pace.result ? html`${this.#line(told, at)}${result(told, this.#actions(told), (step) => this.look(step))}` : html`${this.#line(told, at)}
        <div class="count-stage"><div class="count-main">${this.#face(told, at)}</div>${side(told, at, this.#buttons(told, at))}</div>`}`;
  }

  /** @param {import("./types.js").Told} told @param {number} at */
  #face(told, at) {
    if (at === 0) return opening(told);
    const codes = told.score.count.steps[at - 1];
    const placed = told.tableaux.some((laid) => laid.some(([, card]) => card.startsWith(codes[0])));
    return placed ? species(told, codes[0], at) : unplaced(told, codes);
  }

  /** The line at the top: which species are counted, which one now. @param {import("./types.js").Told} told @param {number} at */
  #line(told, at) {
    const over = at === this.#pace.result;
    return html`<header class="bar count-bar">${this.#bar.start ?? nothing}
      <span class="sp"></span>${over ? nothing : html`<ol class="strip" aria-label=${say("Species in the order they are counted")}>${told.score.count.steps.map((codes, step) => codes.map((code) => html`<li data-species=${code}
        class=${step + 1 < at ? "" : step + 1 === at ? "now" : "todo"} aria-current=${step + 1 === at ? "step" : nothing}>${mark(code, inWords(code))}</li>`))}</ol><span class="sp"></span>
        <button type="button" class="count-tool" data-focus="count-play" aria-pressed=${this.playing} aria-label=${this.playing ? say("Pause") : say("Play by itself")}
          @click=${() => this.run(!this.playing)}><span class="long">${this.playing ? say("Pause") : say("Play by itself")}</span><span class="short" aria-hidden="true">${this.playing ? "❚❚" : "▶"}</span></button>
        <button type="button" class="count-tool" data-focus="count-skip" @click=${() => this.skip()}>${say("Skip to the result")}</button>`}${this.#bar.end ?? nothing}</header>`;
  }

  /** @param {import("./types.js").Told} told @param {number} at */
  #buttons(told, at) {
    const next = told.score.count.steps[at];
    const text = next === undefined ? say("To the result") : next.length > 1 ? say("Next: placed by nobody") : say("Next: {species}", { species: inWords(next[0]) });
    return html`${this.#together()}<div class="acts">
      <button type="button" class="btn" data-focus="count-back" ?disabled=${at === 0} @click=${() => this.back()}>${say("Back")}</button>
      ${this.#pace.mayGoOn ? html`<button type="button" class="btn go" data-focus="count-next" @click=${() => this.on()}>${text}</button>`
        : html`<button type="button" class="btn" data-focus="count-next" @click=${() => this.#alone(true)}>${say("Go on by myself")}</button>`}</div>`;
  }

  /** Whether one looks where the table looks. */
  #together() {
    const pace = this.#pace;
    if (pace.table === null || (this.alone && pace.isTogether)) return nothing;
    return html`<label class="switch together"><input type="checkbox" data-focus="count-together" .checked=${pace.isTogether} @change=${() => this.#alone(pace.isTogether)}><span>${
      pace.isTogether ? (pace.leads ? say("Together with the table: who presses, presses for all.") : say("Together with the table: the players press on."))
      : say("Together with the table")}</span></label>`;
  }

  /** @param {boolean} wanted */
  #alone(wanted) {
    if (wanted) this.#pace.alone();
    else this.#pace.together();
    this.#ask();
  }

  /** @param {import("./types.js").Told} told */
  #actions(told) {
    return html`${this.#end}
      <button type="button" class="btn" data-focus="count-again" @click=${() => this.look(1)}>${say("Watch the count again")}</button>
      <button type="button" class="btn" data-focus="count-copy" @click=${() => copy(told.score.count.text, this).then((said) => this.#heard(said))}>${say("Copy as text")}</button>
      ${this.#more}<span class="small muted" role="status">${this.#copied}</span>`;
  }

  /** @param {string} said */
  #heard(said) {
    this.#copied = said;
    this.#ask();
  }

  /** One step on: for the table, or by oneself. */
  on() {
    const step = this.#pace.on();
    if (step !== null) this.dispatchEvent(new CustomEvent("count-step", { detail: { step } }));
    this.#ask();
  }

  /** What moves stands still first; then one step on. */
  press() {
    if (this.#show?.running) this.#show.finish();
    else if (this.#pace.mayGoOn) this.on();
  }

  /** One step back, by oneself. */
  back() {
    this.run(false);
    this.#pace.back();
    this.#ask();
  }

  /** Straight to the finished table. */
  skip() {
    this.run(false);
    if (this.alone && this.#pace.table !== null && this.#pace.table < this.#pace.result) {
      this.#pace.together();
      this.dispatchEvent(new CustomEvent("count-step", { detail: { step: this.#pace.result } }));
    } else this.look(this.#pace.result);
  }

  /** Look at a step by oneself. @param {number} step */
  look(step) {
    this.#pace.look(step);
    this.#ask();
  }

  /** Whether the result is shown. */
  get isOver() {
    return this.#pace.at === this.#pace.result;
  }

  /** Run by itself, or stop. @param {boolean} wanted */
  run(wanted) {
    this.playing = wanted;
    if (wanted && !this.#pace.mayGoOn) this.#pace.alone();
    if (wanted && this.#pace.at === 0) this.on();
    this.#wind();
    this.#ask();
  }

  /** Let the next step come in a while, if it runs by itself. */
  #wind() {
    this.#pause();
    if (this.isOver) this.playing = false;
    else if (this.playing) this.#timer = setTimeout(() => this.on(), SPECIES);
  }

  #pause() {
    clearTimeout(this.#timer);
  }

  #tapped = (/** @type {MouseEvent} */ event) => {
    const on = /** @type {Element} */ (event.target);
    if (on.closest(".count-main") && !on.closest("button,a,input,label") && !getSelection()?.toString()) this.press();
  };

  /** One sentence for who listens. @param {import("./types.js").Told} told @param {number} at */
  #tell(told, at) {
    const { count } = told.score;
    const codes = count.steps[at - 1] ?? [];
    const said = at === this.#pace.result ? [count.title ?? "", count.decided] : codes.map((code) => count.species[code].say);
    const region = this.querySelector("[role=status]");
    if (region) region.textContent = said.join(" ");
    if (this.knock && !this.#isStill && codes.length) setTimeout(this.knock, 1250);
  }

  #focus() {
    /** @type {HTMLElement | null} */ (this.querySelector("[data-focus=count-next]") ?? this.querySelector("#count"))?.focus({ preventScroll: true });
  }
}

if (!customElements.get("arboretum-count")) customElements.define("arboretum-count", Count);
