// @ts-check
/**
 * What the server tells of a game that was reviewed, as types. Nothing here runs.
 *
 * @typedef {object} Worth what a moment is worth to a seat
 * @property {number} win the chance to win, 0 to 1
 * @property {number} margin points more than the best rival
 *
 * @typedef {{turn: number, seat: number | null, win: number[], margin: (number | null)[]}} Point after a turn, by seat
 *
 * @typedef {{action: string, say: string, win: number, margin: number}} Choice
 *
 * @typedef {object} Decision
 * @property {number} number which of all draws, placements and discards of the game it is, from 0
 * @property {number} turn
 * @property {number} seat
 * @property {string} phase
 * @property {string} action
 * @property {string | null} card what a draw brought
 * @property {number} win
 * @property {number} margin
 * @property {Worth} cost what was let go
 * @property {"forced" | "fine" | "best" | "good" | "slip" | "mistake" | "blunder"} verdict
 * @property {string} verdict_say
 * @property {string} say
 * @property {string[]} why
 * @property {Choice[]} choices best first; what was done is among them
 *
 * @typedef {{number: number, kind: "loss" | "fine", win: number, margin: number, say: string, why: string[]}} Turning
 *
 * @typedef {object} Summary where the points of a seat went
 * @property {number} seat
 * @property {Worth} start
 * @property {Worth} end
 * @property {(Worth & {name: string, title: string})[]} parts
 * @property {string[]} say
 *
 * @typedef {object} Lens a whole review by one knowledge
 * @property {Point[]} course
 * @property {Decision[]} decisions
 * @property {Turning[]} moments
 * @property {Summary[]} summary
 *
 * @typedef {object} Told
 * @property {string[]} players
 * @property {boolean} complete
 * @property {number} turns
 * @property {string[]} notes
 * @property {Lens} known by what each player knew at the time
 * @property {Lens | null} open with all cards open
 *
 * @typedef {{state: "ready", me: number | null, review: Told} | {state: "waiting", ahead: number, share: number}} Answer
 */
export {};
