"""Whether the end of a record shows what is true, and gives the result that the rules give (E4, R1-W3)."""

from __future__ import annotations

from collections import Counter

from arboretum.events import Ended, Shuffled
from arboretum.language import all_of, say
from arboretum.piles import Hand
from arboretum.records.decks import check_deck, check_removed, species_of
from arboretum.records.reading import Breach
from arboretum.rules.position import UNKNOWN, Position
from arboretum.score import Score
from arboretum.table import Table


def check_ending(table: Table, position: Position, event: Ended, shuffled: Shuffled | None) -> None:
    """
    Raise Breach if the end of a game that is over on this table says something else than the table.

    position: that of the table; shuffled: what the record told about the deck at its beginning, if it did.
    """
    for seat in range(table.seats):
        _check_hand(table, position, seat, event)
    twice = [card for card, n in Counter(card for hand in event.hands for card in hand).items() if n > 1]
    if twice:
        raise Breach(say("{twice} is shown twice: there is one", twice=twice[0]), "S1")
    _check_opening(table, event, shuffled)
    _check_result(table, event)


def final_score(table: Table, event: Ended) -> Score:
    """The score of a finished game by the rules (clauses R1-W3)."""
    return Score.count(
        table.tableaux,
        [Hand(hand) for hand in event.hands],
        players=table.players,
        species=species_of(table.setup, event.removed),
        options=table.options,
    )


def _check_hand(table: Table, position: Position, seat: int, event: Ended) -> None:
    """Raise Breach if a hand cannot be what the end shows (clause E4)."""
    player, hand = table.players[seat], event.hands[seat]
    held = [position.hands[seat, at] for at in range(position.hand_size[seat])]
    known = {table.setup.slots.card(number) for number in held if number != UNKNOWN}
    if len(hand) != len(held):
        raise Breach(
            say(
                "{player} holds {count} cards, and the end shows {found}",
                player=player,
                count=len(held),
                found=len(hand),
            ),
            "E4",
        )
    for card in sorted(known - set(hand)):
        raise Breach(say("{player} holds {card}, and the end does not show it", player=player, card=card), "E4")
    for card in hand:
        number = table.setup.slots.number(card)
        if card not in known and (number is None or not is_unseen(position, number)):
            raise Breach(say("{card} was not in {player}'s hand", card=card, player=player), "E4")


def is_unseen(position: Position, number: int) -> bool:
    """Whether it is not known where the card of this number is."""
    return number in list(position.unseen[: position.unseen_size])


def _check_opening(table: Table, event: Ended, shuffled: Shuffled | None) -> None:
    """Raise Breach if removed species, deck, salt or seed are not those of the game (clause E4)."""
    if shuffled is not None:
        for name in ("deck", "removed", "salt", "seed"):
            if getattr(event, name) != getattr(shuffled, name):
                raise Breach(say("the {name} that the end shows is not that of the shuffle", name=name), "E4")
        return
    if event.deck or table.setup.commitment:
        check_deck(table.setup, event)
    check_removed(table.setup, event.removed)
    seen = {card.species for hand in event.hands for card in hand}
    seen.update(
        card.species for cards in (*table.discards, *(t.values() for t in table.tableaux)) for card in cards
    )
    for species in sorted(seen.intersection(event.removed)):
        raise Breach(
            say("{title} was in the game, and the end says that it was removed", title=species.title), "E4"
        )


def _check_result(table: Table, event: Ended) -> None:
    """Raise Breach if totals or winners are not those of the rules (clauses R1-W3)."""
    score = final_score(table, event)
    assert score.totals is not None
    assert score.winners is not None
    for player, total, told in zip(table.players, score.totals, event.totals, strict=True):
        if total != told:
            raise Breach(
                say("{player} has {total} points, not {told}", player=player, total=total, told=told), "R1-P3"
            )
    if event.winners != score.winners:
        level = [seat for seat, total in enumerate(score.totals) if total == max(score.totals)]
        clause = "W2" if len(score.winners) < len(level) else "W3" if len(level) > 1 else "W1"
        if not set(event.winners) <= set(level):
            clause = "W1"
        names = all_of(table.players[seat] for seat in event.winners) if event.winners else say("nobody")
        raise Breach(
            say("the record says that {names} won, but {result}", names=names, result=score.explain_win()),
            clause,
        )
