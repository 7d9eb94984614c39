"""The kinds of games that the corpus of records must have, each with how such a record is told."""

from __future__ import annotations

from collections.abc import Callable

from arboretum import NOBODY, Game
from arboretum.events import PILE, Drew, Event, Shuffled
from arboretum.record import Record


def option(**wanted: object) -> Callable[[Record], bool]:
    """Complete games with these options."""
    return lambda record: (
        record.is_complete and all(getattr(record.setup.options, name) == value for name, value in wanted.items())
    )


def last_sources(record: Record) -> tuple[bool, bool]:
    """Whether the first and the second draw of the last turn came from the draw pile."""
    draws = [event for event in record.events if isinstance(event, Drew)][-2:]
    first, second = (draw.source == PILE for draw in draws)
    return first, second


def ended_with(first: bool, second: bool) -> Callable[[Record], bool]:
    """Complete games whose last turn drew like this."""
    return lambda record: record.is_complete and last_sources(record) == (first, second)


def leaders(record: Record) -> list[int]:
    """The seats with most points; none before the end."""
    if record.result is None:
        return []
    totals = record.result.totals
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def decided_by(tiebreak: str, positive: bool = True) -> Callable[[Record], bool]:
    """Ties that this tie-break decided."""

    def kind(record: Record) -> bool:
        tied = leaders(record)
        return (
            record.result is not None
            and record.setup.options.tiebreak == tiebreak
            and len(record.result.winners) < len(tied)
            and (max(record.result.totals) > 0) == positive
        )

    return kind


def shared(record: Record) -> bool:
    """Ties that nothing decides."""
    return record.result is not None and len(record.result.winners) > 1 and max(record.result.totals) > 0


def all_zero(record: Record) -> bool:
    """Ties in which nobody has a point."""
    return record.result is not None and not any(record.result.totals)


def line_to_the_south_west(record: Record) -> bool:
    """An arboretum of at least 15 cards that reaches from 0,0 to the west and the south only, in no block."""
    if not record.is_complete:
        return False
    for tableau in record.table.tableaux:
        long = len(tableau) >= 15 and len({cell.x + cell.y for cell in tableau}) == len(tableau)
        if long and all(cell.x <= 0 and cell.y <= 0 for cell in tableau):
            return True
    return False


def eight_cancelled(record: Record) -> bool:
    """Games in which another hand's 1 made an 8 count nothing (clause R2)."""
    return record.is_complete and any(seat is not None for seat in record.score.cancelled.values())


def nobody_holds(record: Record) -> bool:
    """Games that end with a species in nobody's hand (clause R4)."""
    return record.is_complete and any(not any(sums) for sums in record.score.sums.values())


def two_from_one_pile(record: Record) -> bool:
    """A turn with both draws from one discard pile (clause T2)."""
    return any(
        len(turn.draws) == 2 and turn.draws[0].source == turn.draws[1].source != PILE for turn in record.turns()
    )


def shuffled_again(record: Record, chosen: bool) -> bool:
    """Whether the record's seed still gives its deck, its species chosen or drawn."""
    told: list[Event] = []
    shuffled = record.events[0] if record.is_truth else None
    if not isinstance(shuffled, Shuffled) or shuffled.seed is None:
        return False
    species = record.setup.species if chosen else None
    Game.new(
        record.setup.players, record.setup.options, species=species, seed=shuffled.seed, keep=lambda _: told.append
    )
    return told[0] == shuffled


def turns_played(count: int) -> Callable[[Record], bool]:
    """Complete games of two with so many turns."""
    return lambda r: r.is_complete and r.setup.seats == 2 and r.table.turn == count


KINDS: dict[str, Callable[[Record], bool]] = {
    "two players": lambda record: record.is_complete and record.setup.seats == 2,
    "three players": lambda record: record.is_complete and record.setup.seats == 3,
    "four players": lambda record: record.is_complete and record.setup.seats == 4,
    "E1: the last card is drawn second, after one from the pile": ended_with(True, True),
    "E1: the last card is drawn second, after one from a discard pile": ended_with(False, True),
    "E2: the last card is drawn first, then one from a discard pile": ended_with(True, False),
    "T2: two cards from one discard pile": two_from_one_pile,
    "R2: an 8 is cancelled": eight_cancelled,
    "R4: nobody holds a species": nobody_holds,
    "W1: one leader": lambda record: len(leaders(record)) == 1,
    "W2: a tie is decided by species": decided_by("species"),
    "W2: a tie is decided by cards": decided_by("cards"),
    "W3: a shared win": shared,
    "W3: nobody has a point": all_zero,
    "O1: tie-break by cards": option(tiebreak="cards"),
    "O2: nobody scores an unheld species": lambda r: option(unheld="nobody")(r) and nobody_holds(r),
    "O3: secret species": option(species="secret"),
    "O4: opening discards": option(opening="first-edition"),
    "O5: the starting player is drawn": option(start="random"),
    "O5: the starting player is named": lambda r: r.is_complete and r.setup.options.start != "random",
    "O6: top card only": option(piles="top-card"),
    "O7: first edition's names": option(names="first"),
    "all defaults": lambda record: record.is_complete and not record.setup.options.changed,
    "a long line to the south-west": line_to_the_south_west,
    "E3: the shortest game of two": turns_played(17),
    "E3: the longest game of two": turns_played(33),
    "chosen species": lambda r: shuffled_again(r, chosen=True) and not shuffled_again(r, chosen=False),
    "an unfinished game": lambda r: r.is_truth and not r.is_complete and not r.damage and len(r.events) > 40,
    "a game cut off by a crash": lambda record: bool(record.damage),
    "a spectator's record": lambda record: record.me == NOBODY and record.is_complete,
    "a spectator's record of secret species": lambda record: (
        record.me == NOBODY and record.is_complete and record.setup.options.species == "secret"
    ),
    "a player's record while the game runs": lambda record: record.me in range(4) and not record.is_complete,
    "a player's record of a whole game": lambda record: record.me in range(4) and record.is_complete,
    "a game in the text notation": lambda record: record.source.endswith(".txt"),
    "a deck of the system's generator": lambda record: record.setup.shuffled_by == "system",
    "a game at a table, whose deck nobody noted": lambda r: r.result is not None and not r.result.deck,
}
"""By what it is for, how to tell a record of this kind."""
