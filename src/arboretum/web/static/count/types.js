// @ts-check
/**
 * What the server tells of a score, as types; every number and every sentence of the count is in it. Nothing here runs.
 *
 * @typedef {object} Path a seat's best path of a species
 * @property {number} points
 * @property {string[]} cards
 * @property {string[]} cells
 * @property {string} why its points in words
 *
 * @typedef {object} Worth a species in numbers
 * @property {(number | null)[]} sums what each hand counts, a cancelled 8 as 0; null for a hand that is not known
 * @property {number[] | null} right the seats that may score it; null while a hand is not known
 * @property {(number | null)[] | null} points by seat: null without the right, 0 with the right and no path
 * @property {(Path | null)[]} paths
 *
 * @typedef {object} Reasons why a path is worth what it is: a line each, without points where it does not apply
 * @property {string} title
 * @property {{say: string, points: number}[]} lines
 *
 * @typedef {object} Words a species in words
 * @property {(string[] | null)[]} held the cards of it in each hand
 * @property {(number | null)[]} before the sum of each hand as printed
 * @property {{seat: number, by: number, why: string} | null} cancelled whose 8 counts 0, and who holds the 1
 * @property {string} right who has the right, and why
 * @property {(Reasons | null)[]} paths by seat
 * @property {string | null} none why nobody scores
 * @property {string} say all of it, for who listens
 *
 * @typedef {object} Steps
 * @property {string[][]} steps the species of each step; of a step with several nobody placed any
 * @property {Record<string, Words>} species
 * @property {number[][] | null} so_far points of each seat after each step
 * @property {string | null} title who won
 * @property {string} decided what decided
 * @property {string} text all of it, to be copied
 *
 * @typedef {object} Score
 * @property {Record<string, Worth>} species
 * @property {number[] | null} totals
 * @property {number[] | null} winners
 * @property {number[]} species_placed
 * @property {number[]} cards_placed
 * @property {(string[] | null)[]} hands
 * @property {string} pad the same for the score page's address
 * @property {Steps} count
 * @property {string} pad the same as a link to the score pad
 *
 * @typedef {object} Told a finished game, or what is noted of one
 * @property {string[]} players
 * @property {[string, string][][]} tableaux by seat, cells and cards
 * @property {number | null} you whose eyes, if somebody's who plays
 * @property {Score} score
 */
export {};
