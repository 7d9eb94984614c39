"""
Pictures of every state of every page, to be looked at: `make look`, or `make look OF="dark turn"`.

Arguments: variants (light, dark, phone, german, zoom, forced, protanopia ...), and groups of states; all groups if
none is named. For each variant build/look/ gets a folder with a picture of each state, and a sheet of all.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE / "tests"))

from browser.all_states import GROUPS  # noqa: E402
from browser.running import Running  # noqa: E402 - from the tests
from browser.variants import DEFICIENCIES, VARIANTS, context  # noqa: E402

INTO = HERE / "build" / "look"


def look(browser: Browser, url: str, variant: str, groups: list[str]) -> Path:
    """Take a picture of each state; the sheet of all."""
    folder = INTO / variant
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png") if groups == list(GROUPS) else ():
        old.unlink()
    for group in groups:
        with contextlib.ExitStack() as gone:

            def come(gone: contextlib.ExitStack = gone) -> BrowserContext:
                made = context(browser, url, variant)
                gone.callback(made.close)
                return made

            for name, page in GROUPS[group](come):
                page.screenshot(path=folder / f"{name}.png")
    return sheet(browser, folder)


def sheet(browser: Browser, folder: Path) -> Path:
    """All pictures of a folder on one."""
    names = sorted(path.name for path in folder.glob("*.png"))
    figures = "".join(
        f"<figure><img src='{folder.as_uri()}/{name}'><figcaption>{name[:-4]}</figcaption></figure>"
        for name in names
    )
    style = (
        "body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:14px sans-serif;background:#888}"
        "figure{margin:0}img{max-width:620px;max-height:620px;display:block}"
    )
    html = folder / "sheet.html"
    html.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{figures}")
    page = browser.new_page(viewport={"width": 1900, "height": 1000})
    page.goto(html.as_uri())
    page.screenshot(path=folder.parent / f"{folder.name}.png", full_page=True)
    page.close()
    return folder.parent / f"{folder.name}.png"


def main(words: list[str]) -> int:
    """See the top of this file."""
    unknown = [word for word in words if word not in {*VARIANTS, *DEFICIENCIES, *GROUPS}]
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if unknown or path is None:
        known = f"Variants: {', '.join([*VARIANTS, *DEFICIENCIES])}. Groups: {', '.join(GROUPS)}."
        print(
            "There is no Chromium here: install the package chromium." if path is None else f"{unknown}? {known}"
        )
        return 1
    variants = [word for word in words if word not in GROUPS] or [*VARIANTS, *DEFICIENCIES]
    groups = [word for word in words if word in GROUPS] or list(GROUPS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Running(Path(folder) / "tables.db", seed=1)
        try:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            for variant in variants:
                print(look(browser, server.url, variant, groups))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
