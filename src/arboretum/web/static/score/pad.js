// @ts-check
/**
 * What is on a pad, and every step of filling it in. A step takes a pad and gives the next one; nothing is changed in
 * place, so that undoing is going back. No rule of the game is here: the server says what a pad is worth, and what of
 * it cannot be.
 */

/**
 * @typedef {object} Player
 * @property {string} name empty for a player who is called by the letter of the seat
 * @property {string[]} hand cards such as "OK6", in the order they were entered
 * @property {Readonly<Record<string, string>>} cells cards by cell, such as {"2,-1": "OK5"}
 *
 * @typedef {object} Pad
 * @property {"second" | "first"} names the edition
 * @property {"species" | "cards"} tiebreak
 * @property {"everyone" | "nobody"} unheld
 * @property {string[]} species those in play, if they were chosen; else empty
 * @property {Player[]} players
 *
 * @typedef {object} Place where a card is
 * @property {number} seat
 * @property {string | null} cell null for the hand
 */

export const FEWEST = 2;
export const MOST = 4;

/**
 * @param {number} seats
 * @returns {Pad}
 */
export function emptyPad(seats = FEWEST) {
  const players = Array.from({ length: seats }, () => ({ name: "", hand: [], cells: {} }));
  return { names: "second", tiebreak: "species", unheld: "everyone", species: [], players };
}

/** What a player is called. @param {Pad} pad @param {number} seat */
export function nameOf(pad, seat) {
  return pad.players[seat]?.name || "ABCD"[seat];
}

/** Nobody has a card and nobody a name. @param {Pad} pad */
export function isBlank(pad) {
  return pad.players.every((player) => !player.name) && cardsOn(pad) === 0;
}

/** @param {Pad} pad */
export function cardsOn(pad) {
  return pad.players.reduce((sum, player) => sum + player.hand.length + Object.keys(player.cells).length, 0);
}

/** Where every card is that was entered. @param {Pad} pad @returns {Map<string, Place>} */
export function places(pad) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  pad.players.forEach((player, seat) => {
    for (const card of player.hand) found.set(card, { seat, cell: null });
    for (const [cell, card] of Object.entries(player.cells)) found.set(card, { seat, cell });
  });
  return found;
}

/** The species that can be entered. @param {Pad} pad @param {readonly string[]} edition all of its species */
export function keysOf(pad, edition) {
  const used = [...places(pad).keys()].map((card) => card.slice(0, 2));
  return [...new Set([...(pad.species.length ? pad.species : edition), ...used])].sort();
}

/** @param {string} cell such as "2,-1" @returns {[number, number]} */
export function xy(cell) {
  const [x, y] = cell.split(",").map(Number);
  return [x, y];
}

// Steps. -----------------------------------------------------------------------------------------------------------

/** A card leaves the pad. @param {Pad} pad @param {string} card @returns {Pad} */
export function without(pad, card) {
  const players = pad.players.map((player) => ({
    ...player,
    hand: player.hand.filter((each) => each !== card),
    cells: Object.fromEntries(Object.entries(player.cells).filter(([, each]) => each !== card)),
  }));
  return { ...pad, players };
}

/** A card lies on a free cell, wherever it was before. @param {Pad} pad @param {string} card @param {number} seat @param {string} cell @returns {Pad} */
export function placed(pad, card, seat, cell) {
  return changed(without(pad, card), seat, (player) => ({ ...player, cells: { ...player.cells, [cell]: card } }));
}

/** A card is in a hand, wherever it was before. @param {Pad} pad @param {string} card @param {number} seat @returns {Pad} */
export function kept(pad, card, seat) {
  return changed(without(pad, card), seat, (player) => ({ ...player, hand: [...player.hand, card] }));
}

/** @param {Pad} pad @param {number} seat @param {string} name @returns {Pad} */
export function named(pad, seat, name) {
  return changed(pad, seat, (player) => ({ ...player, name }));
}

/** So many players; those who are left out take their cards with them. @param {Pad} pad @param {number} count @returns {Pad} */
export function seated(pad, count) {
  return { ...pad, players: [...pad.players, ...emptyPad(count).players].slice(0, count) };
}

/** A species is in play, or is not. @param {Pad} pad @param {string} code @param {readonly string[]} edition @returns {Pad} */
export function toggled(pad, code, edition) {
  const now = keysOf(pad, edition);
  const next = now.includes(code) ? now.filter((each) => each !== code) : [...now, code].sort();
  return { ...pad, species: edition.every((each) => next.includes(each)) ? [] : next };
}

/** @param {Pad} pad @param {number} seat @param {(player: Player) => Player} change @returns {Pad} */
function changed(pad, seat, change) {
  return { ...pad, players: pad.players.map((player, at) => (at === seat ? change(player) : player)) };
}

/** A pad as `arboretum score` reads it; a hand without cards is one that is not known. @param {Pad} pad */
export function toJson(pad) {
  return {
    players: pad.players.map((player, seat) => ({
      name: nameOf(pad, seat),
      arboretum: player.cells,
      hand: player.hand.length ? player.hand : null,
    })),
    ...(pad.species.length ? { species: keysOf(pad, []) } : {}),
    options: { names: pad.names, tiebreak: pad.tiebreak, unheld: pad.unheld },
  };
}
