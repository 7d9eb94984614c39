"""
Whether an event of a record is what the rules allow at that moment, and if not, which clause it breaks.

The referee asks the rules what they are asked when somebody plays. It works on any knowledge of a game: where
a card was not seen (None), it checks what can be told without it.
"""

from __future__ import annotations

from arboretum.cards import HAND_SIZE, Card
from arboretum.dealing import dealing_order, hand_from, has_first_discard
from arboretum.errors import IllegalAction
from arboretum.events import (
    PILE,
    Dealt,
    Decided,
    Discarded,
    Drew,
    Ended,
    Event,
    Placed,
    Shuffled,
    Started,
    action_of,
)
from arboretum.language import say
from arboretum.legality import check
from arboretum.piles import Hand
from arboretum.records.decks import check_deck
from arboretum.records.ending import check_ending, is_unseen
from arboretum.records.reading import Breach
from arboretum.rules.position import NOWHERE, UNKNOWN, Position
from arboretum.rules.turn import in_hand, leave_unseen, revealed
from arboretum.setup import Setup
from arboretum.table import Phase, Table


class Referee:
    """Follows one game, event by event."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._shuffled: Shuffled | None = None
        self._starter: int | None = None
        self._dealt = 0
        self._ended = False

    def admit(self, table: Table, position: Position, event: Event) -> None:
        """
        Raise Breach if this event cannot come next; else take note of it.

        table: as it is before the event; position: a copy of its position, which may be changed.
        """
        if self._ended:
            raise Breach(say("nothing happens after the end of the game"), "E1")
        match event:
            case Shuffled():
                self._admit_shuffle(event)
            case Started():
                self._admit_start(event)
            case Dealt():
                self._admit_hand(table, position, event)
            case Drew() | Placed() | Discarded():
                self._admit_decision(table, position, event)
            case Ended():
                if not table.is_over:
                    raise Breach(say("the game is not over: {why}", why=_what_is_left(table)), "E1")
                check_ending(table, position, event, self._shuffled)
                self._ended = True

    def _admit_shuffle(self, event: Shuffled) -> None:
        """The deck is shuffled before anything else (clause S3)."""
        if self._shuffled is not None or self._starter is not None:
            raise Breach(say("the deck is shuffled once, before anything else"), "S3")
        check_deck(self._setup, event)
        self._shuffled = event

    def _admit_start(self, event: Started) -> None:
        """The game starts once, with the seat that option O5 names if it names one (clause S5)."""
        named = self._setup.options.start
        if self._starter is not None:
            raise Breach(say("the game starts once"), "S5")
        if named not in ("random", event.seat):
            raise Breach(
                say(
                    "seat {seat} starts, but the table named seat {named} (option O5)",
                    seat=event.seat,
                    named=named,
                ),
                "S5",
            )
        self._starter = event.seat

    def _admit_hand(self, table: Table, position: Position, event: Dealt) -> None:
        """Each seat gets its hand once, in the dealing order (clauses S3, S4, option O4)."""
        if self._starter is None:
            raise Breach(say("a hand is dealt before it is known who starts"), "S5")
        if self._dealt == table.seats:
            raise Breach(say("every hand has been dealt already"), "S3")
        due = dealing_order(table.seats, self._starter)[self._dealt]
        if event.seat != due:
            raise Breach(say("the next hand is dealt to {player}", player=table.players[due]), "S3")
        if len(event.cards) != HAND_SIZE:
            raise Breach(
                say(
                    "{player} is dealt {count} cards: a hand has {size}",
                    player=table.players[due],
                    count=len(event.cards),
                    size=HAND_SIZE,
                ),
                "S3",
            )
        self._check_first_discard(table, event, self._starter)
        if self._shuffled is None:
            for card in (*event.cards, event.discard):
                self._see(table, position, card)
        else:
            self._compare(table, event, self._shuffled, self._starter)
        self._dealt += 1

    def _check_first_discard(self, table: Table, event: Dealt, starter: int) -> None:
        """A first card on the discard pile is there where option O4 wants one (else clause S4)."""
        wanted = has_first_discard(event.seat, starter, table.options)
        if wanted and event.discard is None:
            raise Breach(
                say("{player} begins with a card as discard pile", player=table.players[event.seat]), "O4"
            )
        if not wanted and event.discard is not None:
            clause = "S4" if table.options.opening == "none" else "O4"
            raise Breach(
                say("{player} begins with an empty discard pile", player=table.players[event.seat]), clause
            )

    def _compare(self, table: Table, event: Dealt, shuffled: Shuffled, starter: int) -> None:
        """A hand is what the deck gives (clause S3, option O4)."""
        true = hand_from(shuffled.deck, event.seat, table.seats, starter, table.options)
        player = table.players[event.seat]
        if event.cards != true.cards:
            raise Breach(
                say("the deck gives {player} {cards}", player=player, cards=" ".join(map(str, true.cards))), "S3"
            )
        if event.discard != true.discard:
            raise Breach(
                say("the deck gives {player} {discard} as discard pile", player=player, discard=true.discard), "O4"
            )

    def _admit_decision(self, table: Table, position: Position, event: Decided) -> None:
        """A draw, a placing or a discard is legal (clauses T1-T4), and a drawn card is the one that lay there."""
        if self._dealt < table.seats:
            raise Breach(say("a turn is played before every hand was dealt"), "S3")
        action = action_of(event)
        if isinstance(event, Placed | Discarded) and event.seat == table.seat:
            self._suppose(table, position, event.seat, event.card)
        try:
            check(table, position, lambda _seat: Hand(), event.seat, action)
        except IllegalAction as refusal:
            raise _breach(table, event, refusal) from None
        if isinstance(event, Drew):
            self._check_drawn(table, position, event)
        elif table.setup.slots.number(event.card) is None:
            raise _not_in_hand(
                table, event
            )  # a hand with unseen cards could hold any card of this game, but not it

    def _suppose(self, table: Table, position: Position, seat: int, card: Card) -> None:
        """Let a card that was not seen be one of the unknown ones of a hand, if it can be."""
        number = table.setup.slots.number(card)
        if number is None or in_hand(position, seat, number) != NOWHERE:
            return
        if in_hand(position, seat, UNKNOWN) != NOWHERE and is_unseen(position, number):
            self._check_species(table, position, number)
            revealed(position, seat, number)

    def _check_drawn(self, table: Table, position: Position, event: Drew) -> None:
        """A drawn card is the top card of its source (clauses T2, S3)."""
        if event.source != PILE:
            top = table.discards[int(event.source)].top
            if event.card != top:
                raise Breach(
                    say("{card} is not the top of that discard pile: {top} is", card=event.card, top=top), "T2"
                )
        elif self._shuffled is None:
            self._see(table, position, event.card)
        else:
            top = self._shuffled.deck[len(self._shuffled.deck) - table.pile_size]
            if event.card != top:
                raise Breach(
                    say("{card} is not the next card of the deck: {top} is", card=event.card, top=top), "S3"
                )

    def _see(self, table: Table, position: Position, card: Card | None) -> None:
        """A card from the draw pile is seen for the first time: it is in the game and was nowhere (S1, S2)."""
        if card is None:
            return
        number = table.setup.slots.number(card)
        if number is None:
            raise Breach(say("{title} is not in this game", title=card.species.title), "S2")
        if not is_unseen(position, number):
            raise Breach(say("{card} was seen elsewhere already: there is one", card=card), "S1")
        self._check_species(table, position, number)
        leave_unseen(position, number)

    def _check_species(self, table: Table, position: Position, number: int) -> None:
        """A card does not show more species than are in play, where they are secret (clause S2, option O3)."""
        unseen = [int(card) >> 3 for card in position.unseen[: position.unseen_size]]
        shown = {slot for slot in range(position.slots) if unseen.count(slot) < 8} | {number >> 3}
        if len(shown) > table.setup.species_in_play:
            count = table.setup.species_in_play
            raise Breach(
                say(
                    "{card} would be of one species more than the {count}",
                    card=table.setup.slots.card(number),
                    count=count,
                ),
                "S2",
            )


def _breach(table: Table, event: Decided, refusal: IllegalAction) -> Breach:
    """A refused action as a breach of a clause."""
    player = table.players[event.seat]
    match refusal.reason:
        case "NOT_YOUR_TURN":
            clause = "E1" if table.is_over else "S5" if table.phase == Phase.DRAW_FIRST else "T1"
        case "WRONG_PHASE":
            clause = "T1"
        case "NOT_IN_HAND":
            assert isinstance(event, Placed | Discarded)
            return _not_in_hand(table, event)
        case "NOT_ADJACENT" | "CELL_TAKEN":
            clause = "T3"
        case _:
            clause = "T2"
    return Breach(say("{player} cannot do this. {refusal}", player=player, refusal=refusal), clause)


def _not_in_hand(table: Table, event: Placed | Discarded) -> Breach:
    clause = "T3" if isinstance(event, Placed) else "T4"
    return Breach(
        say("{card} is not in {player}'s hand", card=event.card, player=table.players[event.seat]), clause
    )


def _what_is_left(table: Table) -> str:
    """Why a game is not over."""
    if table.pile_size:
        return say("the draw pile has {pile_size} cards", pile_size=table.pile_size)
    return say("the turn in which the draw pile became empty is not complete")
