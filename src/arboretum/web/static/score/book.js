// @ts-check
/** The pad that is open, the steps back and on, and the other pads of this device. */
import { say, sayMany } from "../say.js";
import { Asking } from "./asking.js";
import { decoded, encoded } from "./link.js";
import { emptyPad, isBlank } from "./pad.js";
import { KEY, newId } from "./store.js";

/**
 * @typedef {import("./pad.js").Pad} Pad
 * @typedef {"players" | "hands" | "arboretums" | "result"} Tab
 *
 * @typedef {object} Plan what the server tells the page
 * @property {Record<string, string[]>} editions their species
 * @property {string} shared the pad that the address holds
 * @property {string} refused why it could not be read
 */

export class Book {
  /**
   * @param {Plan} plan
   * @param {import("./store.js").Store} store
   * @param {() => void} draw
   */
  constructor(plan, store, draw) {
    this.plan = plan;
    this.store = store;
    this.draw = draw;
    this.asking = new Asking(draw);
    this.id = newId();
    this.pad = emptyPad();
    /** @type {Pad[]} */
    this.past = [];
    /** The steps that were undone, the next one last. @type {Pad[]} */
    this.future = [];
    /** @type {Tab} */
    this.tab = "players";
    this.seat = 0;
    /** A sentence about what was opened or lost; until it is closed. */
    this.news = plan.refused;
    /** What is said to who listens. */
    this.said = "";
    /** Whether the list of pads is shown. */
    this.shelved = false;
    /** The pad that was deleted last. @type {import("./store.js").Kept | null} */
    this.thrown = null;
  }

  /** All species of the edition. */
  get edition() {
    return this.plan.editions[this.pad.names];
  }

  /** Put down what is picked: another pad is shown, or another state of it. */
  settle() {}

  // Pads. ----------------------------------------------------------------------------------------------------------

  /** Open what was open, or what the address holds. */
  start() {
    const { now, pads } = this.store.shelf();
    const lost = this.store.damaged;
    if (lost > 0) this.store.open(now);
    if (lost > 0) this.news = sayMany("{count} pad that was kept here is damaged and was left out.", "{count} pads that were kept here are damaged and were left out.", lost);
    const shared = decoded(this.plan.shared);
    const here = shared ? pads.find((each) => each.p === this.plan.shared) : pads.find((each) => each.id === now) ?? pads[0];
    if (here) {
      this.open(here.id);
      if (shared) this.tab = "result";
      return;
    }
    if (!shared) return this.#show(newId(), emptyPad(), [], []);
    this.#show(newId(), shared, [], []);
    this.#keep();
    this.news = say("This pad came by a link. It is a copy: what you change stays here.");
    this.tab = "result";
    this.draw();
  }

  /** Open a pad of the shelf. @param {string} id */
  open(id) {
    const found = this.store.shelf().pads.find((each) => each.id === id);
    const pad = decoded(found?.p);
    if (!found || !pad) return;
    const steps = (/** @type {string[]} */ links) => links.map(decoded).filter((each) => each !== null);
    if (found.id !== this.id) this.store.open(id);
    this.#show(id, pad, steps(found.past), steps(found.future));
  }

  /** A new pad for the same people. */
  anew() {
    this.shelved = false;
    const players = this.pad.players.map(({ name }) => ({ name, hand: [], cells: {} }));
    this.#show(newId(), { ...this.pad, players, species: [] }, [], []);
    this.#keep();
    this.tab = "players";
    this.draw();
  }

  /** Show the list of pads, or close it. @param {boolean} open */
  shelve(open) {
    if (this.shelved === open) return;
    this.shelved = open;
    this.thrown = null;
    this.draw();
  }

  /** A pad of the list. @param {string} id */
  choose(id) {
    this.shelved = false;
    this.open(id);
    this.tab = isBlank(this.pad) ? "players" : "result";
    this.draw();
  }

  /** @param {string} id */
  throwAway(id) {
    this.thrown = this.store.shelf().pads.find((each) => each.id === id) ?? null;
    this.store.drop(id);
    if (id === this.id) this.#show(newId(), emptyPad(this.pad.players.length), [], []);
    this.draw();
  }

  takeBack() {
    if (this.thrown) this.store.put(this.thrown);
    this.thrown = null;
    this.draw();
  }

  /** @param {string} id @param {Pad} pad @param {Pad[]} past @param {Pad[]} future */
  #show(id, pad, past, future) {
    [this.id, this.pad, this.past, this.future] = [id, pad, past, future];
    this.seat = 0;
    this.asking.forget();
    this.asking.ask(pad);
    this.settle();
    this.draw();
  }

  /** Another tab changed what is kept. @param {StorageEvent} event */
  heard(event) {
    if (event.key !== KEY) return;
    const found = this.store.shelf().pads.find((each) => each.id === this.id);
    if (found && found.p !== encoded(this.pad)) this.open(this.id);
    else this.draw();
  }

  // Steps. ---------------------------------------------------------------------------------------------------------

  /** One step, which can be undone. @param {Pad} pad @param {string} said */
  step(pad, said) {
    if (encoded(pad) === encoded(this.pad) && pad.players.length === this.pad.players.length) return;
    this.past.push(this.pad);
    this.future = [];
    this.#turn(pad, said);
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.pad);
    this.#turn(before, say("Undone."));
  }

  redo() {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.pad);
    this.#turn(after, say("Done again."));
  }

  /** @param {Pad} pad @param {string} said */
  #turn(pad, said) {
    this.pad = pad;
    this.seat = Math.min(this.seat, pad.players.length - 1);
    this.settle();
    this.tell(said);
    this.#keep();
    this.asking.ask(pad);
    this.draw();
  }

  #keep() {
    if (isBlank(this.pad) && this.past.length === 0) return;
    this.store.keep(this.id, this.pad, this.past, this.future);
  }

  /** Say something to who listens; the same again is said again. @param {string} said */
  tell(said) {
    this.said = said === this.said ? `${said}\u200b` : said;
  }
}
