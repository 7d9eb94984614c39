"""Whoever keeps the table: sets up a game or takes one up again, keeps its record, and tells how it ended."""

from __future__ import annotations

import dataclasses
import datetime
import functools
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from arboretum.bots.ask import farewell, refuse_table
from arboretum.bots.bot import Bot
from arboretum.bots.process.serving import get_ready
from arboretum.bots.registry import make, names, refused
from arboretum.bots.styles import is_quick, why_not
from arboretum.errors import ArboretumError, BotError, OptionError
from arboretum.game import Game
from arboretum.language import say
from arboretum.record import Record, RecordWriter
from arboretum.setup import Setup
from arboretum.tui.introduce import introduction
from arboretum.tui.seating import Plan, bot_seats, bot_seed
from arboretum.tui.session import play_on
from arboretum.tui.shelf import Shelf, in_words
from arboretum.tui.tally import score_lines
from arboretum.tui.terminal import Terminal
from arboretum.tui.welcome import Welcome

LEFT: Final = 0
"""Exit status of a game that is over, that a person left, or whose input ended."""

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells have it."""


@dataclasses.dataclass(frozen=True)
class Keeping:
    """Where a game is to be kept, and how it is to be shown."""

    file: Path | None = None
    """The file for the record; None for one with a safe name on the shelf."""
    keep: bool = True
    bots: tuple[str, ...] = ()
    """Bots as they were named, for resuming."""
    stacked: bool = False
    """Show one player under the other."""
    warns: bool = False
    """Ask before a costly discard."""


@dataclasses.dataclass(frozen=True)
class Played:
    """A game that is going on here."""

    game: Game
    bots: dict[int, Bot]
    path: Path | None
    """Where it is kept, if it is."""


class Host:
    """Runs one game after the other at a terminal, until the persons leave."""

    def __init__(self, terminal: Terminal, keeping: Keeping, clock: Callable[[], datetime.datetime]) -> None:
        """clock: tells the time a game begins, for its record and its file's name; nothing else asks for it."""
        self._terminal = terminal
        self._keeping = keeping
        self._clock = clock
        self._shelf = Shelf.standard()
        self._played: Played | None = None

    def welcome(self, plan: Plan, *, ask: bool) -> int:
        """Set up a game, asking if wanted and somebody can be asked, and play it; the exit status."""
        return self._guarded(lambda: self._welcome(plan, ask))

    def resume(self, path: Path | None) -> int:
        """Go on with the game in a file, or with the unfinished one that was played last; the exit status."""
        return self._guarded(lambda: self._play(self._resumed(path or self._newest())))

    def _guarded(self, run: Callable[[], None]) -> int:
        """Run, and part with a sentence however it ends. ArboretumErrors are told by the caller."""
        try:
            run()
        except EOFError:
            self._terminal.say("", f"{say('The input ended.')} {self._farewell()}")
        except KeyboardInterrupt:
            self._terminal.say("", f"{say('Interrupted.')} {self._farewell()}")
            return INTERRUPTED
        except ArboretumError:
            if self._played:
                self._terminal.say("", self._farewell())
            raise
        return LEFT

    def _farewell(self) -> str:
        """What becomes of the game that is going on."""
        played = self._played
        if played is None:
            return say("Nothing was begun.")
        if played.game.is_over:
            return say("The game was over.")
        if played.path is None:
            return say("The game was not recorded, so it is gone.")
        bots = "".join(f" --bot {shlex.quote(bot)}" for bot in self._keeping.bots if ":" in bot)
        command = f"arboretum play --resume {shlex.quote(str(played.path))}{bots}"
        return say("The game is kept; go on with:") + f"\n  {command}"

    def _welcome(self, plan: Plan, ask: bool) -> None:
        known = tuple(names())
        if ask and self._terminal.asks:
            path = self._shelf.newest_unfinished()
            old = in_words(path, Record.load(path)) if path else ""
            choice = Welcome(self._terminal, known, old).plan(plan)
            if choice == "quit":
                return
            if choice == "resume":
                self._play(self._resumed(self._newest()))
                return
            assert isinstance(choice, Plan)
            plan = choice
        while True:
            self._play(self._begun(plan))
            rematch = self._rematch(plan)
            if rematch is None:
                return
            plan = rematch

    def _rematch(self, plan: Plan) -> Plan | None:
        """The next game of the same players, the next of them starting (O5), if somebody wants one."""
        played = self._played
        if played is None or not played.game.is_over or not self._terminal.asks or self._keeping.file:
            return None
        start = (played.game.view(0).starter + 1) % len(plan.chairs)
        name = played.game.setup.players[start]
        question = say("Enter to finish, a to play again, {name} starting", name=name) + "> "
        if self._terminal.ask(question).strip().casefold() not in ("a", "again"):
            return None
        return dataclasses.replace(plan, options=dataclasses.replace(plan.options, start=start), seed=None)

    def _begun(self, plan: Plan) -> Played:
        """A new game. Raises ArboretumError for a table that cannot be set up."""
        players = plan.players
        table = Game.new(players, plan.options, species=plan.species, seed=0)
        _bots(table.setup, self._named(plan))  # a bot that cannot be had is told before a card is kept
        now = self._clock()
        path = self._keeping.file or self._shelf.new_path(players, now.date())
        game, kept = self._new(plan, now, path if self._keeping.keep else None)
        return Played(game, _bots(game.setup, self._named(plan)), kept)

    @staticmethod
    def _named(plan: Plan) -> list[str]:
        return [chair.name for chair in plan.chairs if chair.is_bot]

    def _new(self, plan: Plan, now: datetime.datetime, path: Path | None) -> tuple[Game, Path | None]:
        """A new game and where it is kept: nowhere, if nobody named a file and the usual one cannot be made."""
        begin = functools.partial(
            Game.new,
            plan.players,
            plan.options,
            species=plan.species,
            seed=plan.seed,
            began=now.isoformat(timespec="seconds"),
        )
        if path is None:
            return begin(), None
        try:
            return begin(keep=RecordWriter(path)), path
        except OptionError:
            raise
        except ArboretumError as error:
            if self._keeping.file:
                raise
            self._terminal.tell(f"{error} {say('This game is not recorded.')}")
            return begin(), None

    def _newest(self) -> Path:
        path = self._shelf.newest_unfinished()
        if path is None:
            text = say(
                "There is no unfinished game in {folder}: name its file, or begin one:", folder=self._shelf.folder
            )
            raise ArboretumError(f"{text} arboretum play")
        return path

    def _resumed(self, path: Path) -> Played:
        """A kept game, verified and taken up where it stood. Raises ArboretumError if it cannot go on."""
        record = Record.load(path)
        if record.is_complete:
            shows = f"arboretum replay {shlex.quote(str(path))}"
            raise ArboretumError(say("The game in {path} is over: {command} shows it.", path=path, command=shows))
        if not record.is_truth:
            raise ArboretumError(
                say("{path} tells what one player saw, not the whole game: it cannot go on.", path=path)
            )
        record.verify()
        for note in record.notes:
            self._terminal.tell(note)
        try:
            bots = _bots(record.setup, self._keeping.bots)
        except BotError as error:
            more = say("A bot from a file is named beside --resume, with --bot.")
            raise ArboretumError(f"{error} {more}") from error
        return Played(Game(record.setup, record.events, keep=RecordWriter.resume(path).write), bots, path)

    def _play(self, played: Played) -> None:
        """Play a game as far as it goes now, and tell how it stands then."""
        self._played = played
        self._introduce(played)
        keeping = self._keeping
        if not play_on(played.game, played.bots, self._terminal, stacked=keeping.stacked, warns=keeping.warns):
            self._terminal.say("", self._farewell())
            return
        for seat, bot in played.bots.items():
            farewell(bot, played.game.view(seat))
        terminal, score = self._terminal, played.game.score
        terminal.say("", *score_lines(score, terminal.columns, ink=terminal.ink))
        if played.path is not None:
            kept = say("Recorded in {path}", path=played.path)
            terminal.say("", kept, f"  arboretum replay {shlex.quote(str(played.path))}")

    def _introduce(self, played: Played) -> None:
        """Who plays what, and where it is kept."""
        path = played.path
        kept = say("The game is kept in {path}.", path=path) if path else say("The game is not recorded.")
        terminal = self._terminal
        terminal.say("", *introduction(played.game.setup, terminal.ink, terminal.columns, kept))


def _bots(setup: Setup, named: Sequence[str]) -> dict[int, Bot]:
    """
    The bots of a game by seat, each with the seed of its seat, and ready to play. Raises BotError.

    If it takes them long to get ready, that is said on standard error.
    """
    bots = {}
    for seat, bot in bot_seats(setup.players, named).items():
        if why := why_not(bot):
            raise refused(why, bot)
        bots[seat] = make(bot, bot_seed(setup, seat), aside=False)  # what a program says may tell of its hand
        refuse_table(bots[seat], setup)
        if not is_quick(bot):
            get_ready(bots[seat])
    return bots
