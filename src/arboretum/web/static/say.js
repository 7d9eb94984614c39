// @ts-check
/**
 * What is said, in the language of the page: the page's own script puts its catalogue into `globalThis.arboretumWords`
 * before any module runs; where there is none, texts are said as they stand in the code, in English.
 */

/**
 * @typedef {object} Words
 * @property {string} language its code
 * @property {Record<string, string | string[]>} texts by the English text, its translation or the forms of it
 * @property {string} forms for a count below its length the number of its form; larger counts are taken modulo 100, above 100
 */

const WORDS = /** @type {{arboretumWords?: Words}} */ (globalThis).arboretumWords;

/**
 * A text, with values for its {names}.
 * @param {string} text @param {Record<string, unknown>} [values] @returns {string}
 */
export function say(text, values = {}) {
  const found = WORDS?.texts[text];
  return filled(typeof found === "string" ? found : text, values);
}

/**
 * A text whose form depends on a number, which stands for {count} in it.
 * @param {string} one @param {string} many @param {number} count @param {Record<string, unknown>} [values] @returns {string}
 */
export function sayMany(one, many, count, values = {}) {
  const found = WORDS?.texts[one];
  const form = Array.isArray(found) ? found[Number(WORDS?.forms[count < 200 ? count : 100 + (count % 100)])] : undefined;
  return filled(form ?? (count === 1 ? one : many), { count, ...values });
}

/** @param {string} text @param {Record<string, unknown>} values @returns {string} */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
