// @ts-check
/**
 * Light, dark, or as the system says: applied before the first paint, remembered in this browser.
 * A plain script at the head of each page; its button, which brings its words along, is shown once it can work.
 */
(() => {
  const order = /** @type {const} */ (["system", "light", "dark"]);
  /** @typedef {typeof order[number]} Theme */

  /** @returns {Theme} */
  function chosen() {
    try {
      return order.find((theme) => theme === localStorage.getItem("theme")) ?? "system";
    } catch {
      return "system"; // Storage is switched off: the choice then lasts as long as the page.
    }
  }

  /** @param {Theme} theme */
  function apply(theme) {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  /** @param {Theme} theme */
  function keep(theme) {
    try {
      if (theme === "system") localStorage.removeItem("theme");
      else localStorage.setItem("theme", theme);
    } catch {
      // Storage is switched off.
    }
  }

  let now = chosen();
  apply(now);
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".theme"))) {
      const show = () => {
        button.dataset.now = now;
        const said = button.dataset[now] ?? "";
        button.title = said;
        button.setAttribute("aria-label", `${said}. ${button.dataset.change}`);
      };
      button.addEventListener("click", () => {
        now = order[(order.indexOf(now) + 1) % order.length];
        apply(now);
        keep(now);
        show();
      });
      show();
      button.hidden = false;
    }
  });
})();
