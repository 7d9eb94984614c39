// @ts-check
/** What a person prefers, kept in this browser; what a player drafts, kept for this tab and seat. */

/** @typedef {import("./types.js").Prefs} Prefs @typedef {import("./types.js").Draft} Draft */

const KEY = "arboretum.table";

/** @type {Prefs} */
const USUAL = { sort: "species", sound: false, notify: false, motion: true, keys: true, words: false, warn: false, muted: [] };

/** @returns {Prefs} */
export function loadPrefs() {
  return { ...USUAL, ...read(localStorage, KEY) };
}

/** @param {Prefs} prefs */
export function savePrefs(prefs) {
  write(localStorage, KEY, prefs);
}

/** @returns {Draft} */
export function emptyDraft() {
  return { place: null, discard: null };
}

/**
 * @param {string} table
 * @param {number | null} seat
 * @returns {Draft & {turn?: number}}
 */
export function loadDraft(table, seat) {
  return { ...emptyDraft(), ...read(sessionStorage, draftKey(table, seat)) };
}

/**
 * @param {string} table
 * @param {number | null} seat
 * @param {Draft & {turn: number}} draft
 */
export function saveDraft(table, seat, draft) {
  const key = draftKey(table, seat);
  if (draft.place || draft.discard) write(sessionStorage, key, draft);
  else remove(sessionStorage, key);
}

/**
 * @param {string} table
 * @param {number | null} seat
 */
function draftKey(table, seat) {
  return `arboretum.draft.${table}.${seat ?? "-"}`;
}

/**
 * @param {Storage} storage
 * @param {string} key
 * @returns {Record<string, any>}
 */
function read(storage, key) {
  try {
    const value = JSON.parse(storage.getItem(key) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {}; // Storage is off, or holds something of another time: the usual then.
  }
}

/**
 * @param {Storage} storage
 * @param {string} key
 * @param {object} value
 */
function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or off: the choice lasts as long as the page.
  }
}

/**
 * @param {Storage} storage
 * @param {string} key
 */
function remove(storage, key) {
  try {
    storage.removeItem(key);
  } catch {
    // Storage is off: there is nothing to remove.
  }
}
