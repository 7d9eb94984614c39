"""What is on a picture, in words: for who cannot see it, and for programs that show links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from arboretum.cards import Card
from arboretum.cells import Cell
from arboretum.language import say, say_many
from arboretum.score import Score
from arboretum.table import Phase, Table
from arboretum.tableau import Path, Tableau


def rows_told(cards: Mapping[Cell, Card]) -> str:
    """The cards of an arboretum, row by row."""
    return " / ".join(str(Tableau.trusted(dict(cards))).splitlines())


def arboretum_told(cards: Mapping[Cell, Card], paths: Iterable[Path]) -> str:
    """An arboretum and the paths that are drawn through it."""
    lines = [say("No card lies here yet.")]
    if cards:
        lines = [say("Row by row, from the north: {rows}.", rows=rows_told(cards))]
    for path in paths:
        lines.append(
            say(
                "{species}: {path} is worth {points} ({why}).",
                species=path.species.title,
                path=path,
                points=path.points,
                why=path.why,
            )
        )
    return "\n".join(lines)


def score_told(score: Score) -> str:
    """A scored table: who won, every arboretum and hand, and every species."""
    lines = [score.explain_win()]
    for seat, player in enumerate(score.players):
        lines.append(_arboretum_of(player, score.tableaux[seat]))
        hand = score.hands[seat]
        unknown = say("{player}'s hand is not known.", player=player)
        lines.append(unknown if hand is None else _hand_of(player, len(hand), hand))
    return "\n".join([*lines, *map(score.explain, score.species)])


def table_told(table: Table, hands: Sequence[Sequence[Card]]) -> str:
    """A position: every arboretum and pile, and of the hands their size and what is known of them."""
    lines = [turn_told(table), pile_told(table)]
    for seat, player in enumerate(table.players):
        top = table.discards[seat].top
        lines.append(_arboretum_of(player, table.tableaux[seat]))
        lines.append(
            say("{player}'s discard pile is empty.", player=player)
            if top is None
            else say("{card} lies on top of {player}'s discard pile.", card=top, player=player)
        )
        lines.append(_hand_of(player, table.hand_sizes[seat], hands[seat]))
    return "\n".join(lines)


def _arboretum_of(player: str, cards: Mapping[Cell, Card]) -> str:
    if not cards:
        return say("{player} has placed no card.", player=player)
    return say("{player}'s arboretum, row by row from the north: {rows}.", player=player, rows=rows_told(cards))


def _hand_of(player: str, size: int, known: Sequence[Card]) -> str:
    held = say_many("{player} holds {count} card.", "{player} holds {count} cards.", size, player=player)
    if not known:
        return held
    cards = " ".join(map(str, known))
    if len(known) == size:
        return say("{player} holds {cards}.", player=player, cards=cards)
    return f"{held} {say('Known of them: {cards}.', cards=cards)}"


def turn_told(table: Table) -> str:
    """How far a game is."""
    if table.is_over:
        return say("The game is over.")
    turn, player = table.turn, table.players[table.seat]
    match table.phase:
        case Phase.DRAW_FIRST:
            return say("Turn {turn}: {player} is to draw.", turn=turn, player=player)
        case Phase.DRAW_SECOND:
            return say("Turn {turn}: {player} is to draw once more.", turn=turn, player=player)
        case Phase.PLACE:
            return say("Turn {turn}: {player} is to place a card.", turn=turn, player=player)
        case _:
            return say("Turn {turn}: {player} is to discard.", turn=turn, player=player)


def pile_told(table: Table) -> str:
    """What is left to draw."""
    return say_many(
        "{count} card is left in the draw pile.", "{count} cards are left in the draw pile.", table.pile_size
    )
