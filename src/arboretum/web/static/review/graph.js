// @ts-check
/** The chance to win over the game, above the slider and over the same steps; with three or four players a line each. */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { LETTERS, nameOf } from "../table/model.js";
import { say } from "../say.js";
import { percent } from "./figures.js";

/** @typedef {import("./review.js").Review} Review @typedef {{x: number, y: number, win: number, at: number}} Spot */

/** What a line is drawn with, so that no colour is needed to tell it. */
const DASHES = ["", "9 5", "2 4", "12 4 2 4"];
/** Letters at the ends of lines keep this far apart, of a height of 100; more where the graph is low. */
const APART = 15;
const APART_LOW = 24;

/** @param {Review} review */
export function graph(review) {
  const { replay, lens } = review;
  if (!lens) return nothing;
  const seats = replay.shown.players.map((_, seat) => seat);
  const lines = (seats.length > 2 ? seats : [review.seat]).map((seat) => ({ seat, spots: spotsOf(review, seat) }));
  const mine = /** @type {typeof lines[number]} */ (lines.find((each) => each.seat === review.seat));
  const fair = 100 / seats.length;
  return html`<figure class=${`chance ${seats.length > 2 ? "many" : ""}`}>
    <div class="plot-area" @click=${(/** @type {MouseEvent} */ event) => jump(review, event)}>
      <div class="axis" aria-hidden="true"><span .style=${"--y:100"}>100</span><span .style=${"--y:50"}>50</span><span .style=${"--y:0"}>0</span></div>
      <div class="lines" role="img" aria-label=${inWords(review, mine.spots)}>
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
          ${[0, 25, 50, 75, 100].map((y) => svg`<line class="rule" x1="0" x2="1000" y1=${y} y2=${y}/>`)}
          <line class="fair" x1="0" x2="1000" y1=${100 - fair} y2=${100 - fair} />
          ${seats.length > 2 ? nothing : svg`<polygon class="area" points=${`${path(mine.spots)} 1000,${100 - fair} 0,${100 - fair}`}/>`}
          ${lines.map(({ seat, spots }) => svg`<polyline class=${seat === review.seat ? "course mine" : "course"} points=${path(spots)} stroke-dasharray=${DASHES[seat] || nothing}/>`)}
        </svg>
        ${marks(review, mine.spots)}${here(review, mine.spots)}${lines.length > 1 ? letters(lines) : nothing}
      </div></div></figure>`;
}

/** The points of a seat's line, from left to right. @param {Review} review @param {number} seat @returns {Spot[]} */
function spotsOf(review, seat) {
  const course = review.lens?.course ?? [];
  return course.flatMap((point, number) => {
    const win = point.win[seat];
    const at = review.stepAfter(number);
    return at < 0 ? [] : [{ at, win, x: review.replay.last ? at / review.replay.last : 0, y: 100 * win }];
  });
}

/** @param {Spot[]} spots */
function path(spots) {
  return spots.map(({ x, y }) => `${(1000 * x).toFixed(1)},${(100 - y).toFixed(1)}`).join(" ");
}

/** Whose line, by which knowledge, what the signs say. @param {Review} review */
export function head(review) {
  const { replay } = review;
  if (!review.lens) return nothing;
  const { players } = replay.shown;
  const name = nameOf(replay.shown, review.seat);
  return html`<div class=${`graph-head ${players.length > 2 ? "many" : ""}`}><h2>${players.length > 2 ? say("Chances to win") : say("{name}’s chance to win", { name })}</h2>
    <span class="small muted after">${say("after every turn, in percent")}</span>
    ${players.length > 2 ? html`<span class="keyed small">${players.map((_, seat) => html`<span class=${seat === review.seat ? "mine" : ""}><svg class="dash" viewBox="0 0 26 4" aria-hidden="true"><line x1="0" x2="26" y1="2" y2="2" stroke-dasharray=${DASHES[seat] || nothing} /></svg><b>${LETTERS[seat]}</b> ${nameOf(replay.shown, seat)} ${valueNow(review, seat)}</span>`)}</span>` : nothing}
    <span class="sp"></span><span class="small muted signs"><span class="sign loss"></span> ${say("a chance let go")} <span class="sign fine"></span> ${say("a fine move")}</span>
    ${knowing(review)}</div>`;
}

