"""
Render the worked examples of `tests/examples` into `docs/4-scoring-by-example.md`.

    python tools/render_examples.py           write the page
    python tools/render_examples.py --check   say whether the page is fresh, and write nothing

It needs the standard library only.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

from example_words import (  # noqa: E402
    TITLES,
    cards,
    decision_code,
    drawing,
    grid,
    options_line,
    players,
    step_facts,
    turns_words,
)

from example_files import load  # noqa: E402  (the folders of tests and tools are not packages)
from example_kinds import (  # noqa: E402
    LETTERS,
    Example,
    FlowExample,
    LengthExample,
    Line,
    PathExample,
    RightExample,
    SetupExample,
    TableExample,
    TieExample,
    Worth,
)

PAGE = ROOT / "docs" / "4-scoring-by-example.md"

INTRODUCTION = """\
<!-- Made by tools/render_examples.py from tests/examples. Edit the examples and run it again. -->

# 4. Scoring by example

For everyone who wants to see a rule at work, or to settle an argument at the table.
Each example stands under the clause of [the rules](3-rules.md) that it shows.
The same examples are run as tests against the program, so this page and the program cannot disagree.

How to read them:

- A card is a species and a value: `OK6` is the oak 6.
- An arboretum is drawn as it lies on the table, and `...` is an empty cell.
- Cards in brackets, such as `[OK6]`, are the path that scores.
- Players are A, B, C and D, clockwise.
- The cell `2,-1` lies two to the east and one to the south of the first card.
- In a score, `-` stands for no right to score, and `?` for what is not known.
- In turns written short, `+` draws from the draw pile and `+<B` from the discard pile of B.
- Also in turns written short, `OK5@2,-1` places a card and `-OK5` discards one.
"""

SECTIONS = {
    "Paths": "P1 P2 P3",
    "The right to score": "R1 R2 R3 R4 O2 R5",
    "The winner": "W1 W2 W3 O1",
    "Setting up": "S1 S2 S3 S4 S5 O3 O4 O5 O7",
    "A turn": "T1 T2 T3 T4 T5 T6 O6",
    "The end": "E1 E2 E3 E4",
}

CLAUSES = {
    "S1": "the cards",
    "S2": "species for a number of players",
    "S3": "the deal",
    "S4": "empty discard piles",
    "S5": "who starts",
    "T1": "four steps",
    "T2": "drawing",
    "T3": "placing",
    "T4": "discarding",
    "T5": "the size of a hand",
    "T6": "what is public",
    "E1": "the last turn",
    "E2": "the last card",
    "E3": "how long a game is",
    "E4": "everything is shown",
    "R1": "hand sums",
    "R2": "the 1 against the 8",
    "R3": "the highest sum",
    "R4": "a species nobody holds",
    "R5": "a right without a path",
    "P1": "what a path is",
    "P2": "what a path is worth",
    "P3": "which path scores",
    "W1": "most points",
    "W2": "the tie-break",
    "W3": "a shared win",
    "O1": "which tie-break",
    "O2": "who scores a species nobody holds",
    "O3": "secret species",
    "O4": "opening discards",
    "O5": "a named starting player",
    "O6": "discard piles on screen",
    "O7": "names of the first edition",
}


# The kinds of examples.


def worth_line(worth: Worth) -> str:
    """What a species is worth, as an item of a list."""
    title = TITLES[worth.species]
    if not worth.path:
        return f"- {title}: no path."
    way = " → ".join(worth.path)
    return f"- {title}: {way} is worth **{worth.points}**: {worth.why}."


def render_path(example: PathExample) -> list[str]:
    """An arboretum with its path, and the points explained."""
    marked = drawing(example.tableau, example.worths[0].path)
    return [marked, "\n".join(map(worth_line, example.worths))]


def render_right(example: RightExample) -> list[str]:
    """Hands, sums and rights as a table."""
    title = TITLES[example.species]
    rows = [
        (
            LETTERS[seat],
            cards(hand),
            f"{example.sums[seat]}" + (" (the 8 counts 0)" if seat in example.cancelled else ""),
            "yes" if seat in example.right else "no",
        )
        for seat, hand in enumerate(example.hands)
    ]
    return [grid(["player", "hand", f"sum of {title.lower()}", "has the right"], rows)]


def render_tie(example: TieExample) -> list[str]:
    """The figures of a tie as a table, and who wins."""
    figures = zip(example.totals, example.species_placed, example.cards_placed, strict=True)
    rows = [(LETTERS[seat], *row) for seat, row in enumerate(figures)]
    return [
        grid(["player", "points", "species placed", "cards placed"], rows),
        winners_line(example.winners, example.winners_by_cards),
    ]


def winners_line(winners: Sequence[int], by_cards: Sequence[int]) -> str:
    """Who wins by either tie-break."""
    return f"Winner: **{players(winners)}**. With the tie-break `cards`: {players(by_cards)}."


def line_cells(line: Line) -> list[object]:
    """One species of a whole score, as the cells of a row."""
    scored = [
        f"{points}: {' '.join(path)}" if path else points
        for points, path in zip(line.points, line.paths, strict=True)
    ]
    return [TITLES[line.species], ", ".join(map(str, line.sums)), players(line.right), *scored]


def render_table(example: TableExample) -> list[str]:
    """Hands, arboretums, and the whole score as a table."""
    parts = []
    letters = LETTERS[: len(example.hands)]
    for letter, board, hand in zip(letters, example.tableaux, example.hands, strict=True):
        parts.append(f"{letter} holds {cards(hand)}" + (" and has placed:" if board else "."))
        if board:
            parts.append(drawing(board))
    rows: list[Sequence[object]] = [line_cells(line) for line in example.lines]
    rows.append(("**total**", "", "", *(f"**{total}**" for total in example.totals)))
    if example.winners:
        rows.append(("species placed", "", "", *example.species_placed))
        rows.append(("cards placed", "", "", *map(len, example.tableaux)))
    parts.append(grid(["species", "hand sums", "right", *(f"points of {letter}" for letter in letters)], rows))
    if example.winners:
        parts.append(winners_line(example.winners, example.winners_by_cards))
    return parts


def render_flow(example: FlowExample) -> list[str]:
    """Decisions step by step, with what is so after each."""
    seat = example.starter
    in_order = example.deck == tuple(code + str(value) for code in example.species for value in range(1, 9))
    order = f"For once the deck lies in order, {' '.join(example.deck[:3])} and so on." if in_order else ""
    table = [f"{example.players} players; {LETTERS[seat]} starts.", order, options_line(example.options)]
    parts = [" ".join(filter(None, table))]
    if example.before:
        lines = []
        for turn in example.before:
            lines.append(f"{LETTERS[seat]}  {' '.join(map(decision_code, turn))}")
            seat = (seat + 1) % example.players
        parts.append(f"<details><summary>The deck, and the {len(example.before)} turns before</summary>")
        rows = [" ".join(example.deck[at : at + 16]) for at in range(0, len(example.deck), 16)]
        parts += ["\n".join(["```text", *rows, "", *lines, "```"]), "</details>"]
    items = []
    for step in example.steps:
        said, seat = turns_words(step.do, seat, example.players)
        items.append(" ".join(["-", *(f"**{words}**" for words in said), step.says]))
        items += ["  " + step_facts(step)] if step_facts(step) else []
    return [*parts, "\n".join(items)]


def render_setup(example: SetupExample) -> list[str]:
    """The figures of a set-up as a table."""
    rows = [
        ("players", example.players),
        ("species in play", example.species_in_play),
        ("species that a player must reckon with", f"`{' '.join(example.may_be_in_play)}`"),
        ("cards", example.cards),
        ("cards in each hand", example.hand),
        ("cards in the draw pile", example.pile),
        ("cards in the discard piles", ", ".join(f"{LETTERS[s]} {n}" for s, n in enumerate(example.discards))),
        ("who may be the starting player", players(example.acts)),
    ]
    return [part for part in (options_line(example.options), grid(["at the start", ""], rows)) if part]


def render_length(example: LengthExample) -> list[str]:
    """The bounds of a game in a sentence."""
    return [
        f"If every card is drawn from the draw pile while it lasts, the game has {example.shortest} turns. "
        f"If cards come from discard piles whenever they can, it has {example.longest}, "
        f"and the largest arboretum has {example.largest} cards."
    ]


RENDERERS: dict[type[Example], Callable[[Any], list[str]]] = {
    PathExample: render_path,
    RightExample: render_right,
    TieExample: render_tie,
    TableExample: render_table,
    FlowExample: render_flow,
    SetupExample: render_setup,
    LengthExample: render_length,
}


# The page.


def render_example(example: Example) -> list[str]:
    """One example: a heading that can be linked to, its note, its content."""
    heading = f'#### <a id="{example.id.lower()}"></a>{example.id}: {example.title}'
    note = [example.note] if example.note else []
    return [heading, *note, *RENDERERS[type(example)](example)]


def render(examples: Sequence[Example]) -> str:
    """The whole page."""
    parts = [INTRODUCTION.rstrip(), "The chapters:"]
    parts.append("\n".join(f"- [{title}](#{title.lower().replace(' ', '-')})" for title in SECTIONS))
    for title, clauses in SECTIONS.items():
        parts.append(f"## {title}")
        for clause in clauses.split():
            parts.append(f"### [{clause}](3-rules.md#{clause.lower()}): {CLAUSES[clause]}")
            for example in examples:
                if example.clause == clause:
                    parts += render_example(example)
    return "\n\n".join(parts) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or with `--check` compare it. Gives the exit status."""
    parser = argparse.ArgumentParser(description="Render the worked examples into docs/4-scoring-by-example.md.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is not fresh")
    page = render(load())
    if parser.parse_args(arguments).check:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
            print(f"{PAGE.name} does not say what tests/examples say: run python tools/render_examples.py.")
            return 1
        return 0
    PAGE.write_text(page, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
