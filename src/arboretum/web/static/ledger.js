// @ts-check
/**
 * The end of a game, plainly: who won and why, what each species was worth to whom, and for each species the hands,
 * the right and the paths. Everything is drawn from what the server counted; nothing is counted here.
 * Needs css/card.css and css/ledger.css.
 */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { card, chip, icon, mark } from "./card.js";
import { inWords } from "./art.js";
import { grove } from "./grove.js";

/**
 * @typedef {object} PathTold a seat's best path
 * @property {number} points
 * @property {string[]} cards
 * @property {string[]} cells
 *
 * @typedef {object} SpeciesTold
 * @property {number[]} sums what each hand counts, a cancelled 8 as 0
 * @property {number[]} right the seats that may score it
 * @property {(number | null)[]} points null without the right, 0 with the right and no path
 * @property {number[]} best points of each seat's best path, rights aside
 * @property {(PathTold | null)[]} paths
 * @property {number | null} cancelled the seat whose 8 counts 0
 *
 * @typedef {object} ScoreTold
 * @property {Record<string, SpeciesTold>} species
 * @property {number[]} totals
 * @property {number[]} winners
 * @property {number[]} species_placed
 * @property {number[]} cards_placed
 * @property {Record<string, string[]>} explain by species: who has the right, then a sentence a seat
 * @property {string} win who won, and what decided
 * @property {string[][]} hands
 *
 * @typedef {object} Seen what is needed of the table's view
 * @property {string[]} players
 * @property {[string, string][][]} tableaux
 * @property {{seats: number[]}} you
 */

/**
 * @param {ScoreTold} score
 * @param {Seen} view
 * @param {unknown} [actions] a template with what can be done now, such as a rematch; it stands under who won
 */
export function ledger(score, view, actions = nothing) {
  return html`<section class="reckoning" aria-label="The result">
    <div class="reckon-top">
      ${winner(score, view, actions)}
      ${table(score, view)}
    </div>
    ${Object.keys(score.species).map((code) => chapter(code, score, view))}
  </section>`;
}

/**
 * @param {ScoreTold} score
 * @param {Seen} view
 * @param {unknown} actions
 */
function winner(score, view, actions) {
  const names = joined(score.winners.map((seat) => view.players[seat]));
  return html`<section class="panel won-by">
    <h1 tabindex="-1" id="count">${names} ${score.winners.length > 1 ? "share the win" : "wins"}</h1>
    <p>${score.win}</p>
    <div class="row wrap-row">${actions}</div>
    <div class="groves">${score.winners.map((seat) => html`<figure class="bed">
      ${grove(view.tableaux[seat], { label: `The arboretum of ${view.players[seat]}: ${inLine(view.tableaux[seat])}` })}
      ${score.winners.length > 1 ? html`<figcaption>${view.players[seat]}</figcaption>` : nothing}
    </figure>`)}</div>
  </section>`;
}

/**
 * Points by species and player.
 * @param {ScoreTold} score
 * @param {Seen} view
 */
