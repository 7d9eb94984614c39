"""One source, run twice: interpreted and compiled, bit for bit the same; and the stream they share."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import arboretum
from arboretum.bots.rollout import random_games, random_turn
from arboretum.rules import jit
from arboretum.rules.jit import below, compiled, next_word, shuffled, stream
from arboretum.rules.layout import Packed
from arboretum.rules.position import BOARD, EMPTY, FURTHEST, NORTH, ON_BOARD, OPEN, OVER, STEPS, Pad, Position
from arboretum.rules.sheet import Sheet

needs_numba = pytest.mark.skipif(not jit.can_compile(), reason="Numba is not installed")
SOURCE = Path(arboretum.__file__).parent


def games(function: object, seats: int, count: int) -> tuple[bytes, ...]:
    """The bytes of everything that so many random games leave behind."""
    position, sheet, chance = Position(), Sheet(), stream(5, seats)
    totals = np.zeros((count, seats), np.uint8)
    function(position.rows, sheet.rows, chance, totals)  # type: ignore[operator]
    return totals.tobytes(), position.rows.tobytes(), sheet.rows.tobytes(), chance.tobytes()


@needs_numba
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_and_interpreted_games_are_the_same_to_the_bit(seats: int) -> None:
    assert games(random_games, seats, 60) == games(compiled(random_games), seats, 60)


@needs_numba
def test_the_compiled_stream_is_the_interpreted_one() -> None:
    for seed in (0, 1, 2**64 - 1, 2**200):
        plain, fast = stream(seed), stream(seed)
        assert [next_word(plain) for _ in range(200)] == [compiled(next_word)(fast) for _ in range(200)]
        assert [below(plain, n) for n in range(1, 128)] == [compiled(below)(fast, n) for n in range(1, 128)]
        assert plain == fast


def test_the_stream_is_what_its_paper_says() -> None:
    """xorshift64*, state 1: the first words by the plain definition."""
    state, words = 1, []
    for _ in range(5):
        state ^= state >> 12
        state ^= (state << 25) % 2**64
        state ^= state >> 27
        words.append(state * 0x2545F4914F6CDD1D % 2**64 >> 8)
    chance = np.array([1], np.uint64)
    assert [next_word(chance) for _ in range(5)] == words


def test_seeds_are_all_different_and_zero_is_one() -> None:
    states = {int(stream(seed)[0]) for seed in range(1000)} | {int(stream(0, seed)[0]) for seed in range(1000)}
    assert len(states) == 2000
    assert int(stream(2**64)[0]) not in states
    assert stream(0)[0] != 0
    with pytest.raises(ValueError, match="from 0 up"):
        stream(-1)


def test_a_shuffle_is_uniform_card_by_position_and_neighbour_by_neighbour() -> None:
    """Twenty thousand shuffles of six: each card in each place, and after each other card, as often."""
    chance, rounds, size = stream(3), 20_000, 6
    places: Counter[tuple[int, int]] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for _ in range(rounds):
        order = shuffled(list(range(size)), chance)
        assert sorted(order) == list(range(size))
        places.update(enumerate(order))
        pairs.update(itertools.pairwise(order))
    for counts, expected, freedom in ((places, rounds / size, 25), (pairs, rounds / size, 29)):
        chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
        assert abs(chi_square - freedom) < 4 * math.sqrt(2 * freedom)


@pytest.mark.long
@needs_numba
def test_an_edit_of_a_called_rule_is_seen_by_the_compiled_one(tmp_path: Path) -> None:
    """Numba's own cache would play the old rule: a copy of the package is run, edited, and run again."""
    copy = tmp_path / "arboretum"
    subprocess.run(
        [sys.executable, "-c", f"import shutil; shutil.copytree({str(SOURCE)!r}, {str(copy)!r})"], check=True
    )
    script = (
        "import numpy as np\n"
        "from arboretum.bots.rollout import random_games\n"
        "from arboretum.rules.jit import compiled, stream\n"
        "from arboretum.rules.position import Position\n"
        "from arboretum.rules.sheet import Sheet\n"
        "totals = np.zeros((200, 2), np.uint8)\n"
        "compiled(random_games)(Position().rows, Sheet().rows, stream(0), totals)\n"
        "print(totals.sum())\n"
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "ARBORETUM_CACHE": str(tmp_path / "cache")}

    def run() -> int:
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True
        )
        return int(done.stdout)

    before = run()
    assert run() == before
    paths = copy / "rules" / "paths.py"
    text = paths.read_text()
    assert "FOR_EIGHT: Final = 2" in text
    paths.write_text(text.replace("FOR_EIGHT: Final = 2", "FOR_EIGHT: Final = 5"))
    assert run() > before


