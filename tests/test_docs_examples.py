"""The generated page says what the examples say, and the rules point at examples that are there."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import render_examples  # noqa: E402  (the folder of tools is not a package)

import example_files  # noqa: E402
from example_kinds import SPECIES  # noqa: E402

RULES = (ROOT / "docs" / "3-rules.md").read_text(encoding="utf-8")
PAGE = render_examples.PAGE.read_text(encoding="utf-8")
CLAUSES = list(render_examples.CLAUSES)


def test_the_page_is_fresh() -> None:
    fresh = render_examples.render(example_files.load())
    assert fresh == PAGE, "run python tools/render_examples.py"


def test_check_says_when_the_page_is_not_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert render_examples.main(["--check"]) == 0
    stale = tmp_path / "page.md"
    monkeypatch.setattr(render_examples, "PAGE", stale)
    assert render_examples.main(["--check"]) == 1
    stale.write_text(PAGE.replace("oak", "elm"), encoding="utf-8")
    assert render_examples.main(["--check"]) == 1
    assert "render_examples.py" in capsys.readouterr().out
    assert render_examples.main([]) == 0
    assert stale.read_text(encoding="utf-8") == PAGE


@pytest.mark.parametrize("example", [example.id for example in example_files.load()])
def test_every_example_is_on_the_page(example: str) -> None:
    assert PAGE.count(f'<a id="{example.lower()}"></a>') == 1


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_rules_have_every_clause_and_show_an_example_of_it(clause: str) -> None:
    """From its number to the next one, a clause links to an example of that very clause, E3 and its like too."""
    start = RULES.index(f'<a id="{clause.lower()}"></a>**{clause}. ')
    following = RULES.find('<a id="', start + 1)
    linked = set(re.findall(r"4-scoring-by-example\.md#(\w+)", RULES[start:following]))
    shown = {example.id.lower() for example in example_files.load() if example.clause == clause}
    assert linked & shown, f"{clause} links to no example of its own"


def test_clauses_stand_in_order() -> None:
    found = re.findall(r'^<a id="\w+"></a>\*\*(\w+)\. ', RULES, flags=re.MULTILINE)
    assert sorted(found) == sorted(CLAUSES)
    assert len(found) == len(set(found))
    for letter in "STERPWO":
        group = [clause for clause in found if clause[0] == letter]
        assert group == sorted(group)


@pytest.mark.parametrize("page", ["3-rules.md", "4-scoring-by-example.md"])
def test_links_lead_somewhere(page: str) -> None:
    texts = {"3-rules.md": RULES, "4-scoring-by-example.md": PAGE}
    links = re.findall(r"\]\(([\w-]*\.md)?#([\w-]+)\)", texts[page])
    assert links
    for target, anchor in links:
        text = texts[target or page]
        headings = {
            words.lower().replace(" ", "-") for words in re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
        }
        assert anchor in headings or f'<a id="{anchor}"></a>' in text, f"{target}#{anchor}"


def test_the_rules_name_all_species_in_order_and_say_whose_game_it_is() -> None:
    table = re.findall(r"^\| ([A-Z]{2}) \| ([\w ]+?) \|", RULES, flags=re.MULTILINE)
    assert table == [(code, title) for title, code in SPECIES.items()]
    assert "unofficial" in RULES
    assert "Dan Cassar" in RULES
