// @ts-check
/**
 * What is said, in the language of the page: the page's own script puts its catalogue into `globalThis.arboretumWords`
 * before any module runs; where there is none, texts are said as they stand in the code, in English.
 */

/**
 * @typedef {object} Words
 * @property {string} language its code
 * @property {boolean} rtl whether it is written from right to left
 * @property {Record<string, string | string[]>} texts by the English text, its translation or the forms of it
 * @property {string} forms for each count below 200 the number of its form; larger counts go by their last two digits
 */

const WORDS = /** @type {{arboretumWords?: Words}} */ (globalThis).arboretumWords;

/**
 * A text, with values for its {names}.
 * @param {string} text @param {Record<string, unknown>} [values] @returns {string}
 */
export function say(text, values = {}) {
  const found = WORDS?.texts[text];
  return rich(typeof found === "string" ? found : text, values).join("");
}

/**
 * A text whose form depends on a number, which stands for {count} in it.
 * @param {string} one @param {string} many @param {number} count @param {Record<string, unknown>} [values] @returns {string}
 */
export function sayMany(one, many, count, values = {}) {
  const found = WORDS?.texts[one];
  const form = Array.isArray(found) ? found[Number(WORDS?.forms[count < 200 ? count : 100 + (count % 100)])] : undefined;
  return rich(form ?? (count === 1 ? one : many), { count, ...values }).join("");
}

/**
 * A text that was said, in parts for a template: its {names} may be elements, such as a card or a name in bold. In a
 * text from right to left each keeps its own direction. As in `rich(say("{name} took {card}."), { name: html`...` })`.
 * @param {string} said @param {Record<string, unknown>} parts @returns {unknown[]}
 */
export function rich(said, parts) {
  return said.split(/\{(\w+)\}/).flatMap((part, at) => {
    if (at % 2 === 0) return part === "" ? [] : [part];
    if (!(part in parts)) return [`{${part}}`];
    return WORDS?.rtl ? ["\u2068", parts[part], "\u2069"] : [parts[part]];
  });
}

/**
 * Things to choose from: "a", "a or b", "a, b or c".
 * @param {string[]} parts @returns {string}
 */
export function oneOf(parts) {
  const last = parts[parts.length - 1] ?? "";
  return parts.length < 2 ? last : say("{many} or {last}", { many: parts.slice(0, -1).join(", "), last });
}

/**
 * Things together: "a", "a and b", "a, b and c".
 * @param {string[]} parts @returns {string}
 */
export function allOf(parts) {
  const last = parts[parts.length - 1] ?? "";
  return parts.length < 2 ? last : say("{many} and {last}", { many: parts.slice(0, -1).join(", "), last });
}
