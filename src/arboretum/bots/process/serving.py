"""The other side of our protocol: a bot of ours, or of a file, as a program for whoever asks in lines."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, Final

from arboretum.bots.ask import ask, exception_in_words, farewell, refuse_table
from arboretum.bots.bot import Bot, Budget
from arboretum.bots.process.lines import VERSIONS, Nonsense, budget_of, decoded, shown, to_answer, to_fail
from arboretum.errors import ArboretumError, BotError
from arboretum.language import say
from arboretum.records.lines import compact, event_from_json, header_from_json
from arboretum.view import View

Make = Callable[[int | None], Bot]
"""Makes the bot of one game from a seed."""

SOON: Final = 1.0
"""Seconds after which it is told that a bot takes a while to get ready."""


BRACKETS: Final = 256
"""Brackets that may open in a line that we are told."""


class Serving:
    """
    A bot that is told and asked in lines.

    It knows what it is told and nothing else: its view is folded from the events of its seat.
    """

    def __init__(self, make: Make, budget: Budget) -> None:
        """make: the bot of a game from its seed. budget: for decisions whose question has none."""
        self._make = make
        self._budget = budget
        self._bot = make(0)
        self.name = self._bot.name
        self._view: View | None = None
        self._refused = ""

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """What is to be said to each of the lines, if anything. Raises ArboretumError for a line that is none."""
        for line in lines:
            if line.strip():
                answer = self.answer(line)
                if answer is not None:
                    yield answer
        self._leave()

    def answer(self, line: str) -> str | None:
        """What is to be said to a line, if anything; one of a kind that is not known is passed over."""
        try:
            said = decoded(line, brackets=BRACKETS)
            if "hello" in said:
                return self._hello(said)
            if "game" in said:
                self._begin(said)
            elif "event" in said and self._view is not None:
                self._view = self._view.after(event_from_json(said, self._view.seats))
                if self._view.is_over:
                    self._leave()
            elif "question" in said:
                return self._decide(said)
        except BotError:
            raise
        except (Nonsense, ArboretumError, KeyError, TypeError, ValueError, AssertionError, IndexError) as error:
            what = str(error) if isinstance(error, Nonsense | ArboretumError) else exception_in_words(error)
            raise ArboretumError(
                say("The line {line} cannot be followed: {why}", line=shown(line), why=what)
            ) from error
        return None

    def _hello(self, said: dict[str, Any]) -> str:
        """Our name, in a version of the protocol that both sides speak."""
        theirs = said.get("protocols")
        common = [version for version in VERSIONS if isinstance(theirs, list) and version in theirs]
        if not common:
            raise Nonsense(
                say(
                    "it speaks protocol {version}, and we speak {ours}.",
                    version=theirs,
                    ours=", ".join(map(str, VERSIONS)),
                )
            )
        return compact({"hello": self.name, "protocol": common[-1]})

    def _begin(self, said: dict[str, Any]) -> None:
        """A new game; one before it that is not over is not gone on with."""
        self._leave()
        setup = header_from_json(said["setup"])
        self._view = View.begin(setup, said["seat"])
        self._bot = self._make(said.get("seed"))
        self._refused = ""
        try:
            refuse_table(self._bot, setup)
        except BotError as error:
            self._refused = str(error)

    def _decide(self, said: dict[str, Any]) -> str:
        """The bot's answer to a question, or how it failed."""
        number, view = said["question"], self._view
        if view is None or not view.is_my_turn:
            raise Nonsense(say("it asks for a decision that is not due."))
        if self._refused:
            return to_fail(number, self._refused)
        given = budget_of(said)
        budget = Budget(
            seconds=self._budget.seconds if given.seconds is None else given.seconds,
            rollouts=self._budget.rollouts if given.rollouts is None else given.rollouts,
        )
        try:
            return to_answer(number, ask(self._bot, view, budget))
        except BotError as error:
            print(error, file=sys.stderr, flush=True)
            return to_fail(number, str(error))

    def _leave(self) -> None:
        """Tell the bot that its game is over, or is not gone on with."""
        view, self._view = self._view, None
        if view is not None:
            try:
                farewell(self._bot, view)
            except BotError as error:
                print(error, file=sys.stderr, flush=True)


def get_ready(bot: Bot) -> None:
    """Let a bot load and compile what it needs; if that takes a while, say so on standard error alone."""
    warm_up: Any = getattr(bot, "warm_up", None)
    if not callable(warm_up):
        return
    sentence = say("{name} gets ready; the first time after an installation that takes a while.", name=bot.name)
    timer = threading.Timer(SOON, lambda: print(sentence, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        warm_up()
    finally:
        timer.cancel()


@contextlib.contextmanager
def own_pipes() -> Iterator[tuple[IO[str], IO[str]]]:
    """Our own copies of input and output: what a bot reads is empty, and what it prints goes to the errors."""
    requests = os.fdopen(os.dup(0), encoding="utf-8", errors="replace")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    with requests, answers:
        yield requests, answers
