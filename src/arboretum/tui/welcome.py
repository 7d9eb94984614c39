"""Setting up a table by question and answer. Enter takes what stands in brackets, `?` explains."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Final, TypeVar

from arboretum.actions import SEAT_LETTERS
from arboretum.bots.registry import find
from arboretum.bots.styles import LEVELS, STYLES, about, level, offered, title, why_not
from arboretum.cards import EDITIONS, SPECIES_IN_PLAY, Species
from arboretum.errors import ArboretumError, OptionError
from arboretum.language import later, said, say
from arboretum.options import Options
from arboretum.setup import check_players, check_species
from arboretum.tui.commands import LONGEST
from arboretum.tui.helptext import options_to_choose
from arboretum.tui.ink import shown
from arboretum.tui.seating import HOUSE_BOT, Chair, Plan, bot_named
from arboretum.tui.terminal import Terminal

LABEL: Final = 10
"""Columns for the name of a bot."""

Answer = TypeVar("Answer")

HELP: Final = later(
    "Just press Enter, and you play against a bot that cannot see your hand."
    " c asks for the number of players, their names or bots, the rules and a seed."
)


class Welcome:
    """Asks what a table is to be like, beginning with a plan that only needs Enter."""

    def __init__(self, terminal: Terminal, bots: tuple[str, ...], resumable: str = "") -> None:
        """bots: the names of those that can be had. resumable: an unfinished game in words, if there is one."""
        self._terminal = terminal
        self._bots = bots
        self._resumable = resumable

    def plan(self, plan: Plan) -> Plan | str:
        """The plan to play by, or "resume", or "quit". Raises EOFError where the input ends."""
        terminal = self._terminal
        terminal.say("", terminal.ink.strong("Arboretum"), "")
        terminal.tell(say("A new game: {plan}", plan=plan))
        if self._resumable:
            terminal.tell(say("Or an old one: {game}.", game=self._resumable))
        while True:
            word = self._read(self._choices + "> ")
            if word in ("", "s", "start", "y", "yes"):
                return plan
            if word in ("c", "change"):
                return self._changed(plan)
            if word in ("r", "resume") and self._resumable:
                return "resume"
            if word in ("q", "quit", "exit"):
                return "quit"
            terminal.tell(said(HELP))

    @property
    def _choices(self) -> str:
        if self._resumable:
            return say("Enter to start, c to change who plays and how, r to resume, q to leave")
        return say("Enter to start, c to change who plays and how, q to leave")

    def _read(self, prompt: str) -> str:
        return self._terminal.ask(prompt).strip()

    def _changed(self, plan: Plan) -> Plan:
        """The plan after all questions."""
        help_ = [say("2, 3 or 4 players, persons and bots together.")]
        count = self._question(say("How many players, 2 to 4?"), str(len(plan.chairs)), _count, help_)
        chairs: list[Chair] = []
        for seat in range(count):
            chair = plan.chairs[seat] if seat < len(plan.chairs) else Chair(HOUSE_BOT, is_bot=True)
            chairs.append(self._chair(seat, chair, chairs))
        options = self._question(say("Which rules?"), str(plan.options), Options.parse, options_to_choose())
        plan = Plan(tuple(chairs), options, None, plan.seed)
        if options.species == "public":
            plan = dataclasses.replace(plan, species=self._species(plan))
        default = "none" if plan.seed is None else str(plan.seed)
        help_ = [say("A whole number gives the same deck each time, for practice, and the record tells it.")]
        return dataclasses.replace(plan, seed=self._question(say("Seed of the shuffle?"), default, _seed, help_))

    def _chair(self, seat: int, default: Chair, before: list[Chair]) -> Chair:
        """Who takes a seat."""

        def read(text: str) -> Chair:
            word = text.casefold()
            bot = word if word in self._bots else bot_named(text)
            chair = Chair(bot, is_bot=True) if bot in self._bots or ":" in text else Chair(text)
            if chair.is_bot:
                if why := why_not(chair.name):
                    raise OptionError(why)
                find(chair.name)
            players = Plan((*before, chair)).players
            check_players((*players, *(f"seat {n}" for n in range(2 - len(players)))))
            return chair

        help_ = [
            say("A person's name; persons share this keyboard."),
            say("Or a bot, from the easiest to the strongest, or {file}:", file="path/to/bot.py:ClassName"),
            *map(_in_a_line, offered(self._bots)),
        ]
        asked = say("Player {letter}, a name or a bot (? lists them)?", letter=SEAT_LETTERS[seat])
        usual = default.label if default.is_bot and default.name in STYLES else default.name
        return self._question(asked, usual, read, help_)

    def _species(self, plan: Plan) -> tuple[Species, ...] | None:
        """The species in play, or None to draw them."""
        count, kinds = SPECIES_IN_PLAY[len(plan.chairs)], EDITIONS[plan.options.names]
        if count == len(kinds):
            return None

        def read(text: str) -> tuple[Species, ...] | None:
            if text.casefold() == "random":
                return None
            return check_species(parse_species(text), len(plan.chairs), plan.options)

        codes = ", ".join(f"{kind.code} {kind.title}" for kind in kinds)
        help_ = [say("Type {count} of these codes: {codes}.", count=count, codes=codes)]
        return self._question(say("Which {count} species?", count=count), "random", read, help_)

    def _question(self, text: str, default: str, read: Callable[[str], Answer], help_: list[str]) -> Answer:
        """Ask until the answer can be read; what cannot be is told why."""
        while True:
            answer = self._read(f"{text} [{default}] ")
            if answer == "?":
                for line in help_:
                    self._terminal.tell(line, "    ")
                continue
            try:
                if len(answer) > LONGEST:
                    long = {"text": shown(answer, 20), "count": LONGEST}
                    raise OptionError(say("{text} is too long: {count} letters at most.", **long))
                return read(answer or default)
            except ArboretumError as error:
                self._terminal.tell(f"{error} {say('? explains.')}")


def _in_a_line(bot: str) -> str:
    """A bot as the question who plays lists it."""
    how = say("level {level} of {count}", level=level(bot), count=len(LEVELS)) + ": " if level(bot) else ""
    return f"{title(bot):<{LABEL}} {how}{about(bot)}"


def parse_species(text: str) -> tuple[Species, ...]:
    """Species by code, with blanks or commas between. Raises NotationError."""
    return tuple(Species.parse(word) for word in text.replace(",", " ").split())


def _count(text: str) -> int:
    if text not in ("2", "3", "4"):
        raise OptionError(say("Arboretum is for 2, 3 or 4 players, not {text}.", text=shown(text)))
    return int(text)


def _seed(text: str) -> int | None:
    if text.casefold() in ("none", "no"):
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise OptionError(
            say("A seed is a whole number from 0 up, of at most 18 digits, not {text}.", text=shown(text))
        )
    return int(text)
