"""A game at one keyboard, from wherever it stands to its end: whoever keeps it, persons play it like this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from arboretum.actions import Action
from arboretum.bots.ask import ask
from arboretum.bots.bot import Bot, Budget
from arboretum.events import NOBODY, Discarded
from arboretum.game import Game
from arboretum.telling import paragraph, turns
from arboretum.tui.counsel import Counsel, HomeCounsel
from arboretum.tui.plain import Person
from arboretum.tui.terminal import Terminal
from arboretum.view import View

TIME: Final = Budget(seconds=0.5)
"""What a bot has for a decision: it makes four a turn, and a person waits."""


class Left(Exception):
    """A person wants to leave while others are to act."""


class Interrupted(Exception):
    """Something happened that makes a question void: look again, then ask again."""


class Sitting(Protocol):
    """Who keeps the game that is played at a keyboard: this process, or a server."""

    @property
    def persons(self) -> Sequence[int]:
        """The seats that are played at this keyboard."""

    @property
    def counsel(self) -> Counsel:
        """Who advises them."""

    def turn(self) -> View | None:
        """
        Wait until one of them is to act: what it sees then. None when the game is over.

        Raises Left, EOFError where the input ends.
        """

    def do(self, seat: int, actions: Sequence[Action]) -> str:
        """Play these, all or none: empty if they were played, else why not, as a sentence."""

    def view(self, seat: int) -> View:
        """What one of them, or NOBODY where several are, has seen so far."""


class AtHome:
    """A game that this process keeps; its bots play at once."""

    def __init__(self, game: Game, bots: Mapping[int, Bot]) -> None:
        self._game = game
        self._bots = bots
        self.persons = [seat for seat in range(game.setup.seats) if seat not in bots]
        self.counsel: Counsel = HomeCounsel(self.persons)

    def turn(self) -> View | None:
        """See Sitting. Raises BotError for a bot that fails, OSError if the record cannot be written."""
        game = self._game
        while not game.is_over and game.seat in self._bots:
            game.play(game.seat, ask(self._bots[game.seat], game.view(game.seat), TIME))
        return None if game.is_over else game.view(game.seat)

    def do(self, seat: int, actions: Sequence[Action]) -> str:
        """See Sitting: nothing else can have happened. Raises OSError if the record cannot be written."""
        for action in actions:
            self._game.play(seat, action)
        return ""

    def view(self, seat: int) -> View:
        """See Sitting."""
        return self._game.view(seat)


def play_on(
    game: Game, bots: Mapping[int, Bot], terminal: Terminal, *, stacked: bool = False, warns: bool = False
) -> bool:
    """
    Play a game of this process until it is over (True) or a person leaves the table (False).

    bots: by seat; the other seats are persons at this keyboard. Raises EOFError where the input ends,
    BotError for a bot that fails, OSError if the record cannot be written. Each event that happened is kept.
    """
    return sit(AtHome(game, bots), terminal, stacked=stacked, warns=warns)


def sit(sitting: Sitting, terminal: Terminal, *, stacked: bool = False, warns: bool = False) -> bool:
    """
    Play until the game is over (True) or a person leaves the table (False).

    Raises EOFError where the input ends, and what the sitting raises.
    """
    shared = len(sitting.persons) > 1
    person = Person(terminal, counsel=sitting.counsel, shared=shared, stacked=stacked, warns=warns)
    try:
        while (view := sitting.turn()) is not None:
            try:
                actions = person.decide(view)
            except Interrupted:
                continue
            if actions is None:
                raise Left
            if refusal := sitting.do(view.me, actions):
                person.refuse(refusal)
    except (EOFError, KeyboardInterrupt):
        person.cover()
        raise
    except Left:
        person.cover()
        return False
    _tell_the_end(sitting, terminal)
    return True


def _tell_the_end(sitting: Sitting, terminal: Terminal) -> None:
    """What the others did after a person last moved, and that the game is over; to who looked on that alone."""
    persons = sitting.persons
    me = persons[0] if len(persons) == 1 else NOBODY
    view = sitting.view(me)
    last = max(
        (at for at, e in enumerate(view.seen) if isinstance(e, Discarded) and e.seat in persons), default=-1
    )
    terminal.say("")
    for group in turns(view.seen[last + 1 :]):
        terminal.tell(paragraph(group, view.players, me), "  ")