/** The choice between two kinds of knowledge. @param {Review} review */
export function knowing(review) {
  return html`${review.told?.open ? html`<label class="knowing"><span class="sr">${say("By which knowledge")}</span><select data-focus="knowledge" @change=${(/** @type {Event} */ event) =>
      review.replay.change(() => (review.knowledge = /** @type {any} */ (event.target).value))}><option value="known" ?selected=${review.knowledge === "known"}>${say("As they knew it")}</option>
      <option value="open" ?selected=${review.knowledge === "open"}>${say("All cards open")}</option></select></label>` : nothing}`;
}

/** What a seat's chance is at the step that is shown: that after the last turn which was played by then. */
/** @param {Review} review @param {number} seat */
function valueNow(review, seat) {
  const spot = spotsOf(review, seat).findLast(({ at }) => at <= review.replay.at);
  return spot ? percent(spot.win) : "";
}

/** Where a line is at a step. @param {Spot[]} spots @param {number} at */
function height(spots, at) {
  const after = spots.findIndex((spot) => spot.at >= at);
  if (after <= 0) return spots.at(after)?.y ?? 50;
  const [from, to] = [spots[after - 1], spots[after]];
  return from.y + ((to.y - from.y) * (at - from.at)) / (to.at - from.at);
}

/** Diamonds and rings, on the line. @param {Review} review @param {Spot[]} spots */
function marks(review, spots) {
  const { last } = review.replay;
  return turnings(review).map(({ number, kind }) => {
    const at = review.stepOf(number);
    return html`<span class=${`sign ${kind}`} .style=${`--x:${at / last};--y:${height(spots, at)}`}></span>`;
  });
}

/** The moments of the seat whose turns are looked at. @param {Review} review */
export function turnings(review) {
  const { lens } = review;
  return (lens?.moments ?? []).filter(({ number }) => lens?.decisions.find((each) => each.number === number)?.seat === review.seat);
}

/** The line and the figure at the step that is shown. @param {Review} review @param {Spot[]} spots */
function here(review, spots) {
  const { at, last } = review.replay;
  const x = last ? at / last : 0;
  const y = height(spots, at);
  return html`<span class="now-line" .style=${`--x:${x}`}></span><span class=${`chance-now ${y > 60 ? "low" : "high"} ${x > 0.5 ? "before" : "behind"}`} .style=${`--x:${x};--y:${y}`}>${valueNow(review, review.seat)}</span>`;
}

/** A letter at the end of each line, apart from each other. @param {{seat: number, spots: Spot[]}[]} lines */
function letters(lines) {
  const ends = lines.filter(({ spots }) => spots.length).map(({ seat, spots }) => ({ seat, y: spots[spots.length - 1].y })).sort((a, b) => a.y - b.y);
  const apart = matchMedia("(max-width:860px)").matches ? APART_LOW : APART;
  ends.forEach((end, at) => at && (end.y = Math.max(end.y, ends[at - 1].y + apart)));
  ends.reverse().forEach((end, at) => (end.y = Math.min(end.y, at ? ends[at - 1].y - apart : 100)));
  return ends.map(({ seat, y }) => html`<span class="end-letter" aria-hidden="true" .style=${`--y:${y}`}>${LETTERS[seat]}</span>`);
}

/** The graph in a sentence; all its numbers stand in the text. @param {Review} review @param {Spot[]} spots */
function inWords(review, spots) {
  const worth = spots.map(({ win }) => win);
  return say("{name}’s chance to win: {first} at the beginning, {low} at the lowest, {high} at the highest, {last} at the end. All numbers are in the text.", {
    name: nameOf(review.replay.shown, review.seat), first: percent(worth[0] ?? 0), low: percent(Math.min(...worth)), high: percent(Math.max(...worth)), last: percent(worth.at(-1) ?? 0),
  });
}

/** Go where the graph was pressed. @param {Review} review @param {MouseEvent} event */
function jump(review, event) {
  const box = /** @type {HTMLElement} */ (event.currentTarget).querySelector(".lines")?.getBoundingClientRect();
  if (!box) return;
  const share = (event.clientX - box.left) / box.width;
  review.replay.go(Math.round((document.dir === "rtl" ? 1 - share : share) * review.replay.last));
}
