"""What runs in the browser: how much of it there is, that it is all ours to serve, and that its types hold."""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path

import pytest

from web_client import run
from web_server import serving

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

import check_js

STATIC = check_js.STATIC
TEMPLATES = STATIC.parent / "templates"
AT_ONCE, EVER, MOST_IN_A_FILE = 4500, 5500, 299
"""Lines that a page runs at once, and with all that it loads when it is wanted; lines of one file."""
FIRST_PAGE, TABLE = 60_000, 90_000
"""Bytes, compressed, of what a browser fetches before all works, without pictures: the home page; the table."""

NAMES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
"""Names of languages, which look like addresses and are never asked for."""


def text_files(*ends: str) -> list[Path]:
    """Our files with these ends, and not those of others."""
    found = [path for path in STATIC.rglob("*") if path.suffix in ends and "vendor" not in path.parts]
    return sorted([*found, *(TEMPLATES.glob("*.html") if ".html" in ends else ())])


def test_there_is_not_much_of_it() -> None:
    """Whoever looks after a page can read all that it ever runs."""
    lines = {path: len(path.read_text().splitlines()) for path in text_files(".js")}
    assert {str(path): count for path, count in lines.items() if count > MOST_IN_A_FILE} == {}
    entries = [path for path in lines if path.name == "main.js"]
    assert len(entries) > 0
    for entry in entries:
        for most, page in ((AT_ONCE, needed(entry)), (EVER, needed(entry, later=True))):
            count = sum(lines.get(path, 0) for path in page)
            assert 500 < count <= most, (entry, count)


def test_every_file_asks_for_its_types_to_be_checked() -> None:
    for path in text_files(".js"):
        assert path.read_text().startswith("// @ts-check\n"), path.name
        assert not re.search(r"@ts-(ignore|nocheck|expect-error)", path.read_text()), path.name


def test_nothing_names_another_host() -> None:
    for path in text_files(".js", ".css", ".html", ".svg"):
        text = path.read_text()
        for name in NAMES:
            text = text.replace(name, "")
        assert not re.findall(r"(?:https?|wss?):?//[\w.-]+", text), path.name
        assert "@import" not in text, path.name


def test_no_script_and_no_style_stands_in_a_page() -> None:
    """The policy forbids them; a browser would say so only where that page is looked at."""
    for path in text_files(".html", ".js"):
        text = re.sub(r"\{#.*?#\}|/\*.*?\*/|^\s*//.*$", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
        markup = "\n".join(re.findall(r"<[a-z][^>]*", text)) if path.suffix == ".html" else text
        assert not re.search(r"<style\b", text), path.name
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), path.name
        assert not re.search(r"""<[^<>]*\s(?:style|on[a-z]+)=""", markup), path.name
        assert not re.search(r"\beval\(|new Function\(|innerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG", text), (
            path.name
        )


LOADED = r"""(?:^|;)\s*(?:import|export)\b[^"';(]*?["'](\.[^"']+)["']"""
"""A module that is loaded before the one that names it runs."""
LATER = r"""\bimport\(\s*["'](\.[^"']+)["']"""
"""A module that is loaded when it is wanted."""


COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
"""What types are written in; a module that a type names is not loaded."""


def needed(entry: Path, *, later: bool = False) -> set[Path]:
    """A module and all it imports before it runs; `later` also what it imports when that is wanted."""
    found: set[Path] = set()
    due = [entry]
    while due:
        path = due.pop()
        if path in found:
            continue
        found.add(path)
        text = COMMENT.sub("", path.read_text())
        names = re.findall(LOADED, text, re.MULTILINE)
        names += re.findall(LATER, text) if later else []
        due += [(path.parent / name).resolve() for name in names]
    return found


def test_the_first_page_is_small() -> None:
    """The home page and the table, each with every style, script and module that it needs, as they are sent."""
    sizes: dict[str, int] = {}

    async def measure() -> None:
        async with serving() as server:
            visitor = server.visitor()
            played = await visitor.form("/play")
            for page in ("/", str(played.header("location"))):
                html = (await visitor.get(page, accept_encoding="gzip")).body
                text = gzip.decompress(html).decode() if html.startswith(b"\x1f\x8b") else html.decode()
                asked = re.findall(r"""(?:src|href)="/static/\w+/([\w./-]+\.(?:css|js))""", text)
                assert len(asked) > 3, page
                files = {STATIC / name for name in asked}
                for name in asked:
                    if name.endswith("main.js"):
                        files |= needed(STATIC / name)
                assert page == "/" or len(files) > 20
                packed = [len(gzip.compress(path.read_bytes())) for path in files]
                sizes[page] = len(gzip.compress(text.encode())) + sum(packed)

    run(measure)
    home, table = sizes.values()
    assert 5_000 < home < FIRST_PAGE, home
    assert home < table < TABLE, table


def test_its_types_hold() -> None:
    """As `make check` has it, which installs what is needed; here it is done where that was done."""
    if not check_js.is_installed():
        pytest.skip("TypeScript is not in .venv/js yet: `make check` puts it there, and checks the types.")
    done = check_js.check(check_js.compiler())
    assert done.returncode == 0, done.stdout


def test_a_wrong_type_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not check_js.is_installed():
        pytest.skip("TypeScript is not in .venv/js yet: `make check` puts it there, and checks the types.")
    wrong = tmp_path / "wrong.js"
    wrong.write_text("/** @param {number} n */\nexport function half(n) {\n  return n.length / 2;\n}\n")
    monkeypatch.setattr(check_js, "own_files", lambda: [wrong])
    monkeypatch.setattr(check_js, "PLAN", tmp_path / "tsconfig.json")
    done = check_js.check(check_js.compiler())
    assert done.returncode != 0
    assert "length" in done.stdout


def test_without_node_a_sentence_tells_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.delenv("CI", raising=False)
    assert check_js.main() == 0
    assert "install nodejs" in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    assert check_js.main() == 1
