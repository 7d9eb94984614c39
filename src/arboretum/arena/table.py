"""One game between bots: each is asked in turn, its faults are counted, and its time is taken."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from arboretum.actions import Action
from arboretum.arena.outcome import KINDS, Times
from arboretum.bots.ask import ask, exception_in_words, farewell
from arboretum.bots.bot import Bot, Budget
from arboretum.bots.registry import refused
from arboretum.errors import BotError
from arboretum.game import Game
from arboretum.language import say
from arboretum.table import Phase
from arboretum.view import View

_ready: Final[set[str]] = set()
"""Kinds of bots that were made ready in this process."""

_asked: Final[set[tuple[str, Phase]]] = set()
"""What they were asked already, so that nothing has to be compiled or loaded for it."""


class Player:
    """A bot at one table: what it may spend, what it has spent, and how often it has failed."""

    def __init__(self, bot: Bot, budget: Budget) -> None:
        self.bot = bot
        self.budget = budget
        self.kinds = dict.fromkeys(KINDS, 0)
        """How often it failed in each of the ways there are."""
        self.times = Times()
        self.faults: list[str] = []
        """What went wrong, as sentences."""

    def decide(self, view: View) -> Action:
        """Its action; where it fails, the first legal action in order instead, which is counted as a fault."""
        begin = time.perf_counter()
        try:
            return ask(self.bot, view, self.budget)
        except BotError as error:
            self._fault(error)
            return view.legal_actions[0]
        finally:
            seconds = time.perf_counter() - begin
            question = (_kind(self.bot), view.phase)
            if question in _asked:
                self.times += Times(1, seconds, seconds)
            _asked.add(question)

    def leave(self, view: View) -> None:
        """Tell the bot that the game is over."""
        try:
            farewell(self.bot, view)
        except BotError as error:
            self._fault(error)

    def _fault(self, error: BotError) -> None:
        self.kinds[error.kind] += 1
        self.faults.append(str(error))


def play_out(game: Game, players: Sequence[Player]) -> list[tuple[int, str]]:
    """Play a game to its end, by seat; tells what went wrong, as seats and sentences."""
    faults: list[tuple[int, str]] = []
    while not game.is_over:
        seat = game.seat
        game.play(seat, players[seat].decide(game.view(seat)))
        faults += [(seat, sentence) for sentence in players[seat].faults]
        players[seat].faults.clear()
    for seat, player in enumerate(players):
        player.leave(game.view(seat))
        faults += [(seat, sentence) for sentence in player.faults]
    return faults


def make_ready(bot: Bot) -> None:
    """
    Let a bot load and compile what it needs, once in a process: its `warm_up` is called, if it has one.

    So its first decision has the time that the others have. Raises BotError, with a sentence, if it fails.
    """
    warm: Any = getattr(bot, "warm_up", None)
    kind = _kind(bot)
    if kind in _ready or not callable(warm):
        return
    _ready.add(kind)
    try:
        warm()
    except BotError:
        raise
    except Exception as error:
        told = {"name": bot.name, "why": exception_in_words(error)}
        raise refused(say("The bot {name} cannot be made ready: {why}", **told), bot.name) from error


def _kind(bot: Bot) -> str:
    """What bots have in common that were made alike."""
    return f"{type(bot).__module__}.{type(bot).__qualname__} {bot.name}"
