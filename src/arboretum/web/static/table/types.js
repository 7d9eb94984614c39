// @ts-check
/**
 * What the server tells a page and what the page remembers, as types. Cards are written "OK5", cells "2,-1",
 * actions as in the notation: "+", "+<B", "OK5@2,-1", "-OK5". Nothing here runs.
 *
 * @typedef {"DRAW_FIRST" | "DRAW_SECOND" | "PLACE" | "DISCARD" | "OVER"} Phase
 *
 * @typedef {object} SeatInfo who sits on a seat
 * @property {string} name
 * @property {"open" | "person" | "bot"} kind
 * @property {string | null} bot the bot's registered name
 * @property {boolean} online
 *
 * @typedef {object} BotInfo a bot that may be seated
 * @property {string} name as it is registered
 * @property {string} title what it is called
 * @property {number} level how strong an opponent for people it is, 1 to 5; 0 for what is none
 * @property {string} about what it is like
 *
 * @typedef {object} Happening one event as this seat saw it; `say` is its sentence
 * @property {number} v
 * @property {string} [event] kind: "drew", "placed", "discarded", "said", ...
 * @property {number} [seat]
 * @property {string} [card] "?" if it was not seen
 * @property {string} [cell]
 * @property {"pile" | number} [from]
 * @property {number} [phrase] which of the phrases was said
 * @property {string} [say]
 *
 * @typedef {object} PathInfo the best path of a species in an arboretum
 * @property {number} points
 * @property {string[]} cards
 * @property {string[]} cells
 * @property {string} why
 *
 * @typedef {object} Settings
 * @property {number} seats
 * @property {Record<string, unknown>} options
 * @property {boolean} preview path values are shown
 * @property {boolean} hot_seat
 * @property {boolean} [public]
 * @property {boolean} hints whoever plays may ask for hints
 * @property {string[] | null} [species] those in play, if they were chosen
 * @property {string[]} [sentences] the options in words
 *
 * @typedef {object} TableView all that this seat may know
 * @property {number} v version
 * @property {string} id
 * @property {"lobby" | "playing" | "over"} status
 * @property {{seats: number[], as: number | null, host: boolean}} you
 * @property {Settings} settings
 * @property {SeatInfo[]} seats
 * @property {string | null} invite
 * @property {string | null} [invite_url] the invitation as other machines reach it; then there is a picture of it too
 * @property {BotInfo[]} [bots] the bots that may be seated
 * @property {{name: string, title: string, values: [string, string][]}[]} [choices] the options that the host may change
 * @property {string[]} phrases
 * @property {string[]} players
 * @property {string[]} species
 * @property {boolean} secret
 * @property {number} starter
 * @property {number} turn
 * @property {number} seat who is to act
 * @property {Phase} phase
 * @property {number} pile
 * @property {[string, string][][]} tableaux by seat, [cell, card] in order of placing
 * @property {string[]} open
 * @property {string[][]} discards
 * @property {number[]} [discard_counts]
 * @property {string[]} hand
 * @property {{size: number, known: string[]}[]} hands
 * @property {string[]} legal
 * @property {boolean} advice hints may be asked for
 * @property {Record<string, PathInfo>[] | null} paths
 * @property {Happening[]} recent
 * @property {Happening[]} log
 * @property {Record<string, unknown>} votes
 * @property {number} count the step that the table has come to in the count
 * @property {string | null} rematch
 * @property {{table: string, version: number} | null} practice where a practice game began
 * @property {import("../count/types.js").Score | null} score
 *
 * @typedef {object} Preview what own paths would be worth with a card on each open cell
 * @property {string} card
 * @property {Record<string, {points: Record<string, number>, gain: number}>} cells
 *
 * @typedef {object} Worth a choice and what it is worth
 * @property {string} action
 * @property {string} say
 * @property {number} win the chance of winning after it
 * @property {number} margin points ahead on average
 *
 * @typedef {object} Advice what the server advises
 * @property {string} say
 * @property {Worth[]} choices the best first
 * @property {string[]} why
 * @property {Worth | null} instead the discard that was chosen
 * @property {string | null} warning that it costs much
 * @property {string[]} against
 *
 * @typedef {object} Hint what is shown of it
 * @property {string} moment the choice that it is about
 * @property {Advice | null} told
 * @property {string} error
 * @property {boolean} open the reasons are shown
 *
 * @typedef {object} Draft what a player means to do with this turn; only this page knows
 * @property {string | null} place such as "OK5@0,1"
 * @property {string | null} discard such as "-JA2"
 *
 * @typedef {object} Prefs kept in this browser
 * @property {"species" | "value"} sort
 * @property {boolean} sound
 * @property {boolean} notify desktop notices
 * @property {boolean} motion
 * @property {boolean} keys single keys work without a focus on the table
 * @property {boolean} words the command line is open
 * @property {boolean} warn a costly discard is asked about
 * @property {number[]} muted seats whose phrases are not shown
 *
 * @typedef {object} Sheet a page over the table
 * @property {"menu" | "log" | "pile" | "seat" | "text" | "say" | "rules" | "keys" | "device" | "warning"} kind
 * @property {number} seat
 *
 * @typedef {"on" | "late" | "off"} Link connected, reconnecting, no network
 *
 * @typedef {object} Told one line of the command line's answers
 * @property {string} asked
 * @property {string[]} lines
 */
export {};