function table(score, view) {
  return html`<section class=${view.players.length > 3 ? "panel points four" : "panel points"}><table>
    <caption class="sr">Points by species and player</caption>
    <thead><tr><th scope="col">Species</th>${view.players.map((name, seat) => html`<th scope="col"
      class=${score.winners.includes(seat) ? "best" : ""}>${name}</th>`)}</tr></thead>
    <tbody>${Object.entries(score.species).map(([code, told]) => html`<tr data-species=${code}>
      <th scope="row"><a href="#count-${code}" @click=${jump}>${mark(code)}<span class="name">${inWords(code)}</span></a></th>
      ${told.points.map((points) => html`<td>${figure(points)}</td>`)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">In all</th>${score.totals.map((total, seat) => html`<td
      class=${score.winners.includes(seat) ? "best" : ""}><b>${total}</b></td>`)}</tr>
    <tr class="ties"><th scope="row">Species, cards placed</th>${score.species_placed.map((kinds, seat) => html`<td>
      ${kinds}, ${score.cards_placed[seat]}</td>`)}</tr></tfoot></table>
    <p class="small muted key">– no right · 0 the right, but no path</p>
  </section>`;
}

/**
 * Points of one player for one species.
 * @param {number | null} points
 */
function figure(points) {
  if (points === null) return html`<span class="no" aria-hidden="true">–</span><span class="sr">no right</span>`;
  return points === 0 ? html`<span class="no">0</span>` : html`<b>${points}</b>`;
}

/**
 * One species: the hands, who has the right and why, and the paths.
 * @param {string} code
 * @param {ScoreTold} score
 * @param {Seen} view
 */
function chapter(code, score, view) {
  const told = score.species[code];
  const [right, ...points] = score.explain[code];
  const scoring = told.right.filter((seat) => told.paths[seat]);
  return html`<article class="reckon" id="count-${code}" tabindex="-1" aria-labelledby="title-${code}">
    <header data-species=${code}><span class="big">${mark(code)}</span>
      <h2 id="title-${code}">${inWords(code)}</h2><p>${capital(right)}</p></header>
    <div class="told">
      <div class="hands">${view.players.map((_, seat) => hand(code, told, seat, score, view))}${
        lost(told, view, points)}</div>
      ${scoring.length > 0
        ? html`<div class="beds">${scoring.map((seat) => path(code, told, seat, view, points[seat]))}</div>`
        : html`<p class="panel bed nobody">${unscored(told.right.length, view.players.length)}</p>`}
    </div>
  </article>`;
}

/**
 * Why nobody scores a species.
 * @param {number} rights how many have the right
 * @param {number} players
 */
function unscored(rights, players) {
  if (rights === 0) return "Nobody has the right, so nobody scores it.";
  if (rights === players) return "Everybody has the right, and nobody a path.";
  return "The right, but no path: it kept the others from scoring.";
}

/**
 * What one player kept of a species.
 * @param {string} code
 * @param {SpeciesTold} told
 * @param {number} seat
 * @param {ScoreTold} score
 * @param {Seen} view
 */
function hand(code, told, seat, score, view) {
  const name = view.players[seat];
  const held = score.hands[seat].filter((each) => each.startsWith(code));
  const struck = told.cancelled === seat ? `${code}8` : null;
  const has = told.right.includes(seat);
  const rival = score.hands.findIndex((other) => other.includes(`${code}1`));
  return html`<section class=${has ? "panel held has" : "panel held"} data-species=${code}>
    <div class="who"><span class=${has ? "seat on" : "seat"} aria-hidden="true">${name.slice(0, 1)}</span><h3>${name}</h3></div>
    <div class="kept">${held.length > 0
      ? held.map((each) => card(each, { size: "M", cancelled: each === struck }))
      : html`<span class="none">none kept</span>`}</div>
    ${has
      ? html`<span class="badge">${icon("i-check")}the right</span>`
      : html`<span class="badge lost">no right</span>`}
    <p class="sum">${held.length > 1 || struck ? addends(held, struck) : nothing}<b>${told.sums[seat]}</b></p>
    ${struck
      ? html`<p class="why-struck">${view.players[rival]} holds the 1, so the 8 counts 0.</p>`
      : nothing}
  </section>`;
}

/**
 * What is added up, with a cancelled 8 struck.
 * @param {string[]} held
 * @param {string | null} struck
 */
function addends(held, struck) {
  return html`${held.map((each, i) => html`${i > 0 ? " + " : ""}${
    each === struck ? html`<s>8</s>` : each.slice(2)}`)} = `;
}

/**
 * A path that scores, in its arboretum, with the sentence of its points.
 * @param {string} code
 * @param {SpeciesTold} told
 * @param {number} seat
 * @param {Seen} view
 * @param {string} sentence
 */
function path(code, told, seat, view, sentence) {
  const { cells, cards, points } = /** @type {PathTold} */ (told.paths[seat]);
  return html`<figure class="panel scored" data-species=${code}>
    <div class="bed">${grove(view.tableaux[seat], {
      path: cells,
      species: code,
      label: `The arboretum of ${view.players[seat]}, with the path ${cards.map(inWords).join(", ")}`,
    })}</div>
    <figcaption><span class="worth"><b>${points}</b> points for ${view.players[seat]}</span>
      <span>${withChips(without(sentence, `${view.players[seat]}: ${points} points: `))}</span></figcaption>
  </figure>`;
}

/**
 * What the others had and could not score, a line each.
 * @param {SpeciesTold} told
 * @param {Seen} view
 * @param {string[]} sentences by seat
 */
function lost(told, view, sentences) {
  const seats = view.players.map((_, seat) => seat).filter((seat) => !told.right.includes(seat) || !told.paths[seat]);
  if (seats.length === 0) return nothing;
  return html`<ul class="others">${seats.map((seat) => html`<li>${withChips(sentences[seat])}</li>`)}</ul>`;
}

/**
 * A sentence with its cards as chips.
 * @param {string} sentence
 */
function withChips(sentence) {
  return sentence.split(/\b([A-Z]{2}[1-8])\b/).map((part, i) => (i % 2 ? html`${chip(part)} ` : part.trimStart()));
}

/**
 * A sentence without a beginning that is shown larger already.
 * @param {string} sentence
 * @param {string} beginning
 */
function without(sentence, beginning) {
  return sentence.startsWith(beginning) ? sentence.slice(beginning.length) : sentence;
}

/**
 * Go to a species of the same page, focus and all.
 * @param {Event} event
 */
function jump(event) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const goal = document.getElementById(link.hash.slice(1));
  if (!goal) return;
  event.preventDefault();
  goal.scrollIntoView({ block: "start" });
  goal.focus({ preventScroll: true });
}

/** @param {[string, string][]} laid */
function inLine(laid) {
  return laid.map(([cell, code]) => `${inWords(code)} on ${cell}`).join("; ");
}

/** @param {string[]} names */
function joined(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** @param {string} sentence */
function capital(sentence) {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}
