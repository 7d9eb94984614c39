// @ts-check
/**
 * The pads that this browser keeps. Every write reads first, so that two tabs do not lose each other's pads; what
 * cannot be read is left out and told, and never breaks the page.
 */
import { decoded, encoded } from "./link.js";

/**
 * @typedef {import("./pad.js").Pad} Pad
 *
 * @typedef {object} Kept a pad as it is kept
 * @property {string} id
 * @property {number} at when it was changed last, in milliseconds
 * @property {string} p the pad as its link
 * @property {string[]} past what it was before each step
 * @property {string[]} future the steps that were undone, the next one last
 *
 * @typedef {{now: string, pads: Kept[]}} Shelf
 */

export const KEY = "arboretum.pads";
/** Steps that can be undone after the page was closed. */
const STEPS = 200;

export class Store {
  constructor() {
    /** Whether this browser keeps anything. */
    this.works = true;
    /** Pads that were there and could not be read. */
    this.damaged = 0;
  }

  /** Everything that can be read. @returns {Shelf} */
  shelf() {
    let raw = null;
    try {
      raw = localStorage.getItem(KEY);
    } catch {
      this.works = false;
    }
    if (raw === null) return { now: "", pads: [] };
    try {
      const value = JSON.parse(raw);
      const pads = /** @type {unknown[]} */ (Array.isArray(value?.pads) ? value.pads : []);
      const good = pads.map(readable).filter((pad) => pad !== null);
      this.#lost(raw, pads.length - good.length + (Array.isArray(value?.pads) ? 0 : 1));
      return { now: typeof value?.now === "string" ? value.now : "", pads: unlike(good) };
    } catch {
      this.#lost(raw, 1);
      return { now: "", pads: [] };
    }
  }

  /**
   * Keep a pad, as the one that is open.
   * @param {string} id @param {Pad} pad @param {Pad[]} past @param {Pad[]} future
   */
  keep(id, pad, past, future) {
    const kept = { id, at: Date.now(), p: encoded(pad), past: past.slice(-STEPS).map(encoded), future: future.slice(-STEPS).map(encoded) };
    this.#write(id, [kept, ...this.shelf().pads.filter((each) => each.id !== id)]);
  }

  /** Another one is open; the others keep their pads and not their steps. @param {string} id */
  open(id) {
    this.#write(id, this.shelf().pads.map((each) => (each.id === id ? each : { ...each, past: [], future: [] })));
  }

  /** Bring a pad back that was dropped. @param {Kept} pad */
  put(pad) {
    const { now, pads } = this.shelf();
    this.#write(now, [pad, ...pads.filter((each) => each.id !== pad.id)]);
  }

  /** @param {string} id */
  drop(id) {
    const { now, pads } = this.shelf();
    this.#write(now, pads.filter((each) => each.id !== id));
  }

  /** Some of what was kept cannot be read: it is laid aside as it was, and left out. @param {string} raw @param {number} count */
  #lost(raw, count) {
    if (count === 0) return;
    this.damaged += count;
    try {
      localStorage.setItem(`${KEY}.damaged`, raw);
    } catch {
      this.works = false;
    }
  }

  /** @param {string} now @param {Kept[]} pads */
  #write(now, pads) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ v: 1, now, pads }));
      this.works = true;
    } catch {
      this.works = false; // Switched off, or full.
    }
  }
}

/** @returns {string} */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join("");
}

/** @param {unknown} value @returns {Kept | null} */
function readable(value) {
  const { id, at, p, past, future } = /** @type {Record<string, unknown>} */ (value ?? {});
  if (typeof id !== "string" || !id || decoded(p) === null) return null;
  return {
    id,
    at: typeof at === "number" && at > 0 && at < 8.64e15 ? at : 0,
    p: /** @type {string} */ (p),
    past: links(past),
    future: links(future),
  };
}

/** @param {unknown} value @returns {string[]} all of them if each is a pad, else none: steps with a gap are no way back */
function links(value) {
  return Array.isArray(value) && value.every((each) => decoded(each) !== null) ? value : [];
}

/** @param {Kept[]} pads each name once */
function unlike(pads) {
  return pads.filter((pad, at) => pads.findIndex((each) => each.id === pad.id) === at);
}
