// @ts-check
/** The count as text, into the clipboard; where there is none to write to, in a field of which all is selected. */

import { say } from "../say.js";

/**
 * @param {string} text
 * @param {Element} root the field is put at its end
 * @returns {Promise<string>} what is to be said about it
 */
export async function copy(text, root) {
  try {
    await navigator.clipboard.writeText(text);
    return say("Copied.");
  } catch {
    // The page is not served safely, or may not write: the text is shown instead.
    show(text, root);
    return say("This browser does not let a page copy: the text is below, selected.");
  }
}

/** @param {string} text @param {Element} root */
function show(text, root) {
  root.querySelector("textarea.copied")?.remove();
  const field = document.createElement("textarea");
  field.className = "copied";
  field.readOnly = true;
  field.rows = 12;
  field.setAttribute("aria-label", say("The count as text"));
  field.value = text;
  root.append(field);
  field.focus();
  field.select();
}
