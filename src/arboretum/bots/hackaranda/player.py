"""
A program that speaks the tournament's protocol, as a bot: `hackaranda:COMMAND`.

What the tournament's server does, with its faults left out: nobody is told a hidden card, a move that is refused
is a fault, and no answer can end a game. Its messages come one at a time, each when the one before was answered.
"""

from __future__ import annotations

import dataclasses
import json
import time
import uuid
from contextlib import suppress
from typing import Any, Final

from arboretum.actions import Action
from arboretum.bots.ask import answered, printable, unanswered
from arboretum.bots.bot import Budget
from arboretum.bots.hackaranda.story import Json, Story
from arboretum.bots.hackaranda.words import RANDOM, in_short
from arboretum.bots.process.chair import Chair, heard
from arboretum.bots.process.child import WAITING, Child, Gone, Late, Trouble
from arboretum.bots.process.lines import Nonsense, decoded, shown
from arboretum.bots.process.pool import POOL
from arboretum.bots.process.program import Program
from arboretum.bots.simple import Random
from arboretum.errors import BotError
from arboretum.events import NOBODY, Ended, Event, Placed
from arboretum.language import say
from arboretum.records.lines import compact
from arboretum.setup import Setup
from arboretum.view import View

TIMEOUT: Final = 0.3
"""Seconds for a message, if the budget has none; as in the tournament's menus."""

START: Final = 60.0
"""Seconds for the first message, since there is no other sign that a program has started."""


class HackarandaBot:
    """A program of the tournament on a seat."""

    def __init__(self, spec: str, seed: int = 0, aside: bool = True) -> None:
        """
        Start the program, unless it is known to run. Raises BotError if there is none, or it ends at once.

        seed: for the moves that it leaves to chance. aside: whether its standard error is passed on to ours.
        """
        self.spec, self.seed, self._aside = spec, seed, aside
        self._program = Program.named(spec, aside=aside)
        self.name = self._program.label
        if self._program not in POOL.names:
            self._try()
        self._chair: Chair | None = None
        self._limit = TIMEOUT
        self._child: Child | None = None
        self._story: Story | None = None
        self._told: tuple[Event, ...] = ()

    def _try(self) -> None:
        """See that it runs; it is kept for the first game. Raises BotError if it ends at once."""
        try:
            POOL.give_back(POOL.take(_timed(self._program, TIMEOUT), _greet))
        except Trouble as trouble:
            sentence = say("The bot {bot} cannot play: {why}", bot=self.spec, why=trouble)
            raise BotError(printable(sentence, 600), bot=self.spec, seat=NOBODY) from None
        POOL.names[self._program] = self.name

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, also in another process, is another program."""
        return HackarandaBot, (self.spec, self.seed, self._aside)

    def plays(self, setup: Setup) -> str:
        """Why it does not play at such a table, as a sentence; empty if it does."""
        if setup.seats != 2:
            return say("the tournament's protocol is for two players.")
        if setup.species is None:
            return say("the tournament's protocol needs species that everybody knows.")
        return ""

    def choose(self, view: View, budget: Budget) -> Action:
        """What the program answers. Raises BotError if it is no legal action, is late, or there is none."""
        if why := self.plays(view.setup):
            raise unanswered(self, view, why)
        try:
            child, chair = self._ready(budget)
            story = self._caught_up(child, chair, view)
            said = self._asked(child, chair, story.state())
        except Trouble as trouble:
            raise unanswered(self, view, str(trouble), trouble.kind) from None
        if "move" not in said:
            raise answered(self, view, shown(json.dumps(said)), say("a reply has a move."))
        move = said["move"]
        if move == RANDOM:
            return Random(self.seed).choose(view, budget)
        try:
            return story.letters.read_action(move, view.phase, view.me, is_first=not view.tableau)
        except Nonsense as nonsense:
            raise answered(self, view, in_short(move), str(nonsense)) from None

    def game_over(self, view: View) -> None:
        """Tell the program what is left to tell, and how the game ended if it did; keep it for another game."""
        chair, child, story = self._chair, self._child, self._story
        if chair is None:
            return
        try:
            if child is not None and story is not None and not child.is_over and self._goes_on(child, view):
                self._follow(child, chair, story, view)
                if view.seen and isinstance(view.seen[-1], Ended):
                    self._asked(child, chair, story.end())
        except Trouble as trouble:
            if child is not None:
                child.aside.pass_on(say("told that the game is over, {why}", why=trouble))
        self._child = self._story = None
        chair.leave()

    def _ready(self, budget: Budget) -> tuple[Child, Chair]:
        """The program, started with its time in its environment. Raises Trouble."""
        limit = TIMEOUT if budget.seconds is None else max(0.001, budget.seconds)
        if self._chair is None or limit != self._limit:
            if self._chair is not None:
                self._chair.leave()
            if limit != self._limit:
                POOL.end_idle(_timed(self._program, self._limit))
            self._chair = Chair(_timed(self._program, limit), _greet)
            self._limit = limit
        return self._chair.child(), self._chair

    def _caught_up(self, child: Child, chair: Chair, view: View) -> Story:
        """The game as the program knows it, up to this view. Raises Trouble."""
        story = self._story
        if story is None or not self._goes_on(child, view):
            story = Story(view.setup, view.me)
            self._child, self._story, self._told = child, None, ()
            if child.asked > 0:  # else it was told of its first game when it was started
                child.games += 1
                with suppress(Late):  # to miss it has no effect
                    self._asked(child, chair, _new_game(child.games))
            self._story = story
            if any(isinstance(event, Placed) and event.seat == view.me for event in view.seen):
                self._skip(story, view)
        self._follow(child, chair, story, view)
        return story

    def _skip(self, story: Story, view: View) -> None:
        """Begin in the middle of a game, with a program that was started again: the next state tells it all."""
        for event in view.seen:
            story.follow(event)
        self._told = view.seen

    def _goes_on(self, child: Child, view: View) -> bool:
        """Whether a view is the one that this program was told, gone on."""
        story = self._story
        known = story is not None and (story.view.setup, story.view.me) == (view.setup, view.me)
        return known and child is self._child and view.seen[: len(self._told)] == self._told

    def _follow(self, child: Child, chair: Chair, story: Story, view: View) -> None:
        """
        Tell what the rival decided, a message each; nothing of decisions of its own that it was not asked.

        Raises Gone. One that is not answered in time costs that time, as in the tournament, and nothing else.
        """
        for event in view.seen[len(self._told) :]:
            if story.is_decision and not story.view.is_my_turn:
                with suppress(Late):
                    self._asked(child, chair, story.state())
            story.follow(event)
            self._told = (*self._told, event)

    def _asked(self, child: Child, chair: Chair, state: Json) -> Json:
        """The program's reply to a message. Raises Trouble."""
        limit = START if child.asked == 0 else self._limit
        child.asked += 1
        number = str(uuid.UUID(int=child.asked))
        child.owes = True
        try:
            for line in child.unasked():
                _pass_on(child, line)
            child.say(compact({"state": state, "messageID": number}))
            said = _reply(child, number, limit)
        except Trouble as trouble:
            if isinstance(trouble, Late) and not state.get("activeTurn"):
                child.owes = False
            else:
                chair.missed(child, trouble)
            raise
        if state.get("activeTurn"):
            chair.answered(child)
        child.owes = False
        return said


