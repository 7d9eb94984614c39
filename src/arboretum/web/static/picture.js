// @ts-check
/** Addresses of pictures: in the colours that the page has now, to be kept as a file. */

/** @param {string} path such as "/t/x/picture.png?at=20" */
export function pictureAt(path) {
  const chosen = document.documentElement.dataset.theme;
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const sign = path.includes("?") ? "&" : "?";
  return `${path}${sign}${dark ? "theme=dark&" : ""}download`;
}
