"""
The loader of the worked examples in `tests/examples/*.toml`; it refuses what the schema does not know.

It needs the standard library only, since `tools/render_examples.py` uses it too.
An example is one `[[example]]`; its `kind` says which fields it has (`example_kinds`).
Cards, cells, decisions and so on are text in them (`example_text`).
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from example_kinds import (
    SPECIES,
    Example,
    FlowExample,
    LengthExample,
    Line,
    PathExample,
    RightExample,
    SetupExample,
    Step,
    TableExample,
    TieExample,
    Worth,
)
from example_text import (
    all_seats,
    by_seat,
    cards,
    cells,
    codes,
    decisions,
    numbers,
    phase,
    points,
    seat,
    seats,
    tableau,
)

FOLDER = Path(__file__).parent / "examples"
CLAUSE = re.compile("[STERPWO][1-7]")
ABSENT = object()


class ExampleError(ValueError):
    """An example that does not follow the schema; the text names file, example and field."""


class Fields:
    """One table of a file, whose fields are taken one by one; `done` refuses what is left."""

    def __init__(self, table: dict[str, Any], where: str) -> None:
        self.left = dict(table)
        self.where = where

    def take(self, name: str, kind: type | tuple[type, ...], default: Any = ABSENT) -> Any:  # noqa: ANN401
        """The value of a field of this type. A default makes it optional."""
        value = self.left.pop(name, default)
        if value is ABSENT:
            raise ExampleError(f"{self.where}: the field {name} is missing")
        if value is not default and (not isinstance(value, kind) or isinstance(value, bool) != (kind is bool)):
            raise ExampleError(f"{self.where}: {name} cannot be {value!r}")
        return value

    def read(self, name: str, reader: Callable[[Any], Any], default: Any = ABSENT) -> Any:  # noqa: ANN401
        """The value of a field, read by a function. What the function raises becomes an ExampleError."""
        value = self.take(name, object, default)
        if value is default:
            return default
        try:
            return reader(value)
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            raise ExampleError(f"{self.where}: {name} cannot be {value!r} ({error})") from None

    def done(self) -> None:
        """Refuse fields that nobody asked for."""
        if self.left:
            raise ExampleError(f"{self.where}: there is no field {', '.join(self.left)}")


# The kinds.


def _head(fields: Fields) -> dict[str, Any]:
    """The fields of every example."""
    clause = fields.take("clause", str)
    if not CLAUSE.fullmatch(clause):
        raise ExampleError(f"{fields.where}: there is no clause {clause}")
    return {
        "id": fields.take("id", str),
        "clause": clause,
        "title": fields.take("title", str),
        "note": fields.take("note", str, ""),
    }


def _worth(fields: Fields) -> Worth:
    path = fields.read("path", cards, ())
    why = fields.take("why", str, "")
    worth = Worth(fields.read("species", SPECIES.__getitem__), fields.take("points", int), path, why)
    if not (bool(path) == bool(why) == bool(worth.points)):
        raise ExampleError(f"{fields.where}: path, why and points go together")
    return worth


def _path(fields: Fields) -> PathExample:
    head = _head(fields)
    laid = fields.read("tableau", tableau)
    worths = [_worth(fields)]
    for table in fields.take("also", list, []):
        worths.append(_worth(also := Fields(table, fields.where + ", also")))
        also.done()
    return PathExample(**head, tableau=laid, worths=tuple(worths))


def _right(fields: Fields) -> RightExample:
    return RightExample(
        **_head(fields),
        options=fields.take("options", dict, {}),
        hands=fields.read("hands", all_seats(cards)),
        species=fields.read("species", SPECIES.__getitem__),
        sums=fields.read("sums", numbers),
        right=fields.read("right", seats),
        cancelled=fields.read("cancelled", seats, ()),
    )


def _tie(fields: Fields) -> TieExample:
    return TieExample(
        **_head(fields),
        totals=fields.read("totals", numbers),
        species_placed=fields.read("species_placed", numbers),
        cards_placed=fields.read("cards_placed", numbers),
        winners=fields.read("winners", seats),
        winners_by_cards=fields.read("winners_by_cards", seats),
    )


def _line(table: dict[str, Any], where: str) -> Line:
    fields = Fields(table, where)
    line = Line(
        fields.read("species", SPECIES.__getitem__),
        fields.read("sums", numbers),
        fields.read("right", seats),
        fields.read("points", points),
        fields.read("paths", lambda paths: tuple(map(cards, paths))),
    )
    fields.done()
    return line


def _table(fields: Fields) -> TableExample:
    return TableExample(
        **_head(fields),
        tableaux=fields.read("tableaux", all_seats(tableau)),
        hands=fields.read("hands", all_seats(cards)),
        lines=tuple(_line(table, fields.where + ", line") for table in fields.take("line", list)),
        totals=fields.read("totals", points),
        species_placed=fields.read("species_placed", numbers, ()),
        winners=fields.read("winners", seats, ()),
        winners_by_cards=fields.read("winners_by_cards", seats, ()),
    )


def _step(table: dict[str, Any], where: str) -> Step:
    fields = Fields(table, where)
    step = Step(
        do=fields.read("do", decisions, ()),
        says=fields.take("says", str),
        acts=fields.read("acts", seat, None),
        phase=fields.read("phase", phase, None),
        turns=fields.take("turns", int, None),
        pile=fields.take("pile", int, None),
        hands=fields.read("hands", by_seat(cards), {}),
        hand_sizes=fields.read("hand_sizes", numbers, None),
        discards=fields.read("discards", by_seat(cards), {}),
        known=fields.read("known", by_seat(cards), {}),
        draws=fields.read("draws", decisions, None),
        cells=fields.read("cells", cells, None),
        refused=fields.read("refused", decisions, ()),
        shown=fields.take("shown", bool, False),
        removed=fields.read("removed", codes, None),
    )
    fields.done()
    return step


def _flow(fields: Fields) -> FlowExample:
    head = _head(fields)
    kinds = fields.read("species", codes)
    given = fields.read("deck", cards)
    rest = [code + str(value) for code in kinds for value in range(1, 9)]
    deck = (*given, *(card for card in rest if card not in given))
    first = fields.read("starter", seat)
    players = fields.take("players", int)
    turns = []
    for number, line in enumerate(fields.take("before", str, "").strip().splitlines()):
        letter, rest_of_line = line.split(maxsplit=1)
        if seat(letter) != (first + number) % players:
            raise ExampleError(f"{fields.where}: it is not the turn of {letter} in {line!r}")
        turns.append(decisions(rest_of_line))
    steps = fields.take("step", list)
    return FlowExample(
        **head,
        players=players,
        species=kinds,
        options=fields.take("options", dict, {}),
        starter=first,
        deck=deck,
        before=tuple(turns),
        steps=tuple(_step(table, f"{fields.where}, step {n}") for n, table in enumerate(steps, 1)),
    )


def _setup(fields: Fields) -> SetupExample:
    return SetupExample(
        **_head(fields),
        players=fields.take("players", int),
        options=fields.take("options", dict, {}),
        species=fields.read("species", codes, None),
        species_in_play=fields.take("species_in_play", int),
        cards=fields.take("cards", int),
        pile=fields.take("pile", int),
        hand=fields.take("hand", int),
        discards=fields.read("discards", numbers),
        acts=fields.read("acts", seats),
        may_be_in_play=fields.read("may_be_in_play", codes),
    )


def _length(fields: Fields) -> LengthExample:
    return LengthExample(
        **_head(fields),
        players=fields.take("players", int),
        options=fields.take("options", dict, {}),
        shortest=fields.take("shortest", int),
        longest=fields.take("longest", int),
        largest=fields.take("largest", int),
    )


KINDS: dict[str, Callable[[Fields], Example]] = {
    "path": _path,
    "right": _right,
    "tie": _tie,
    "table": _table,
    "flow": _flow,
    "setup": _setup,
    "length": _length,
}


def load_file(path: Path) -> list[Example]:
    """The examples of one file, in its order. Raises ExampleError."""
    document = Fields(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
    examples = []
    for number, table in enumerate(document.take("example", list), 1):
        fields = Fields(table, f"{path.name}, {table.get('id', f'example {number}')}")
        examples.append(fields.read("kind", KINDS.__getitem__)(fields))
        fields.done()
    document.done()
    return examples


def load(folder: Path = FOLDER) -> list[Example]:
    """All examples, by id. Raises ExampleError for a fault or for an id that is there twice."""
    examples = [example for path in sorted(folder.glob("*.toml")) for example in load_file(path)]
    ids = [example.id for example in examples]
    for name in ids:
        if ids.count(name) > 1:
            raise ExampleError(f"two examples are called {name}")
    return examples
