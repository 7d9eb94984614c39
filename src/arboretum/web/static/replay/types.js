// @ts-check
/**
 * What the server tells of a game that is looked at again, as types. Nothing here runs.
 *
 * @typedef {import("../table/types.js").TableView} TableView
 * @typedef {import("../table/types.js").Happening} Happening
 *
 * @typedef {object} Moment the table and the hands at a step
 * @property {string[]} players
 * @property {string[]} species
 * @property {boolean} secret
 * @property {number} starter
 * @property {number} turn
 * @property {number} seat who is to act
 * @property {import("../table/types.js").Phase} phase
 * @property {number} pile
 * @property {[string, string][][]} tableaux
 * @property {string[][]} discards
 * @property {number[]} [discard_counts]
 * @property {{size: number, known: string[]}[]} hands
 * @property {Record<string, import("../table/types.js").PathInfo>[]} paths
 * @property {string[][]} held by seat, the cards of its hand that are seen
 *
 * @typedef {object} Step
 * @property {number} v the last entry of the table's log that it shows
 * @property {"dealt" | "drew" | "placed" | "discarded" | "ended"} kind
 * @property {number} turn
 * @property {string} say
 * @property {Happening} [event]
 * @property {Record<string, any>} change what differs from the step before, by its place
 *
 * @typedef {object} History
 * @property {string} id
 * @property {number} v
 * @property {"lobby" | "playing" | "over"} status
 * @property {"all" | number | null} as
 * @property {{name: string, kind: "open" | "person" | "bot", bot: string | null}[]} seats
 * @property {string[]} options
 * @property {boolean} imported
 * @property {{table: string, version: number} | null} practice where a practice game began
 * @property {boolean} is_whole it can be played on from
 * @property {string[]} notes
 * @property {Moment | null} start
 * @property {Step[]} steps
 * @property {Record<string, any> | null} score
 * @property {{totals: number[], winners: number[]} | null} result as a record tells it that cannot be counted
 *
 * @typedef {object} Mark something that stands at a step of the slider
 * @property {number} at the step
 * @property {"turn" | "end"} kind
 * @property {string} text what is written at it, if anything
 */
export {};
