// @ts-check
/**
 * The pictures: trees and leaf marks, the card back, the faces of our opponents and the icons, in one SVG sprite.
 * Importing this module puts the sprite into the page once, so that `<use href="#tree-OK">` finds it.
 */

import { say } from "./say.js";

/** The species by code, in the order of the rules' table. @type {Readonly<Record<string, string>>} */
export const SPECIES = Object.freeze({
  BS: say("Blue spruce"),
  CA: say("Cassia"),
  CB: say("Cherry blossom"),
  DW: say("Dogwood"),
  JA: say("Jacaranda"),
  LI: say("Lilac"),
  MG: say("Magnolia"),
  MP: say("Maple"),
  OK: say("Oak"),
  OL: say("Olive"),
  RP: say("Royal poinciana"),
  TP: say("Tulip poplar"),
  WI: say("Willow"),
});

/**
 * A card or a species in words.
 * @param {string} code such as "OK6" or "OK"
 * @returns {string} such as "Oak 6" or "Oak"
 */
export function inWords(code) {
  const title = SPECIES[code.slice(0, 2)] ?? code.slice(0, 2);
  return code.length > 2 ? `${title} ${code.slice(2)}` : title;
}

/** @type {Promise<boolean> | null} */
let planting = null;

/**
 * Put the sprite into the page, once. Cards drawn before it is there show their pictures as soon as it is.
 * @returns {Promise<boolean>} whether it is there; false if it could not be loaded, and a later call tries again
 */
export function plant() {
  planting ??= fetchSprite().then((sprite) => {
    if (sprite === null) planting = null;
    else document.body.prepend(sprite);
    return sprite !== null;
  });
  return planting;
}

/** @returns {Promise<Node | null>} the sprite as an element of this page, or null */
async function fetchSprite() {
  try {
    const answer = await fetch(new URL("./art/sprite.svg", import.meta.url));
    if (!answer.ok) return null;
    const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    return document.importNode(drawing.documentElement, true);
  } catch {
    return null; // No network: figures, codes and grounds are drawn without it.
  }
}

plant();
