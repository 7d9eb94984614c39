"""Stepping through a recorded game by typed commands, or printing it in one go."""

from __future__ import annotations

from typing import Final

from arboretum.actions import SEAT_LETTERS
from arboretum.errors import ArboretumError
from arboretum.events import NOBODY
from arboretum.language import later, say
from arboretum.tui.draw import left_in_pile
from arboretum.tui.helptext import entries
from arboretum.tui.ink import shown
from arboretum.tui.moments import ALL, Moments, eyes_named
from arboretum.tui.tally import score_lines
from arboretum.tui.terminal import Terminal

HELP: Final = (
    ("Enter, n", later("the next turn")),
    ("p", later("the turn before")),
    ("12", later("turn 12")),
    ("home", later("after the deal")),
    ("seat b", later("as player B saw it")),
    ("end", later("the last turn")),
    ("nobody", later("as a spectator saw it")),
    ("log", later("all turns up to here")),
    ("all", later("with every hand")),
    ("score", later("the final score")),
    ("?", later("this help")),
    ("q", later("leave")),
)
"""What may be typed."""


class Stepper:
    """Where somebody is in a recorded game, and through whose eyes it is seen."""

    def __init__(self, terminal: Terminal, moments: Moments, eyes: int, *, stacked: bool = False) -> None:
        self._terminal = terminal
        self._moments = moments
        self._eyes = eyes
        self._stacked = stacked
        self._moment = 0

    def run(self, moment: int) -> None:
        """Begin at a moment and do what is typed until it is enough. Raises EOFError where the input ends."""
        self.show(moment)
        while True:
            where = {"turn": self._moment, "last": self._moments.last}
            prompt = say("turn {turn} of {last} (Enter next, ? help)", **where) + "> "
            words = self._terminal.ask(self._terminal.ink.strong(prompt)).casefold().split()
            if words in (["q"], ["quit"], ["exit"]):
                return
            try:
                self._do(words)
            except ArboretumError as error:
                self._terminal.tell(str(error))

    def _do(self, words: list[str]) -> None:
        """One command. Raises ArboretumError for one that cannot be."""
        terminal, last = self._terminal, self._moments.last
        match words:
            case [] | ["n" | "next"]:
                self._next()
            case ["p" | "back"]:
                self.show(max(self._moment - 1, 0))
            case ["home"]:
                self.show(0)
            case ["end"]:
                self.show(last)
            case ["turn", number] | [number] if number.isascii() and number.isdecimal():
                self.show(self._number(number))
            case ["?" | "help"]:
                terminal.say(*entries(HELP, terminal.columns))
            case ["score"]:
                self._score()
            case ["log"]:
                terminal.say(*(self._moments.line(self._eyes, n) for n in range(1, self._moment + 1)))
            case ["seat" | "view", *name] | [*name]:
                self._look(" ".join(name))

    def _number(self, text: str) -> int:
        if len(text) > 4 or int(text) > self._moments.last:
            last = self._moments.last
            raise ArboretumError(
                say("There is no turn {text}: turns are 1 to {last}, 0 is the deal.", text=shown(text), last=last)
            )
        return int(text)

    def _next(self) -> None:
        if self._moment < self._moments.last:
            self.show(self._moment + 1)
            return
        if self._moments.record.is_complete:
            self._terminal.tell(say("That was the last turn. score tells the final score, q leaves."))
        else:
            self._terminal.tell(say("The record does not go further: the game is not over."))

    def _look(self, name: str) -> None:
        """See through other eyes from now on."""
        try:
            eyes = eyes_named(name, self._moments.record.setup.players)
        except ArboretumError as error:
            raise ArboretumError(f"{error} {say('? lists what may be typed.')}") from None
        self._moments.check(eyes)
        self._eyes = eyes
        self.show(self._moment)

    def _score(self) -> None:
        terminal = self._terminal
        terminal.say(*score_lines(self._moments.record.score, terminal.columns, ink=terminal.ink))

    def show(self, moment: int) -> None:
        """The table at a moment, what led to it, and how much of it is shown."""
        terminal, moments = self._terminal, self._moments
        self._moment = moment
        view = moments.view(NOBODY, moment)
        seen = self.seen_through
        heading = say("After the deal, {seen}.", seen=seen)
        if moment:
            heading = say("Turn {turn} of {last}, {seen}.", turn=moment, last=moments.last, seen=seen)
        terminal.say("", terminal.ink.strong(f"{heading} {left_in_pile(view)}"))
        if told := moments.told(self._eyes, moment):
            terminal.tell(told, "  ")
        drawn = moments.drawn(
            self._eyes, moment, ink=terminal.ink, columns=terminal.columns, stacked=self._stacked
        )
        terminal.say("", *drawn, "")

    @property
    def seen_through(self) -> str:
        """Whose eyes these are, in words."""
        is_secret = not self._moments.record.is_complete
        if self._eyes == ALL:
            return say("all hands shown, hidden from each other") if is_secret else say("all hands shown")
        if self._eyes == NOBODY:
            return say("as a spectator saw it")
        player = f"{SEAT_LETTERS[self._eyes]} {self._moments.record.setup.players[self._eyes]}"
        if is_secret:
            return say("as {player} saw it, hidden from the others", player=player)
        return say("as {player} saw it", player=player)

    def print_all(self) -> None:
        """Every turn in the notation, and the score if the game is over."""
        terminal, moments = self._terminal, self._moments
        for seat, player in enumerate(moments.record.setup.players):
            terminal.say(f"# {SEAT_LETTERS[seat]} {player}")
        terminal.say(f"# {self.seen_through}")
        for number in range(1, moments.last + 1):
            terminal.say(moments.line(self._eyes, number))
        if moments.record.is_complete:
            terminal.say("")
            self._score()
        else:
            text = say("The game is not over: turn {turn} is the last that is recorded.", turn=moments.last)
            terminal.say(f"# {text}")
