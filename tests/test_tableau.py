"""An arboretum by itself: what can be laid, and what is refused."""

from __future__ import annotations

import pytest

from arboretum import Card, Cell, ScoreError, Tableau
from arboretum.cards import CARDS

OK5, OK6 = Card.parse("OK5"), Card.parse("OK6")


def test_one_more_card() -> None:
    assert Tableau().placing(OK5, Cell(3, 3)) == {Cell(3, 3): OK5}
    laid = Tableau([(Cell(0, 0), OK5)])
    assert laid.placing(OK6, Cell(0, -1)).best_path("Oak") is not None
    assert len(laid) == 1
    with pytest.raises(ScoreError, match="OK5 lies there"):
        laid.placing(OK6, Cell(0, 0))
    with pytest.raises(ScoreError, match="no card is beside it"):
        laid.placing(OK6, Cell(1, 1))
    with pytest.raises(ScoreError, match="there is only one OK5"):
        laid.placing(OK5, Cell(0, 1))


def test_what_can_not_be_an_arboretum() -> None:
    with pytest.raises(ScoreError, match="Cell 0,0 has two cards, OK5 and OK6"):
        Tableau([(Cell(0, 0), OK5), (Cell(0, 0), OK6)])
    with pytest.raises(ScoreError, match="is not next to the rest"):
        Tableau([(Cell(0, 0), OK5), (Cell(1, 1), OK6)])
    with pytest.raises(ScoreError, match="only one OK5"):
        Tableau([(Cell(0, 0), OK5), (Cell(0, 1), OK5)])


def test_twenty_steps_can_be_scored_and_no_more() -> None:
    row = [(Cell(x, 0), CARDS[x]) for x in range(21)]
    assert Tableau(row).points
    with pytest.raises(ScoreError, match="21 steps across"):
        Tableau([*row, (Cell(21, 0), CARDS[21])])
    with pytest.raises(ScoreError, match="21 steps across"):
        Tableau(row).placing(CARDS[21], Cell(21, 0))


def test_a_board_of_all_thirteen_species_is_scored_whole() -> None:
    """More species than one pass can follow: a path for the first and for the last."""
    cells = [Cell(x, y) for y in range(2) for x in range(13)]
    cards = [Card(8 * kind + value - 1) for value in (2, 5) for kind in range(13)]
    tableau = Tableau.bare(dict(zip(cells, cards, strict=True)))
    assert len(tableau.points) == 13
    assert set(tableau.points.values()) == {2}
    assert [str(path) for path in tableau.paths.values()][::12] == ["BS2 BS5", "WI2 WI5"]
