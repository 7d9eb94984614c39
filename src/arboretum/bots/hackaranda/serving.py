"""
A bot of ours in the tournament: every message is answered at once, also when nothing is to be decided.

Nobody waits there until a bot has loaded and compiled what it needs. Until it has, `greedy` decides, which needs
nothing.
"""

from __future__ import annotations

import math
import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, Any, Final

from arboretum.actions import Action
from arboretum.bots.ask import ask, exception_in_words, farewell
from arboretum.bots.bot import Bot, Budget
from arboretum.bots.hackaranda.following import LETTERS, Following, Lost
from arboretum.bots.hackaranda.standing import standing
from arboretum.bots.hackaranda.words import RANDOM
from arboretum.bots.process.lines import Nonsense, decoded, shown
from arboretum.bots.process.serving import BRACKETS, get_ready
from arboretum.bots.simple import Greedy
from arboretum.errors import BotError
from arboretum.language import say
from arboretum.records.lines import compact
from arboretum.view import View

VARIABLE: Final = "TIMEOUT"
"""What the environment tells the time for a message in, in milliseconds."""

MILLISECONDS: Final = 300.0
"""The tournament's usual time, if the environment tells none."""

SHARE: Final = 0.7
"""The share of that time that a bot is given to think."""

RESERVE: Final = 0.02
"""Seconds less, for the way there and back."""

NOTHING: Final = 0
"""What is answered when nothing is to be decided."""

Json = dict[str, Any]


def seconds_of(milliseconds: str | None) -> float:
    """
    How long a bot may think, from the environment's variable.

    >>> round(seconds_of("1000"), 3), round(seconds_of(None), 3), seconds_of("1")
    (0.68, 0.19, 0.001)
    """
    try:
        time = float(milliseconds or MILLISECONDS)
    except ValueError:
        time = MILLISECONDS
    return max(0.001, SHARE * (time if math.isfinite(time) else MILLISECONDS) / 1000 - RESERVE)


class Entrant:
    """Plays all games of a tournament, one after the other."""

    def __init__(self, make: Callable[[int | None], Bot], budget: Budget) -> None:
        """make: the bot of a game. budget: for each decision."""
        self._make = make
        self._budget = budget
        self._bot = make(None)
        self._game: Following | None = None
        self._is_lost = False
        self._ready = threading.Event()
        self._ready.set()

    def prepare(self) -> threading.Thread:
        """Let the bot load and compile what it needs, in a thread; until then `greedy` decides."""
        self._ready.clear()
        thread = threading.Thread(target=self._prepare, daemon=True)
        thread.start()
        return thread

    def _prepare(self) -> None:
        try:
            get_ready(self._make(None))
        except Exception as error:  # a bot's own code: what is wrong with it is told, and again when it decides
            _tell(exception_in_words(error))
        finally:
            self._ready.set()

    def reply(self, line: str, *, is_late: bool = False) -> str | None:
        """
        What is to be said to a line; None for one that is no message.

        is_late: later messages are there already, so the time for this one is over, and nothing is to be won by
        thinking about it.
        """
        try:
            said = decoded(line, BRACKETS)
        except Nonsense as nonsense:
            _tell(say("The line {line} is no message: {why}", line=shown(line), why=nonsense))
            return None
        state = said.get("state")
        if "messageID" not in said or not isinstance(state, dict):
            _tell(say("The line {line} is no message: {why}", line=shown(line), why=say("it has no state.")))
            return None
        return compact({"move": self._move(state, is_late), "messageID": said["messageID"]})

    def _move(self, state: Json, is_late: bool) -> object:
        """The move for a state."""
        if "message" in state:
            self._between_games()
            return NOTHING
        view = self._seen(state)
        if state.get("activeTurn") is not True:
            return NOTHING
        if view is None:
            return RANDOM
        return LETTERS.move(view.legal_actions[0] if is_late else self._chosen(view), view.me)

    def _seen(self, state: Json) -> View | None:
        """
        What our seat knows with a state: all that it was told in this game, or, where that does not fit together,
        what the state tells by itself. None if that is nothing.
        """
        try:
            self._follow(state)
        except Lost as lost:
            if not self._is_lost:
                self._is_lost = True
                _tell(say("This game cannot be followed, so each state counts by itself: {why}", why=lost))
        if not self._is_lost:
            return None if self._game is None else self._game.view
        try:
            return standing(state, self._bot.name)
        except Lost:
            return None

    def _follow(self, state: Json) -> None:
        """Take in a state. Raises Lost."""
        if self._game is not None and self._game.begins_again(state):
            self._between_games()
        if self._is_lost:
            return
        if self._game is None:
            self._game = Following(state, self._bot.name)
        else:
            self._game.follow(state)

    def _chosen(self, view: View) -> Action:
        """What the bot chooses; where it fails, the first legal action, and its failure is told."""
        try:
            return ask(self._bot if self._ready.is_set() else Greedy(), view, self._budget)
        except BotError as error:
            _tell(str(error))
            return view.legal_actions[0]

    def _between_games(self) -> None:
        """A game begins or is over: forget the one before, and take a new bot."""
        game, self._game = self._game, None
        self._is_lost = False
        if game is not None:
            try:
                farewell(self._bot, game.view)
            except BotError as error:
                _tell(str(error))
            self._bot = self._make(None)


def serve(make: Callable[[int | None], Bot], budget: Budget, requests: IO[str], answers: IO[str]) -> None:
    """Answer messages until there are no more, and get ready meanwhile."""
    if budget.seconds is None:
        budget = Budget(seconds=seconds_of(os.environ.get(VARIABLE)), rollouts=budget.rollouts)
    entrant = Entrant(make, budget)
    preparing = entrant.prepare()
    lines: SimpleQueue[str | None] = SimpleQueue()
    threading.Thread(target=_read, args=(requests, lines), daemon=True).start()
    while (line := lines.get()) is not None:
        reply = entrant.reply(line, is_late=not lines.empty()) if line.strip() else None
        if reply is not None:
            print(reply, file=answers, flush=True)
    preparing.join()  # what it compiles is kept for the next time


def _read(requests: IO[str], lines: SimpleQueue[str | None]) -> None:
    """Put each line into a queue, and None after the last."""
    for line in requests:
        lines.put(line)
    lines.put(None)


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