def _timed(program: Program, limit: float) -> Program:
    """A program that is told in its environment how many seconds it has for a message."""
    return dataclasses.replace(program, environment=(("TIMEOUT", str(max(1, round(1000 * limit)))),))


def _new_game(number: int) -> Json:
    """The state that begins a game, numbered from 1."""
    return {"message": "NEWGAME", "gameNumber": number, "round": "Round 1"}


def _greet(child: Child) -> None:
    """Tell a program that was just started of its first game. Raises Gone; to answer nothing has no effect."""
    child.games = 1
    number = str(uuid.UUID(int=0))
    child.say(compact({"state": _new_game(child.games), "messageID": number}))
    with suppress(Late):
        _reply(child, number, START)


def _reply(child: Child, number: str, limit: float) -> Json:
    """The reply to the message of this number; other lines are passed over. Raises Trouble."""
    since = time.monotonic()
    for _ in range(WAITING):
        line = heard(child, since, limit)
        try:
            said = decoded(line)
        except Nonsense:
            _pass_on(child, line)
            continue
        if said.get("messageID") == number:
            return said
        if "messageID" not in said:
            _pass_on(child, line)
    raise Gone(say("it said {count} lines that were no reply, and was ended.", count=WAITING))


def _pass_on(child: Child, line: str) -> None:
    """Show a line that is no reply, as the tournament does."""
    try:
        if "messageID" in decoded(line):
            return
    except Nonsense:
        pass
    child.aside.pass_on(printable(line))
