// @ts-check
/** The page's memory, and the one way in which it changes: note where cards are, change, draw, move them. */

import { render } from "../vendor/lit-html/lit-html.js";
import { page } from "./page.js";
import { Line } from "./net.js";
import { emptyDraft, loadDraft, loadPrefs, saveDraft, savePrefs } from "./prefs.js";
import { drafted, fitting, isDrafting, isMine } from "./model.js";
import * as motion from "./motion.js";
import { remember, restore } from "./focus.js";
import { announce, herald } from "./notice.js";
import { hear } from "./talk.js";

/**
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").Happening} Happening
 */

/** Everything that one page knows. */
export class App {
  /**
   * @param {HTMLElement} root
   * @param {string} table
   */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    /** @type {TableView | null} */
    this.view = null;
    /** @type {TableView | null} an earlier moment that is being replayed */
    this.past = null;
    /** Counts replays, so that an older one stops. */
    this.replay = 0;
    /** @type {import("./types.js").Draft} */
    this.draft = emptyDraft();
    /** @type {string | null} the card in the fingers */
    this.picked = null;
    /** @type {string | null} the cell that is pointed at */
    this.aimed = null;
    /** @type {Map<string, import("./types.js").Preview>} */
    this.previews = new Map();
    /** A command is on its way. */
    this.busy = false;
    /** A pile was pressed just now. */
    this.resting = false;
    /** @type {string} why something was refused */
    this.fault = "";
    /** @type {import("./types.js").Link} */
    this.link = "on";
    this.build = "";
    this.newer = false;
    /** @type {import("./types.js").Sheet | null} */
    this.sheet = null;
    /** @type {{seat: number, species: string} | null} the path that is shown */
    this.path = null;
    /** @type {number | null} the seat that is asked to come to the screen */
    this.curtain = null;
    /** @type {boolean[]} */
    this.online = [];
    /** @type {Map<number, string>} phrases that are in the air, by seat */
    this.phrases = new Map();
    /** @type {import("./types.js").Told[]} the command line's answers */
    this.answers = [];
    /** @type {Map<string, number>} zoom of each bed */
    this.zoom = new Map();
    /** @type {Map<string, "M" | "S">} the drawing that fits a bed */
    this.sizes = new Map();
    /** @type {import("./types.js").Hint | null} */
    this.hint = null;
    /** @type {typeof import("./hint.js") | null} what shows hints, once one was wanted */
    this.hinter = null;
    this.prefs = loadPrefs();
    this.line = new Line(table, {
      arrived: (view, events) => this.arrived(view, events),
      presence: (online) => this.change(() => (this.online = online)),
      hello: (build, version) => this.#hello(build, version),
      link: (link) => this.link !== link && this.change(() => (this.link = link)),
      passed: (version) => this.view && (this.view.v = Math.max(this.view.v, version)),
      version: () => this.view?.v ?? 0,
    });
  }

  /** What is drawn: a moment of a replay, or now. */
  get shown() {
    return /** @type {TableView} */ (this.past ?? this.view);
  }

  /** The draft as far as it is shown. */
  get shownDraft() {
    return this.past ? emptyDraft() : this.draft;
  }

  /** No movement is wanted. */
  get quiet() {
    return motion.still(this.prefs.motion);
  }

  /**
   * Change something, draw it, and move what moved.
   * @param {() => void} how
   * @param {Happening[]} [events] what happened, if something did
   */
  change(how, events = []) {
    const before = motion.shot(this.root);
    how();
    this.draw();
    motion.play(this.root, before, events, this.quiet, this.root.querySelector("[data-anchor=pile] svg.card"));
  }

  /** Draw what is known. What asks for it while it is being done, such as a lost focus, is done right after. */
  draw() {
    if (this.#drawing) return void (this.#again = true);
    this.#drawing = true;
    const focus = remember(this.root);
    render(page(this), this.root);
    restore(this.root, focus);
    for (const dialog of this.root.querySelectorAll("dialog")) if (!dialog.open) dialog.showModal();
    this.#drawing = false;
    if (!this.#again) return;
    this.#again = false;
    this.draw();
  }

  #drawing = false;
  #again = false;

  /** Fetch the view and begin. @param {number | null} as @returns {Promise<void>} */
  async begin(as) {
    this.line.hush();
    this.line.as = as;
    const told = await this.line.view();
    if ("error" in told) return this.change(() => (this.fault = told.error));
    const { seats } = told.you;
    if (told.you.as === null && seats.length && told.status === "playing" && !told.settings.hot_seat) return this.begin(seats.includes(told.seat) ? told.seat : seats[0]);
    const saved = loadDraft(this.table, told.you.as);
    this.change(() => {
      this.view = null;
      this.#take(told);
      if (saved.turn === told.turn) this.draft = fitting(told, saved);
    });
    this.line.listen();
    announce(this, []);
  }

  /**
   * A newer view came, and what led to it.
   * @param {TableView} view
   * @param {Happening[]} events
   */
  arrived(view, events) {
    if (this.view && view.v < this.view.v) return;
    const fresh = events.filter((event) => event.v > (this.view?.v ?? 0));
    const wasMine = this.view !== null && isMine(this.view);
    this.change(() => this.#take(view), fresh);
    announce(this, fresh);
    hear(this, fresh);
    if (!wasMine && isMine(view)) herald(this);
  }

  /** @param {TableView} view */
  #take(view) {
    if (this.view?.turn !== view.turn || this.view?.phase !== view.phase) this.#putDown();
    this.view = view;
    this.past = null;
    this.online = view.seats.map((seat) => seat.online);
    this.draft = fitting(view, this.draft);
    if (this.picked && !isDrafting(view)) this.#putDown();
    this.#curtain(view);
    this.keep();
  }

  /** One screen for several: the next player comes to it before anything of theirs is shown. @param {TableView} view */
  #curtain(view) {
    const { seats, as } = view.you;
    const next = view.status === "playing" && seats.length > 1 && seats.includes(view.seat) ? view.seat : null;
    this.curtain = view.settings.hot_seat && next !== as ? next : null;
  }

  #putDown() {
    this.picked = null;
    this.aimed = null;
    this.previews.clear();
  }

  /** Keep the draft for this tab. */
  keep() {
    if (this.view) saveDraft(this.table, this.view.you.as, { ...this.draft, turn: this.view.turn });
  }

  /** @param {Partial<import("./types.js").Prefs>} some */
  prefer(some) {
    this.change(() => Object.assign(this.prefs, some));
    savePrefs(this.prefs);
  }

  /**
   * @param {string} build
   * @param {number} version
   */
  #hello(build, version) {
    if (this.build && build !== this.build) this.change(() => (this.newer = true));
    this.build ||= build;
    if (this.view && version < this.view.v) this.refresh();
  }

  /** Ask for the view by HTTP: when the stream is late. */
  async refresh() {
    const told = await this.line.view();
    if ("error" in told) return this.change(() => (this.fault = told.error));
    if (this.view && told.v < this.view.v) this.view.v = told.v; // an older copy of the table was put back
    this.arrived(told, told.recent?.filter((event) => event.v > (this.view?.v ?? 0)) ?? []);
  }

  /** What own paths would be worth with a card, asked once for all cells. @param {string} card */
  async foresee(card) {
    const view = this.view;
    if (!view || !view.settings.preview || view.you.as === null || view.phase !== "PLACE" || this.previews.has(card)) return;
    const told = await this.line.preview(view.you.as, card);
    if (told && this.view?.turn === view.turn) {
      this.previews.set(card, told);
      if (this.picked === card || drafted(this.draft).placed === card) this.draw();
    }
  }
}
