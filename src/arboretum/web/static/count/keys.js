// @ts-check
/** The keys of the count: on, back, straight to the result. A button that has the focus keeps its own keys. */

/**
 * @param {import("./count.js").Count} count
 * @returns {(event: KeyboardEvent) => void}
 */
export function keysFor(count) {
  return (event) => {
    if (count.isOver || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const on = /** @type {Element} */ (event.target);
    if (on.matches("input,select,textarea") && event.key !== "Escape") return;
    const pressed = on.closest("button,a,summary") !== null;
    if (event.key === "ArrowRight" || (event.key === " " && !pressed)) count.press();
    else if (event.key === "ArrowLeft") count.back();
    else if (event.key === "Escape") count.skip();
    else return;
    event.preventDefault();
  };
}