TWO_RECORDS = """
import sys
import numpy as np
from arboretum.rules.jit import compiled, rule
from arboretum.rules.layout import record_of
@rule
def of_one(rows):
    return record_of(rows, 0).number
@rule
def of_both(whole, real):
    return record_of(whole, 0).number + record_of(real, 0).number
whole, real = np.ones(1, [("number", "u1")]), np.ones(1, [("number", "f8")])
if sys.argv[1] == "first":
    compiled(of_one)(whole)
else:
    compiled(of_one)(real)
    print(compiled(of_both)(whole, real))
"""


@needs_numba
def test_a_rule_from_the_cache_is_not_taken_for_one_of_another_record(tmp_path: Path) -> None:
    """Processes that meet records in another order give them other numbers, which are not to be in names."""
    program = tmp_path / "two.py"
    program.write_text(TWO_RECORDS)
    for words in ("first", "second"):
        done = subprocess.run(
            [sys.executable, str(program), words],
            env=os.environ | {"ARBORETUM_CACHE": str(tmp_path / "cache")},
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-500:]
    assert done.stdout == "2.0\n"


@needs_numba
def test_a_terminal_is_told_why_the_first_use_takes_a_while(tmp_path: Path) -> None:
    """And neither a pipe, nor the second use."""
    script = (
        "import sys\n"
        "sys.stderr.isatty = lambda: sys.argv[1] == 'terminal'\n"
        "from arboretum.rules.jit import below, compiled, stream\n"
        "compiled(below)(stream(1), 9)\n"
    )
    environment = os.environ | {"ARBORETUM_CACHE": str(tmp_path)}

    def told(where: str) -> str:
        command = [sys.executable, "-c", script, where]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stderr

    assert told("terminal").startswith("Compiling the rules")
    assert told("terminal") == ""
    environment["ARBORETUM_CACHE"] = str(tmp_path / "other")
    assert told("pipe") == ""


