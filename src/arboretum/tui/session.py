"""A game at one keyboard, from wherever it stands to its end: persons and bots in turn."""

from __future__ import annotations

from collections.abc import Mapping

from arboretum.actions import Action
from arboretum.bots.bot import Bot, Budget
from arboretum.errors import ArboretumError, BotError
from arboretum.events import NOBODY, Discarded
from arboretum.game import Game
from arboretum.tui.ink import shown
from arboretum.tui.plain import Person
from arboretum.tui.tell import paragraph, turns
from arboretum.tui.terminal import Terminal
from arboretum.view import View


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
            actions = [chosen(bots[seat], view)] if seat in bots else person.decide(view)
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


def chosen(bot: Bot, view: View) -> Action:
    """What a bot does, from the view of its seat alone. Raises BotError if it fails or answers nonsense."""
    where = f"The bot {bot.name}, player {view.players[view.me]}, on turn {view.turn}"
    try:
        action = bot.choose(view, Budget())
    except Exception as error:
        why = f"{type(error).__name__}: {shown(str(error), 200)}"
        raise BotError(f"{where} failed with {why}.", bot=bot.name, seat=view.me) from error
    try:
        view.check(action)
    except (ArboretumError, TypeError, AttributeError, ValueError) as error:
        raise BotError(f"{where} answered what cannot be: {error}", bot=bot.name, seat=view.me) from error
    return action


def _tell_the_end(game: Game, persons: list[int], terminal: Terminal) -> None:
    """What the bots did after a person last moved, and that the game is over."""
    me = persons[0] if len(persons) == 1 else NOBODY
    seen = game.view(me).seen
    last = max((at for at, e in enumerate(seen) if isinstance(e, Discarded) and e.seat in persons), default=-1)
    terminal.say("")
    for group in turns(seen[last + 1 :]):
        terminal.tell(paragraph(group, game.setup.players, me), "  ")
