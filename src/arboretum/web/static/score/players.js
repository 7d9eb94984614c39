// @ts-check
/** Who plays, with which trees, and the options that change scoring. */
import { html } from "../vendor/lit-html/lit-html.js";
import { mark } from "../card.js";
import { inWords } from "../art.js";
import { say, sayMany } from "../say.js";
import { FEWEST, MOST, keysOf, nameOf, named, places, seated, toggled } from "./pad.js";
import { shownName } from "./link.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function players(app) {
  const { pad } = app;
  return html`<div class="fields">
    <fieldset class="group"><legend>${say("Players")}</legend>
      <div class="seg">${Array.from({ length: MOST - FEWEST + 1 }, (_, at) => at + FEWEST).map((count) => html`<label><input type="radio" name="count"
        data-focus="count-${count}" .checked=${pad.players.length === count} @change=${() => app.step(seated(pad, count), sayMany("{count} player", "{count} players", count))}>${count}</label>`)}</div>
      ${pad.players.map((player, seat) => html`<label class="who"><span class="seat" aria-hidden="true">${"ABCD"[seat]}</span><span class="sr">${say("Name of player {seat}", { seat: "ABCD"[seat] })}</span>
        <input type="text" maxlength="60" autocomplete="off" spellcheck="false" data-focus="name-${seat}" placeholder=${say("Name")} .value=${player.name}
          @change=${(/** @type {Event} */ event) => rename(app, seat, /** @type {HTMLInputElement} */ (event.target))}></label>`)}
    </fieldset>
    <fieldset class="group"><legend>${say("Edition")}</legend>
      ${choice(app, "names", "second", say("Second edition"), say("With Blue spruce, Cherry blossom and Tulip poplar."))}
      ${choice(app, "names", "first", say("First edition"), say("With Lilac, Magnolia and Olive."))}
    </fieldset>
    <fieldset class="group"><legend>${say("A tie goes to")}</legend>
      ${choice(app, "tiebreak", "species", say("The most species"), say("Different species in the arboretum."))}
      ${choice(app, "tiebreak", "cards", say("The most cards"), say("Cards in the arboretum."))}
    </fieldset>
    <fieldset class="group"><legend>${say("A species that nobody holds is scored by")}</legend>
      ${choice(app, "unheld", "everyone", say("Everybody"), say("Each for their own best path."))}
      ${choice(app, "unheld", "nobody", say("Nobody"), "")}
    </fieldset>
    <fieldset class="group wide trees"><legend>${say("Trees in play")}</legend>
      <p class="small muted">${say("Leave all on, or turn off those that are in the box: the keys become larger.")}</p>
      <div class="spkeys two" .style=${"--n:5"}>${trees(app).map((code) => html`<button type="button" class="key" data-species=${code} data-focus="tree-${code}"
        aria-pressed=${keysOf(pad, app.edition).includes(code)} aria-label=${inWords(code)} @click=${() => turn(app, code)}><span class="cap">${mark(code)}${code}</span></button>`)}</div>
    </fieldset>
    <p class="small muted wide">${app.store.works ? say("This pad is kept on this device, in this browser, and nowhere else.") : say("This browser keeps nothing for this page: copy a link to keep a pad.")}</p>
  </div>`;
}

/** All species of the edition, and any that were entered. @param {App} app */
function trees(app) {
  return [...new Set([...app.edition, ...keysOf(app.pad, app.edition)])].sort();
}

/** @param {App} app @param {string} code */
function turn(app, code) {
  const entered = [...places(app.pad).keys()].some((card) => card.startsWith(code));
  if (entered) app.tell(say("{species} stays: cards of it are on the pad.", { species: inWords(code) }));
  else if (keysOf(app.pad, app.edition).length === 1 && keysOf(app.pad, app.edition)[0] === code) app.tell(say("One species has to stay."));
  else return app.step(toggled(app.pad, code, app.edition), say("Trees in play changed."));
  app.draw();
}

/** @param {App} app @param {number} seat @param {HTMLInputElement} field */
function rename(app, seat, field) {
  const name = shownName(field.value);
  field.value = name;
  const next = named(app.pad, seat, name);
  app.step(next, say("Player {seat} is called {name}.", { seat: "ABCD"[seat], name: nameOf(next, seat) }));
}

/**
 * @template {"names" | "tiebreak" | "unheld"} Name
 * @param {App} app @param {Name} name @param {import("./pad.js").Pad[Name]} value @param {string} title @param {string} about
 */
function choice(app, name, value, title, about) {
  const species = name === "names" ? { species: [] } : {};
  return html`<label class="pick"><input type="radio" name=${name} data-focus="${name}-${value}" .checked=${app.pad[name] === value}
    @change=${() => app.step({ ...app.pad, ...species, [name]: value }, title)}><span><b>${title}</b>${about ? html` <span class="small muted">${about}</span>` : ""}</span></label>`;
}
