"""A game: the only owner of a deck. It keeps the truth to itself and gives each seat what it may see."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Callable, Iterable, Sequence

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.cards import Species
from arboretum.dealing import choose_species, dealing_order, hand_from, shuffle
from arboretum.errors import ArboretumError, OptionError, Stale
from arboretum.events import (
    NOBODY,
    PILE,
    Discarded,
    Drew,
    Ended,
    Event,
    Placed,
    Shuffled,
    Started,
    seen_by,
)
from arboretum.language import say
from arboretum.options import STANDARD, Options
from arboretum.record import Record
from arboretum.rules.jit import below, stream
from arboretum.score import Score
from arboretum.setup import Setup, check_players, commitment
from arboretum.state import State
from arboretum.view import View

Keep = Callable[[Event], None]
"""What is told each true event as it happens: the store of whoever runs the game."""


class Game:
    """
    One game, from the shuffle to the score.

    Ask it for views, play actions into it, and when it is over for its score and record. The truth goes only
    to `keep`, the store of whoever runs the game.
    """

    def __init__(self, setup: Setup, events: Iterable[Event], *, keep: Keep | None = None) -> None:
        """
        Go on with a game whose first events are these, at least the shuffle; `keep` is told the later ones.

        The events must be legal: those of a record are checked by `Record.verify`.
        """
        self.setup = setup
        self._log: list[Event] = []
        self._state = State.begin(setup)
        self._views = {seat: (0, View.begin(setup, seat)) for seat in (*range(setup.seats), NOBODY)}
        """By seat, its view when it was last asked for, and how many events had happened then."""
        for event in events:
            self._fold(event)
        first = self._log[0] if self._log else None
        if not isinstance(first, Shuffled):
            raise ArboretumError(say("A game begins with its shuffled deck: there is none among these events."))
        self._deck = first.deck
        self._keep = keep
        for event in self._opening(len(self._log)):
            self._append(event)
        self._end_if_over()

    def __copy__(self) -> Game:
        """A game of its own that stands where this one stands and keeps nothing: to try something out."""
        trial = Game.__new__(Game)
        trial.setup, trial._deck, trial._state, trial._keep = self.setup, self._deck, self._state, None
        trial._log, trial._views = self._log.copy(), self._views.copy()
        return trial

    @classmethod
    def new(
        cls,
        players: Sequence[str],
        options: Options = STANDARD,
        *,
        species: Sequence[Species] | None = None,
        seed: int | None = None,
        began: str | None = None,
        keep: Callable[[Setup], Keep] | None = None,
    ) -> Game:
        """
        Shuffle, deal and start (clauses S1-S5).

        players: 2-4 names, by seat. species: those in play, else drawn at random. seed: a whole number from 0
        up, for practice, tests and research, which the record will tell; else the system's generator.
        keep: called once with the setup, gives the store that is told every event. Raises OptionError.
        """
        names = check_players(players)
        if isinstance(options.start, int) and options.start >= len(names):
            raise OptionError(
                say(
                    "Seat {start} cannot start: there are {seats} players, from seat 0.",
                    start=options.start,
                    seats=len(names),
                )
            )
        if seed is not None and seed < 0:
            raise OptionError(say("A seed is a whole number from 0 up, not {seed}.", seed=seed))
        chance = stream(*([secrets.randbits(256)] if seed is None else [seed]))
        chosen = choose_species(species, len(names), options, chance)
        event = shuffle(chosen, options, seed, chance)
        setup = Setup(
            players=names,
            options=options,
            species=None if options.species == "secret" else chosen,
            commitment=commitment(event.salt, event.deck, event.removed),
            shuffled_by="system" if seed is None else "seed",
            began=began,
        )
        start = below(chance, len(names)) if options.start == "random" else int(options.start)
        store = keep(setup) if keep else None
        if store:
            store(event)
            store(Started(start))
        return cls(setup, [event, Started(start)], keep=store)

    @property
    def is_over(self) -> bool:
        """The last turn is complete, and everything was shown (clauses E1, E4)."""
        return self._state.is_over

    @property
    def seat(self) -> int:
        """The seat that is to act."""
        return self._state.seat

    @property
    def version(self) -> int:
        """How many events any seat has seen; a new one makes it one more."""
        return len(self.view(NOBODY).seen)

    def view(self, seat: int) -> View:
        """What a seat, or NOBODY, knows now."""
        if seat not in self._views:
            raise ValueError(f"There is no seat {seat}: seats are 0 to {self.setup.seats - 1}, {NOBODY} looks on.")
        folded, view = self._views[seat]
        if folded < len(self._log):
            seen = (seen_by(event, seat) for event in self._log[folded:])
            view = view.after(*(event for event in seen if event is not None))
            self._views[seat] = len(self._log), view
        return view

    def play(self, seat: int, action: Action, *, at: int | None = None) -> Event:
        """
        Do what a seat asks, and return what it sees of it.

        at: the `version` the seat chose this at; another one is refused. Raises IllegalAction, NotYourTurn,
        Stale; then nothing has changed.
        """
        if at is not None and at != self.version:
            raise Stale(
                say(
                    "{action} was chosen after event {at}, but {now} events have happened: look again.",
                    action=action,
                    at=at,
                    now=self.version,
                ),
                reason="STALE",
                action=action,
                seat=seat,
                phase=self._state.phase.name,
            )
        self._state.check(seat, action)
        event = self._resolve(seat, action)
        self._append(event)
        self._end_if_over()
        seen = seen_by(event, seat)
        assert seen is not None
        return seen

    @property
    def score(self) -> Score:
        """The final score. Raises ArboretumError while the game runs."""
        if not self.is_over:
            raise ArboretumError(say("The game is not over: its score would show hidden cards. Ask for a view."))
        return self._final

    @functools.cached_property
    def _final(self) -> Score:
        """The score, counted once the last turn is complete: what is shown then does not change it."""
        return self._state.score

    def record(self) -> Record:
        """The whole game, with everything shown. Raises ArboretumError while the game runs."""
        if not self.is_over:
            raise ArboretumError(say("The game is not over: its record would show hidden cards. Ask for a view."))
        return Record(self.setup, tuple(self._log))

    def _resolve(self, seat: int, action: Action) -> Event:
        """What happens when a seat does this: the truth adds the card that only it knows."""
        match action:
            case DrawPile():
                return Drew(seat, PILE, self._deck[len(self._deck) - self._state.pile_size])
            case DrawDiscard(other):
                return Drew(seat, other, self._state.discards[other].top)
            case Place(card, cell):
                return Placed(seat, card, cell)
            case Discard(card):
                return Discarded(seat, card)

    def _append(self, event: Event) -> None:
        """One more event: kept first, then folded into the truth; into a view when that is asked for."""
        if self._keep:
            self._keep(event)
        self._fold(event)

    def _fold(self, event: Event) -> None:
        self._log.append(event)
        self._state = self._state.after(event)

    def _opening(self, already: int) -> list[Event]:
        """The events from the shuffle to the first decision that have not happened yet (S3, S5, O4)."""
        seats = self.setup.seats
        options = self.setup.options
        if already < 2:
            start = secrets.randbelow(seats) if options.start == "random" else int(options.start)
        else:
            start = self._state.starter
        hands = [hand_from(self._deck, seat, seats, start, options) for seat in dealing_order(seats, start)]
        return [self._log[0], Started(start), *hands][already:]

    def _end_if_over(self) -> None:
        """Show everything when the last turn is complete (clauses E1, E4)."""
        if not self._state.is_over or isinstance(self._log[-1], Ended):
            return
        deck = self._log[0]
        assert isinstance(deck, Shuffled)
        score = self._final
        assert score.totals is not None
        assert score.winners is not None
        self._append(
            Ended(
                hands=tuple(tuple(hand) for hand in self._state.hands),
                removed=deck.removed,
                deck=deck.deck,
                salt=deck.salt,
                seed=deck.seed,
                totals=score.totals,
                winners=score.winners,
            )
        )
