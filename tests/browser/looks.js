// Judges of a page, for looks.py: each is run in the page that it is about.

const named = (each) => `${each.localName}.${each.className.baseVal ?? each.className}`;

/** What is wider than the window. */
function sticksOut() {
  const room = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth <= room) return [];
  const wide = [...document.body.querySelectorAll("*")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.right > room + 1 || box.left < -1;
  });
  return wide.slice(0, 5).map(named);
}

/** The element with the focus, and whether it is hidden or has no ring; "end" where it was before, or none is. */
function focused() {
  const on = document.activeElement;
  window.met ??= new Set();
  if (!on || on === document.body || window.met.has(on)) return "end";
  window.met.add(on);
  const box = on.getBoundingClientRect();
  const spots = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9], [0.5, 0.05], [0.5, 0.95]];
  on.style.pointerEvents = "auto"; // what a finger goes through is seen all the same
  const seen = spots.some(([x, y]) => {
    const top = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
    return top && (on.contains(top) || (top.closest("label")?.contains(on) ?? false));
  });
  on.style.pointerEvents = "";
  const ringed = [on, on.closest("label"), on.firstElementChild].some((each) => {
    const style = each && getComputedStyle(each);
    return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  const text = on.ariaLabel ?? on.textContent.trim().slice(0, 40);
  return `${named(on)} ${text}: ${seen ? "" : "is hidden; "}${ringed ? "" : "has no ring; "}`;
}

/** Space text as WCAG 1.4.12 lets readers do. */
function spaceText() {
  const wide = new CSSStyleSheet();
  wide.replaceSync(`*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}
    p{margin-bottom:2em!important}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, wide];
}

/** Text that is cut off by a box which does not scroll. */
function cutOff() {
  const says = (each) => [...each.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  const cut = [];
  for (const each of document.body.querySelectorAll("*")) {
    if (!says(each) || each.closest(".sr, svg, [aria-hidden=true]")) continue;
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    for (let around = each; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      const kinds = [style.overflowX, style.overflowY];
      if (kinds.includes("auto") || kinds.includes("scroll")) break;
      if (!kinds.includes("hidden") && !kinds.includes("clip")) continue;
      if (isOver(each, around)) cut.push(`${named(each)} "${each.textContent.trim().slice(0, 40)}" in ${named(around)}`);
    }
  }
  return cut;
}

function isOver(each, around) {
  if (around === each) return each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2;
  const [box, frame] = [each.getBoundingClientRect(), around.getBoundingClientRect()];
  return box.right > frame.right + 1 || box.left < frame.left - 1 || box.bottom > frame.bottom + 2 || box.top < frame.top - 2;
}
