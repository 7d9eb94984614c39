"""Checks for other people's bots. They need nothing but the package itself."""

from __future__ import annotations

import dataclasses
import gc
import time
import types
from collections.abc import Sequence
from typing import Final

from arboretum.actions import Action
from arboretum.arena.entrants import Entrant, distinct, entered
from arboretum.bots.ask import ask
from arboretum.bots.bot import Bot, Budget
from arboretum.bots.simple import Random
from arboretum.errors import BotError
from arboretum.events import Shuffled
from arboretum.game import Game
from arboretum.language import say
from arboretum.options import Options
from arboretum.state import State
from arboretum.view import View

TABLES: Final = (
    (2, "standard"),
    (2, "species=secret,opening=first-edition"),
    (3, "first-edition"),
    (3, "species=secret"),
    (4, "tiebreak=cards,unheld=nobody"),
)
"""Number of players, and options, of the games that a bot has to play."""

SLACK: Final = 0.5
"""Seconds over its time that a decision may take on a busy machine, besides twice that time."""


@dataclasses.dataclass(frozen=True)
class BotReport:
    """What was checked, and what was found; `str` tells it in sentences."""

    bot: str
    games: int
    decisions: int
    repeated: int
    """Decisions that were asked for twice, half of them of a new bot with the same seed."""
    mean_seconds: float
    """Time for a decision."""
    slowest_seconds: float

    def __str__(self) -> str:
        asked_again = (
            say("Asked again in {repeated} of them, it chose the same.", repeated=self.repeated)
            if self.repeated
            else say("Its choices depend on the clock, so they were not asked for twice.")
        )
        return "\n".join(
            (
                say(
                    "{bot} played {games} games of 2, 3 and 4 players: {decisions} decisions, all legal.",
                    bot=self.bot,
                    games=self.games,
                    decisions=self.decisions,
                ),
                asked_again,
                say("It holds nothing but what its seat may know."),
                say(
                    "A decision took {mean} ms on average, {slowest} ms at most.",
                    mean=f"{1000 * self.mean_seconds:.1f}",
                    slowest=f"{1000 * self.slowest_seconds:.1f}",
                ),
            )
        )


def check_bot(bot: Entrant, *, seed: int = 0, budget: Budget | None = None) -> BotReport:
    """
    Let a bot play games of 2, 3 and 4 players under several options, and check how it behaves.

    bot: a name, `path/to/bot.py:ClassName`, a class, or a bot. Raises BotError, with a sentence, if it fails or
    answers something illegal; if it chooses differently when asked again with the same seed and the same view,
    also after other decisions; if it holds a game or a state; or if it takes far longer than its budget.

    >>> print(str(check_bot("random")).splitlines()[1].partition(" in")[0])
    Asked again
    """
    check = _Check(bot, seed, budget or Budget())
    for number, (seats, options) in enumerate(TABLES):
        check.play(seats, Options.parse(options), number)
    return check.report()


class _Check:
    """A check as it goes on."""

    def __init__(self, bot: Entrant, seed: int, budget: Budget) -> None:
        self._entrant = bot
        self._seed = seed
        self._budget = budget
        self._name = entered(bot, seed).name
        self._seconds: list[float] = []
        self._repeated = 0

    def play(self, seats: int, options: Options, number: int) -> None:
        """A game of the bot against itself and, on the last seat, against one that does anything."""
        players: list[Bot] = [entered(self._entrant, self._seed + seat) for seat in range(seats - 1)]
        players.append(Random(self._seed))
        game = Game.new(distinct([player.name for player in players]), options, seed=number)
        while not game.is_over:
            view = game.view(game.seat)
            action = self._timed(players[view.me], view)
            if view.me < seats - 1:
                self._check_again(players[view.me], view, action)
            game.play(view.me, action)
        _check_holds_nothing(players[:-1])

    def _timed(self, bot: Bot, view: View) -> Action:
        """What it chooses; how long it took is noted, and whether that was too long."""
        start = time.perf_counter()
        action = ask(bot, view, self._budget)
        seconds = time.perf_counter() - start
        if view.me < view.seats - 1:
            self._seconds.append(seconds)
        allowed = self._budget.seconds
        if allowed is not None and seconds > 2 * allowed + SLACK:
            raise BotError(
                say(
                    "The bot {name} took {seconds} s for a decision, with a budget of {allowed} s.",
                    name=bot.name,
                    seconds=f"{seconds:.1f}",
                    allowed=f"{allowed:g}",
                ),
                bot=bot.name,
                seat=view.me,
            )
        return action

    def _check_again(self, bot: Bot, view: View, action: Action) -> None:
        """Two decisions of three are asked for again: of the same bot, or of a new one that has seen nothing."""
        turn = len(self._seconds) % 3
        if self._budget.seconds is not None or turn == 0:
            return
        asked = bot if turn == 1 else entered(self._entrant, self._seed + view.me)
        again = ask(asked, view, self._budget)
        self._repeated += 1
        if again != action:
            told = {"name": bot.name, "action": action, "again": again}
            if turn == 1:
                why = say("The bot {name} chose {action} and, asked again, {again}, from the same view.", **told)
            else:
                why = say(
                    "The bot {name} chose {action}, and a new one with the same seed chose {again},"
                    " from the same view.",
                    **told,
                )
            must = say(
                "Its chance must come from its seed and {seen} alone, not from earlier decisions,"
                " the clock or {module}.",
                seen="len(view.seen)",
                module="`random`",
            )
            raise BotError(
                f"{why} {must}",
                bot=bot.name,
                seat=view.me,
            )

    def report(self) -> BotReport:
        """What was found in the games so far."""
        return BotReport(
            bot=self._name,
            games=len(TABLES),
            decisions=len(self._seconds),
            repeated=self._repeated,
            mean_seconds=sum(self._seconds) / len(self._seconds),
            slowest_seconds=max(self._seconds),
        )


def _check_holds_nothing(bots: Sequence[Bot]) -> None:
    """Raise BotError if a bot holds a game, a state or a deck, which no view has."""
    for seat, bot in enumerate(bots):
        seen: set[int] = set()
        waiting: list[object] = [getattr(bot, "__dict__", None), *gc.get_referents(bot)]
        while waiting:
            held = waiting.pop()
            if id(held) in seen or isinstance(held, type | types.ModuleType | types.FunctionType):
                continue
            seen.add(id(held))
            if isinstance(held, Game | State | Shuffled):
                raise BotError(
                    say(
                        "The bot {name} holds a {kind}: a bot knows its view, and may imagine states"
                        " while it chooses, but keeps none.",
                        name=bot.name,
                        kind=type(held).__name__,
                    ),
                    bot=bot.name,
                    seat=seat,
                )
            waiting.extend(gc.get_referents(held))
