// @ts-check
/** The page's state: the pad that is open, the steps back and on, what is picked, and what happens at a press. */
import { say, sayMany } from "../say.js";
import { inWords } from "../art.js";
import { Asking } from "./asking.js";
import { decoded, encoded } from "./link.js";
import { emptyPad, isBlank, kept, nameOf, placed, places, without } from "./pad.js";
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

/** @type {Tab[]} */
export const TABS = ["players", "hands", "arboretums", "result"];

export class App {
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
    /** The species key that is pressed. */
    this.species = "";
    /** The card to be put somewhere: from the keys, or one that lies on the pad. */
    this.picked = "";
    /** The cell that waits for a card. */
    this.aimed = "";
    /** A card that is on the pad already, and was asked for again. */
    this.doubled = "";
    /** A sentence about what was opened or lost; until it is closed. */
    this.news = plan.refused;
    /** What is said to who listens. */
    this.said = "";
    /** Whether the count is shown. */
    this.counting = false;
    /** Whether the list of pads is. */
    this.shelved = false;
    /** The pad that was deleted last. @type {import("./store.js").Kept | null} */
    this.thrown = null;
    /** A text that could not be copied, to be copied by hand. */
    this.byHand = "";
    /** The species whose best path is drawn. */
    this.path = "";
    /** Bounds of the beds by seat, so that they do not shrink under the finger. @type {Map<number, number[]>} */
    this.frames = new Map();
    /** The room for a bed, in pixels. */
    this.room = { w: 390, h: 400 };
  }

  /** All species of the edition. */
  get edition() {
    return this.plan.editions[this.pad.names];
  }

  // Pads. ----------------------------------------------------------------------------------------------------------

  /** Open what was open, or what the address holds. */
  start() {
    const { now, pads } = this.store.shelf();
    const lost = this.store.damaged;
    if (lost > 0) this.news = sayMany("{count} pad that was kept here is damaged and was left out.", "{count} pads that were kept here are damaged and were left out.", lost);
    const shared = decoded(this.plan.shared);
    const here = shared ? pads.find((each) => each.p === this.plan.shared) : pads.find((each) => each.id === now) ?? pads[0];
    if (here) return this.open(here.id);
    if (!shared) return this.#show(newId(), emptyPad(), [], []);
    this.#show(newId(), shared, [], []);
    this.#keep();
    this.news = say("This pad came by a link. It is a copy: what you change stays here.");
    this.go("result");
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
    this.go("players");
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
    this.go(isBlank(this.pad) ? "players" : "result");
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
    this.frames.clear();
    this.counting = false;
    this.asking.forget();
    this.asking.ask(pad);
    this.#let();
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
    this.counting = false;
    this.#let();
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

  /** Nothing is picked any more; the species key stays, for the next card of its kind. */
  #let() {
    [this.picked, this.aimed, this.doubled, this.path, this.byHand] = ["", "", "", "", ""];
  }

  // Presses. -------------------------------------------------------------------------------------------------------

  /** @param {Tab} tab @param {number} [seat] */
  go(tab, seat = this.seat) {
    this.#let();
    this.frames.delete(seat);
    [this.tab, this.seat, this.counting] = [tab, seat, false];
    this.draw();
  }

  /** What is to be entered after what is shown: the next player, then the next part. @returns {{tab: Tab, seat: number}} */
  after() {
    const more = this.tab !== "players" && this.seat + 1 < this.pad.players.length;
    return more ? { tab: this.tab, seat: this.seat + 1 } : { tab: TABS[TABS.indexOf(this.tab) + 1] ?? "result", seat: 0 };
  }

  next() {
    const { tab, seat } = this.after();
    this.go(tab, seat);
  }

  /** Show the count, or the pad again. @param {boolean} shown */
  count(shown) {
    this.counting = shown;
    this.draw();
  }

  /** Close what was told. */
  close() {
    this.news = "";
    this.draw();
  }

  /** @param {string} code */
  pressSpecies(code) {
    this.species = this.species === code && !this.picked ? "" : code;
    this.picked = this.doubled = "";
    this.draw();
  }

  /** @param {number} value */
  pressValue(value) {
    if (!this.species) {
      this.tell(say("Choose a species first."));
      return this.draw();
    }
    this.take(`${this.species}${value}`);
  }

  /** A card from the keys: it goes where it is wanted, or waits for a cell. @param {string} card */
  take(card) {
    this.doubled = "";
    if (places(this.pad).has(card)) {
      this.picked = "";
      this.doubled = card;
      this.tell(this.whereIs(card));
      return this.draw();
    }
    if (this.tab === "hands") return this.keep(card);
    if (this.aimed) return this.place(card, this.aimed);
    this.picked = this.picked === card ? "" : card;
    this.tell(this.picked ? say("{card}: choose a cell.", { card: inWords(card) }) : "");
    this.draw();
  }

  /** Take up the card that was asked for again, from where it is. */
  moveHere() {
    const card = this.doubled;
    if (this.tab === "hands") return this.keep(card);
    if (this.aimed) return this.place(card, this.aimed);
    this.doubled = "";
    this.picked = card;
    this.draw();
  }

  /** @param {string} card */
  keep(card) {
    this.step(kept(this.pad, card, this.seat), say("{card} is in the hand of {name}.", { card: inWords(card), name: nameOf(this.pad, this.seat) }));
  }

  /** @param {string} card @param {string} cell */
  place(card, cell) {
    this.step(placed(this.pad, card, this.seat, cell), say("{card} lies on {cell}.", { card: inWords(card), cell }));
  }

  /** A cell of the bed. @param {string} cell */
  pressCell(cell) {
    const there = this.pad.players[this.seat].cells[cell];
    this.doubled = "";
    if (there) {
      this.picked = this.picked === there ? "" : there;
      this.aimed = "";
    } else if (this.picked) {
      return this.place(this.picked, cell);
    } else {
      this.aimed = this.aimed === cell ? "" : cell;
    }
    this.draw();
  }

  /** A card of the hand. @param {string} card */
  pressKept(card) {
    this.doubled = "";
    this.picked = this.picked === card ? "" : card;
    this.draw();
  }

  /** @param {string} card */
  remove(card) {
    this.step(without(this.pad, card), say("{card} is off the pad.", { card: inWords(card) }));
  }

  /** Put down what is picked. */
  escape() {
    this.#let();
    this.species = "";
    this.draw();
  }

  /** Draw the best path of a species, or none. @param {string} species */
  showPath(species) {
    this.path = species;
    this.draw();
  }

  /** The cards of the path to be drawn; none if what was counted is not what lies there. @returns {string[]} */
  pathCards() {
    if (!this.path || !this.asking.knows(this.pad)) return [];
    return this.asking.answer?.told.species[this.path]?.paths[this.seat]?.cards ?? [];
  }

  /** Where a card is that was entered. @param {string} card */
  whereIs(card) {
    const place = places(this.pad).get(card);
    if (!place) return "";
    const words = { card, name: nameOf(this.pad, place.seat), cell: place.cell };
    return place.cell === null ? say("{card} is in the hand of {name}.", words) : say("{card} lies in the arboretum of {name}, on {cell}.", words);
  }
}
