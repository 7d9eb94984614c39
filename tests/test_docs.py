"""The README and the pages say what is true: their examples run, and nothing that exists is left out."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import arboretum
from arboretum import errors
from arboretum.cli import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def text_of_all_pages() -> str:
    return "\n".join(page.read_text() for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_with_a_prompt_give_what_they_say(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)[0] == 0


@pytest.mark.parametrize(
    "name", [module.name for module in pkgutil.walk_packages(arboretum.__path__, "arboretum.")]
)
def test_docstrings_give_what_they_say(name: str) -> None:
    if name != "arboretum.__main__":
        assert doctest.testmod(importlib.import_module(name))[0] == 0


def test_the_bot_of_the_readme_plays(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    bots = [block for block in blocks if "class Gardener" in block]
    assert len(bots) == 1
    exec(compile(bots[0], "README.md", "exec"), {})
    assert "gardener" in capsys.readouterr().out


def test_the_table_of_the_readme_scores(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from arboretum.cli import commands

    block = re.search(r"\$ cat table.txt\n(.*?)\$ arboretum score", (ROOT / "README.md").read_text(), re.DOTALL)
    assert block is not None
    table = tmp_path / "table.txt"
    table.write_text(block[1])
    result = CliRunner().invoke(commands, ["score", str(table)])
    assert result.exit_code == 0, result.output
    assert "Ada" in result.output


def test_every_command_is_documented() -> None:
    text = text_of_all_pages()
    for command in COMMANDS:
        assert f"arboretum {command}" in text, command


def test_every_exception_is_documented() -> None:
    text = text_of_all_pages()
    names = [name for name, value in vars(errors).items() if isinstance(value, type)]
    for name in names:
        if issubclass(getattr(errors, name), errors.ArboretumError):
            assert f"`{name}`" in text, name


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_prose_has_one_sentence_a_line() -> None:
    """So that a change of a sentence is a change of a line."""
    for page in PAGES:
        if page.read_text().startswith("<!-- Made by"):
            continue  # generated: a title of one example is a paragraph
        prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        for number, line in enumerate(prose.splitlines(), 1):
            if not line.startswith(("|", "#", "    ", "*", "-", "<!--")) and not re.match(r"[0-9]+\. ", line):
                assert not re.search(r"[a-z]{3}\. [A-Z][a-z]", line), f"{page.name}, line {number}: {line}"
