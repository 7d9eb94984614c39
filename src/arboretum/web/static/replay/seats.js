// @ts-check
/** One player: the arboretum, what its paths are worth, the hand as far as it is seen, the discards. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { back, card, chip, faceOf } from "../card.js";
import { inWords } from "../art.js";
import { bed } from "../table/bed.js";
import { ledgerRow } from "../table/row.js";
import { LETTERS, nameOf, parted } from "../table/model.js";
import { say, sayMany } from "../say.js";

/** @typedef {import("./replay.js").Replay} Replay @typedef {import("./types.js").TableView} TableView */

/** @param {Replay} replay @param {number} seat */
export function panel(replay, seat) {
  const view = replay.shown;
  const name = nameOf(view, seat);
  const acted = replay.step.event?.seat === seat;
  return html`<section class=${`panel board ${acted ? "acting" : ""}`} aria-label=${name} data-seat=${seat}>
    <div class="phead"><span class=${`seat ${acted ? "on" : ""}`} data-anchor=${`seat-${seat}`} title=${say("Seat {letter}", { letter: LETTERS[seat] })}>${LETTERS[seat]}</span>
      ${faceOf(view.seats[seat].bot)}<h2>${name}</h2>${view.seats[seat].kind === "bot" ? html`<span class="tag bot">${say("bot")}</span>` : nothing}<span class="sp"></span>
      <span class="small muted">${sayMany("{count} card in hand", "{count} cards in hand", view.hands[seat].size)}</span></div>
    ${ledgerRow(withHand(replay, seat), seat)}
    ${bed(replay.app, seat, { ghost: ghostAt(replay, seat) })}
    <div class="holding">${hand(replay, seat)}${discards(replay, seat)}</div>
  </section>`;
}

/** Where the alternative that is looked at would lie. @param {Replay} replay @param {number} seat */
function ghostAt(replay, seat) {
  const { decision, alternative } = replay.review ?? {};
  if (decision?.seat !== seat || !alternative?.action.includes("@")) return null;
  const [code, cell] = parted(alternative.action);
  return { code, cell };
}

/** What the alternative would do with a discard pile, as a chip on it. @param {Replay} replay @param {number} seat */
function chipAt(replay, seat) {
  const { decision, alternative } = replay.review ?? {};
  const action = alternative?.action ?? "";
  if (action === `+<${LETTERS[seat]}`) return html`<span class="other-way">${say("take")}</span>`;
  return decision?.seat === seat && action.startsWith("-") ? html`<span class="other-way">${chip(action.slice(1))}</span>` : nothing;
}

/**
 * The game as the tiles of a seat know it: with its hand, if all of it is seen.
 * @param {Replay} replay
 * @param {number} seat
 */
function withHand(replay, seat) {
  const view = replay.shown;
  const held = replay.moments[replay.at].held[seat];
  const whole = held.length === view.hands[seat].size;
  const shown = { ...view, hand: held, you: { ...view.you, as: whole ? seat : null } };
  return /** @type {import("../table/app.js").App} */ (Object.create(replay.app, {
    shown: { value: shown }, path: { get: () => replay.path, set: (path) => (replay.path = path) }, draw: { value: () => replay.draw() },
  }));
}

/** @param {Replay} replay @param {number} seat */
function hand(replay, seat) {
  const { size } = replay.shown.hands[seat];
  const held = replay.moments[replay.at].held[seat];
  const hidden = size - held.length;
  const drawn = drawnNow(replay, seat);
  return html`<ul class="handrow" data-zone=${`hand-${seat}`} aria-label=${say("Hand of {name}", { name: nameOf(replay.shown, seat) })}>${repeat(held, (code) => code, (code) =>
    html`<li data-move=${code}>${card(code, { size: "S", drawn: drawn.has(code), label: drawn.has(code) ? say("{card}, drawn this turn", { card: inWords(code) }) : undefined })}</li>`)}${
    Array.from({ length: hidden }, (_, at) => html`<li class="hidden">${back("S", { label: at ? null : sayMany("{count} card face down", "{count} cards face down", hidden) })}</li>`)}</ul>`;
}

/** The cards that were drawn in the turn that this step belongs to. @param {Replay} replay @param {number} seat @returns {Set<string>} */
function drawnNow(replay, seat) {
  const { turn } = replay.step;
  const drawn = new Set();
  for (let at = replay.at; at > 0 && replay.steps[at].turn === turn; at--) {
    const { event } = replay.steps[at];
    if (event?.event === "drew" && event.seat === seat) drawn.add(event.card);
  }
  return drawn;
}

/** @param {Replay} replay @param {number} seat */
function discards(replay, seat) {
  const view = replay.shown;
  const cards = view.discards[seat];
  const top = cards.at(-1);
  const count = view.discard_counts?.[seat] ?? cards.length;
  const last = replay.step.event?.event === "discarded" && replay.step.event.seat === seat;
  const title = say("Discards of {name}", { name: nameOf(view, seat) });
  return html`<button type="button" class="discards" data-anchor=${`discard-${seat}`} data-move=${top ?? nothing} data-zone=${`discard-${seat}`} data-focus=${`pile-${seat}`}
    aria-haspopup="dialog" aria-label=${top ? sayMany("{title}: {top} on top, {count} card", "{title}: {top} on top, {count} cards", count, { title, top: inWords(top) }) : say("{title}: none", { title })}
    @click=${() => replay.change(() => (replay.sheet = { kind: "pile", seat }))}>${top ? card(top, { size: "S", label: null, last }) : html`<span class="slot"></span>`}${
    count ? html`<span class="count" aria-hidden="true">${count}</span>` : nothing}${chipAt(replay, seat)}</button>`;
}
