"""A game at one keyboard, from wherever it stands to its end: persons and bots in turn."""

from __future__ import annotations

from collections.abc import Mapping

from arboretum.bots.ask import ask
from arboretum.bots.bot import Bot, Budget
from arboretum.events import NOBODY, Discarded
from arboretum.game import Game
from arboretum.telling import paragraph, turns
from arboretum.tui.plain import Person
from arboretum.tui.terminal import Terminal


def play_on(game: Game, bots: Mapping[int, Bot], terminal: Terminal, *, stacked: bool = False) -> bool:
    """
    Play until the game is over (True) or a person leaves the table (False).

    bots: by seat; the other seats are persons at this keyboard. Raises EOFError where the input ends,
    BotError for a bot that fails, OSError if the record cannot be written. Each event that happened is kept.
    """
    persons = [seat for seat in range(game.setup.seats) if seat not in bots]
    person = Person(terminal, shared=len(persons) > 1, stacked=stacked)
    try:
        while not game.is_over:
            seat = game.seat
            view = game.view(seat)
            actions = [ask(bots[seat], view, Budget())] if seat in bots else person.decide(view)
            if actions is None:
                person.cover()
                return False
            for action in actions:
                game.play(seat, action)
    except (EOFError, KeyboardInterrupt):
        person.cover()
        raise
    _tell_the_end(game, persons, terminal)
    return True


def _tell_the_end(game: Game, persons: list[int], terminal: Terminal) -> None:
    """What the bots did after a person last moved, and that the game is over."""
    me = persons[0] if len(persons) == 1 else NOBODY
    seen = game.view(me).seen
    last = max((at for at, e in enumerate(seen) if isinstance(e, Discarded) and e.seat in persons), default=-1)
    terminal.say("")
    for group in turns(seen[last + 1 :]):
        terminal.tell(paragraph(group, game.setup.players, me), "  ")
