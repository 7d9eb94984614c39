"""What `arboretum bench` measures: that it does what its names say."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from click.testing import CliRunner

from arboretum.cli import bench_inside, commands
from arboretum.cli.bench_inside import charted_boards, copies, played_worlds, views_in_the_middle
from arboretum.rules.jit import can_compile, compiled, stream
from arboretum.rules.layout import Rows
from arboretum.rules.position import DRAW_FIRST, UNKNOWN, Position
from arboretum.rules.sheet import Sheet

needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_position_in_the_middle_is_what_a_seat_knows(seats: int) -> None:
    rows = views_in_the_middle(seats)[:-1]
    assert set(rows["phase"]) == {DRAW_FIRST}
    assert set(rows["seats"]) == {seats}
    assert (rows["pile_size"] > 5).all()
    for row in rows:
        for seat in range(seats):
            hidden = np.count_nonzero(row["hands"][seat, :7] == UNKNOWN)
            assert hidden == 0 if seat == row["seat"] else hidden > 0


@needs_numba
def test_what_is_measured_is_the_same_interpreted() -> None:
    def copied(work: Callable[..., object]) -> bytes:
        rows = views_in_the_middle(2)
        work(rows.view(np.uint8).reshape(len(rows), -1), 5)
        assert rows[-1] == rows[4]
        return bytes(rows.tobytes())

    def played(work: Callable[..., object]) -> tuple[object, bytes]:
        rows = views_in_the_middle(3)
        points = work(rows, rows.view(np.uint8).reshape(len(rows), -1), Sheet().rows, stream(1), 20)
        return points, rows.tobytes()

    assert copied(copies) == copied(compiled(copies))
    assert played(played_worlds) == played(compiled(played_worlds))


def test_only_full_arboretums_are_charted(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def look(rows: Rows, sheets: Rows) -> int:
        assert rows.dtype == Position.dtype
        assert sheets.dtype == Sheet.dtype
        seen.extend(rows["tableau_size"][:, 0])
        return 0

    def replaced(rule: Callable[..., object]) -> Callable[..., object]:
        return look if rule is charted_boards else compiled(rule)

    monkeypatch.setattr(bench_inside, "compiled", replaced)
    assert bench_inside.chart_speed()() > 0
    assert set(seen) == {17}
    assert len(seen) > 3


@pytest.mark.long
def test_the_command_gives_every_figure() -> None:
    done = CliRunner().invoke(commands, ["bench", "--quick", "--json"])
    assert done.exit_code == 0, done.output
    results = json.loads(done.stdout)
    assert set(results["nanoseconds"]) == set(bench_inside.INSIDE)
    assert all(nanoseconds > 0 for nanoseconds in results["nanoseconds"].values())
    assert len(results["playouts_per_s"]) == 3
    shown = CliRunner().invoke(commands, ["bench", "--quick"])
    assert all(name in shown.stdout for name in [*bench_inside.INSIDE, "first compiled game, warm"])
