// @ts-check
/** The arrow keys go along a row of keys. @param {KeyboardEvent} event */
export function along(event) {
  const row = /** @type {HTMLElement} */ (event.currentTarget);
  const all = /** @type {HTMLElement[]} */ ([...row.querySelectorAll("button")]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const ahead = getComputedStyle(row).direction === "rtl" ? -1 : 1;
  const wide = Number(getComputedStyle(row).getPropertyValue("--n")) || all.length;
  const step = { ArrowRight: ahead, ArrowLeft: -ahead, ArrowDown: wide, ArrowUp: -wide, Home: -at, End: all.length - 1 - at }[event.key];
  if (step === undefined || at < 0 || !all[at + step]) return;
  event.preventDefault();
  all[at + step].focus();
}
