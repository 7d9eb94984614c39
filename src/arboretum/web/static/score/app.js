// @ts-check
/** What is picked on the page, and what happens at a press. */
import { say } from "../say.js";
import { inWords } from "../art.js";
import { Book } from "./book.js";
import { kept, nameOf, placed, places, without } from "./pad.js";

/** @typedef {import("./book.js").Tab} Tab */

/** @type {Tab[]} */
export const TABS = ["players", "hands", "arboretums", "result"];

export class App extends Book {
  /**
   * @param {import("./book.js").Plan} plan
   * @param {import("./store.js").Store} store
   * @param {() => void} draw
   */
  constructor(plan, store, draw) {
    super(plan, store, draw);
    /** The species key that is pressed. */
    this.species = "";
    /** The card to be put somewhere: from the keys, or one that lies on the pad. */
    this.picked = "";
    /** The cell that waits for a card. */
    this.aimed = "";
    /** A card that is on the pad already, and was asked for again. */
    this.doubled = "";
    /** The species whose best path is drawn. */
    this.path = "";
    /** A text that could not be copied, to be copied by hand. */
    this.byHand = "";
    /** What was copied, in words. */
    this.copied = "";
    /** Whether the count is shown. */
    this.counting = false;
    /** Bounds of the beds by pad and seat, so that they do not shrink under the finger. @type {Map<string, number[]>} */
    this.frames = new Map();
    /** The room for a bed, in pixels. */
    this.room = { w: 390, h: 400 };
  }

  /** Nothing is picked any more; the species key stays, for the next card of its kind. */
  settle() {
    this.picked = this.aimed = this.doubled = this.path = this.byHand = this.copied = "";
    this.counting = false;
  }

  /** @param {Tab} tab @param {number} [seat] */
  go(tab, seat = this.seat) {
    this.settle();
    this.frames.delete(`${this.id} ${seat}`);
    [this.tab, this.seat, this.news] = [tab, seat, ""];
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
  async count(shown) {
    try {
      if (shown) await import("../count/count.js");
      this.counting = shown;
    } catch {
      this.news = say("The count could not be loaded: try again when there is a network.");
    }
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
    this.settle();
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
