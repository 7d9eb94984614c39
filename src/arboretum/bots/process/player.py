"""A program that speaks our protocol, as a bot: `process:COMMAND`."""

from __future__ import annotations

import time
from typing import Any, Final

from arboretum.actions import Action
from arboretum.bots.ask import answered, printable, unanswered
from arboretum.bots.bot import Budget
from arboretum.bots.process.chair import Chair, heard, limit_of
from arboretum.bots.process.child import WAITING, Child, Gone, Late, Trouble
from arboretum.bots.process.lines import (
    Answer,
    Noise,
    Nonsense,
    answer_of,
    event,
    game,
    hello,
    name_of,
    question,
    shown,
)
from arboretum.bots.process.pool import POOL
from arboretum.bots.process.program import Program
from arboretum.errors import BotError, NotationError
from arboretum.events import NOBODY, Event
from arboretum.language import say
from arboretum.records.turn_text import parse_action
from arboretum.setup import Setup
from arboretum.view import View

START: Final = 60.0
"""Seconds that a program has to say hello, in which it may compile what it needs."""


def greet(child: Child) -> None:
    """Exchange hellos. Raises Trouble."""
    child.say(hello())
    try:
        line = heard(child, time.monotonic(), START)
    except Late:
        raise Gone(say("it did not say hello within {limit} s.", limit=f"{START:g}")) from None
    try:
        name = name_of(line)
    except Nonsense as nonsense:
        raise Gone(say("it should say hello, but said {line}: {why}", line=shown(line), why=nonsense)) from None
    child.aside.name = printable(name)
    POOL.names[child.program] = name


class ProcessBot:
    """
    A program on a seat, which is told what the seat sees and asked what it does.

    It is told of a new game whenever a view is not the one before gone on, so it can be asked about any view.
    """

    def __init__(self, spec: str, seed: int = 0, aside: bool = True) -> None:
        """
        Start the program, unless one is at hand. Raises BotError if it cannot be started or says no hello.

        seed: told to the program with each game. aside: whether its standard error is passed on to ours.
        """
        self.spec, self.seed, self._aside = spec, seed, aside
        self._program = Program.named(spec, aside=aside)
        self._chair = Chair(self._program, greet)
        self._told: tuple[Event, ...] = ()
        self._table: tuple[Child, Setup, int] | None = None
        if self._program not in POOL.names:
            try:
                self._chair.child()
            except Trouble as trouble:
                sentence = say("The bot {bot} cannot play: {why}", bot=spec, why=trouble)
                raise BotError(printable(sentence, 600), bot=spec, seat=NOBODY) from None
        self.name = POOL.names[self._program]

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, also in another process, is another program."""
        return ProcessBot, (self.spec, self.seed, self._aside)

    def choose(self, view: View, budget: Budget) -> Action:
        """What the program answers. Raises BotError if it is no legal action, is late, or there is none."""
        limit = limit_of(budget)
        try:
            child = self._caught_up(view)
            legal = {str(action): action for action in view.legal_actions}
            child.asked += 1
            child.owes = True
            child.say(question(child.asked, view, legal, budget, limit))
            line, answer = self._answer(child, limit)
        except Trouble as trouble:
            raise unanswered(self, view, str(trouble), trouble.kind) from None
        if isinstance(answer, str):
            raise answered(self, view, shown(line), answer)
        if answer.action is None:
            raise unanswered(self, view, answer.failed)
        return legal[answer.action] if answer.action in legal else self._illegal(view, answer.action)

    def game_over(self, view: View) -> None:
        """Tell the program how the game ended, if it runs and was told of it, and keep it for another game."""
        if self._table is not None and not self._table[0].is_over and self._goes_on(view):
            self._tell(self._table[0], view)
        self._table = None
        self._chair.leave()

    def _caught_up(self, view: View) -> Child:
        """The program, told everything that this seat has seen. Raises Trouble."""
        child = self._chair.child()
        if not self._goes_on(view) or self._table is None or self._table[0] is not child:
            child.games += 1
            child.say(game(child.games, view, self.seed))
            self._table, self._told = (child, view.setup, view.me), ()
        self._tell(child, view)
        try:
            for line in child.unasked():
                child.aside.pass_on(say("it said, while nobody asked: {line}", line=shown(line)))
        except Gone as gone:
            self._chair.missed(child, gone)
            raise
        return child

    def _goes_on(self, view: View) -> bool:
        """Whether a view is the one that was told, gone on."""
        table = self._table
        known = table is not None and table[1:] == (view.setup, view.me)
        return known and view.seen[: len(self._told)] == self._told

    def _tell(self, child: Child, view: View) -> None:
        for happened in view.seen[len(self._told) :]:
            child.say(event(happened))
        self._told = view.seen

    def _answer(self, child: Child, limit: float) -> tuple[str, Answer | str]:
        """
        The program's answer, or why what it said is none, with its line. Raises Trouble.

        Answers to other questions, and lines that are no JSON objects, are passed over, whenever they come.
        """
        since = time.monotonic()
        try:
            for _ in range(WAITING):
                line = heard(child, since, limit)
                try:
                    answer = answer_of(line)
                except Noise:
                    child.aside.pass_on(say("it said, and that is no answer: {line}", line=shown(line)))
                    continue
                except Nonsense as nonsense:
                    self._chair.answered(child)
                    return line, str(nonsense)
                if answer.number == child.asked:
                    self._chair.answered(child)
                    return line, answer
            raise Gone(say("it said {count} lines that are no answer, and was ended.", count=WAITING))
        except Trouble as trouble:
            self._chair.missed(child, trouble)
            raise

    def _illegal(self, view: View, text: str) -> Action:
        """The action that was meant, for `ask` to say why it is not legal. Raises BotError if there is none."""
        try:
            meant = parse_action(text)
        except NotationError as error:
            raise answered(self, view, shown(text), str(error)) from None
        if meant in view.legal_actions:
            raise answered(
                self, view, shown(text), say("an action is written as it was asked: {action}.", action=meant)
            )
        return meant