@needs_numba
def test_where_no_cache_can_be_written_it_says_so_once_and_works(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    script = (
        "import warnings\n"
        "from arboretum.rules.jit import below, compiled, stream\n"
        "with warnings.catch_warnings(record=True) as said:\n"
        "    warnings.simplefilter('always')\n"
        "    from arboretum.rules.jit import next_word\n"
        "    assert compiled(below)(stream(1), 9) == below(stream(1), 9)\n"
        "    compiled(next_word)\n"
        "print(len(said), said[0].message)\n"
    )
    environment = os.environ | {"ARBORETUM_CACHE": str(blocked)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.startswith("1 No cache folder can be written")


def test_without_numba_everything_works_interpreted() -> None:
    script = (
        "import sys, warnings\n"
        "sys.modules['numba'] = None\n"
        "import numpy as np\n"
        "from arboretum.bots.rollout import random_games\n"
        "from arboretum.rules.jit import compiled, stream\n"
        "from arboretum.rules.position import Position\n"
        "from arboretum.rules.sheet import Sheet\n"
        "with warnings.catch_warnings(record=True) as said:\n"
        "    warnings.simplefilter('always')\n"
        "    totals = np.zeros((3, 2), np.uint8)\n"
        "    compiled(random_games)(Position().rows, Sheet().rows, stream(5, 2), totals)\n"
        "    compiled(random_games)\n"
        "print(len(said), totals.tolist())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    totals = np.zeros((3, 2), np.uint8)
    random_games(Position().rows, Sheet().rows, stream(5, 2), totals)
    assert done.stdout == f"1 {totals.tolist()}\n"


def test_records_are_packed_and_read_alike_by_both() -> None:
    for kind in (Position, Pad, Sheet):
        assert not kind.dtype.isalignedstruct
        fields = kind.dtype.fields
        assert fields is not None
        assert kind.dtype.itemsize == sum(field[0].itemsize for field in fields.values())
        record: Packed = kind()
        for name, (dtype, *_) in fields.items():
            value = getattr(record, name)
            if dtype.shape:
                assert value.shape == dtype.shape, name
                value[(dtype.shape[0] - 1, *(n - 1 for n in dtype.shape[1:]))] = 77
            else:
                setattr(record, name, 77)
            assert 77 in np.ravel(record.rows[name]), name


def test_the_torus_has_no_false_neighbours() -> None:
    """No two cells that matter share a number: the shortest vector of the lattice has 22 steps."""
    shortest = min(
        abs(x) + abs(y)
        for x in range(-40, 41)
        for y in range(-40, 41)
        if (x, y) != (0, 0) and (x + NORTH * y) % BOARD == 0
    )
    assert shortest == 22
    cards = 17  # clause E3
    across = cards - 1
    assert across + 2 + 1 < shortest, "open cells on both sides, and their neighbours"


def test_the_number_of_a_cell_tells_its_x_and_y() -> None:
    numbers = {x + NORTH * y for x in range(-FURTHEST, FURTHEST + 1) for y in range(-FURTHEST, FURTHEST + 1)}
    assert len(numbers) == (2 * FURTHEST + 1) ** 2
    assert max(numbers) < 2**15, "it fits into its field"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_derived_fields_say_what_they_should(seats: int) -> None:
    """After every turn: unseen cards and their places, the board, and the open cells, made anew from the cards."""
    from arboretum.bots.rollout import random_deal

    chance = stream(8, seats)
    for _ in range(15):
        position = Position()
        random_deal(position, chance, seats)
        while position.phase != OVER:
            random_turn(position, chance)
            for at in range(position.unseen_size):
                assert position.unseen_at[position.unseen[at]] == at
            assert position.unseen_size == position.pile_size
            for seat in range(seats):
                _check_board(position, seat)


def _check_board(position: Position, seat: int) -> None:
    laid = {position.tableau_cells[seat, at]: at for at in range(position.tableau_size[seat])}
    beside = {cell + step for cell in laid for step in STEPS} - laid.keys() or {0}
    listed = {position.open_cells[seat, at] for at in range(position.open_size[seat])}
    assert listed == beside
    assert len(listed) == position.open_size[seat]
    cards = {cell & ON_BOARD: position.tableau_cards[seat, at] + 1 for cell, at in laid.items()}
    expected = cards | {cell & ON_BOARD: OPEN for cell in beside}
    assert len(expected) == len(laid) + len(beside)
    for place in range(BOARD):
        assert position.board[seat, place] == expected.get(place, EMPTY)


def test_a_frozen_record_stays_as_it_is_and_its_copy_does_not() -> None:
    """Whichever of its faces was used before: a number, a field, the rows."""
    for used in ("", "hands", "rows"):
        position = Position()
        position.turns = 3
        position.hands[1, 2] = 7
        if used:
            getattr(position, used)
        before = bytes(position.copy().rows.tobytes())
        frozen = position.freeze()
        with pytest.raises(TypeError):
            frozen.turns = 4
        for field in (frozen.hands, frozen.hand_size, frozen.tableau_cells):
            with pytest.raises(TypeError):
                field[(0,) * field.ndim] = 1
        with pytest.raises(ValueError, match="read-only"):
            frozen.rows["turns"] = 4
        assert frozen.rows.tobytes() == before
        twin = frozen.copy()
        twin.turns, twin.hands[1, 2] = 5, 8
        twin.rows["seat"] = 1
        assert (twin.turns, twin.hands[1, 2], twin.seat) == (5, 8, 1)
        assert (frozen.turns, frozen.hands[1, 2], frozen.seat) == (3, 7, 0)
