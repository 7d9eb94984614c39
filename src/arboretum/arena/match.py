"""A match: every deck is played in every seating, so that luck and seat fall alike on all bots."""

from __future__ import annotations

import copy
import dataclasses
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from arboretum.actions import Action
from arboretum.arena.outcome import Fault, Outcome
from arboretum.bots.ask import ask, exception_in_words
from arboretum.bots.bot import Bot, Budget
from arboretum.bots.registry import built, checked, make, refused
from arboretum.errors import ArboretumError, BotError, OptionError
from arboretum.game import Game
from arboretum.language import say
from arboretum.options import STANDARD, Options
from arboretum.rules.jit import next_word, stream
from arboretum.view import View

Entrant: TypeAlias = str | Bot | Callable[..., Bot]
"""Who plays: a bot's name or file (`registry.make`), its class or a function that makes it, or a bot."""

FOR_DECK: Final = 1
FOR_BOT: Final = 2
FAULTS_KEPT: Final = 3
"""Faults of one game that are kept as sentences."""


@dataclasses.dataclass(frozen=True)
class Match:
    """What is to be played; made with `Match.of`. A game of it depends on nothing but this and its number."""

    entrants: tuple[Entrant, ...]
    names: tuple[str, ...]
    """What the bots are called, all different: `greedy`, `greedy#2`."""
    deals: int
    seed: int
    options: Options
    budget: Budget
    keep: Path | None
    """A folder for the record of each game."""

    @classmethod
    def of(
        cls,
        bots: Sequence[Entrant],
        *,
        deals: int = 100,
        seed: int | None = None,
        options: Options = STANDARD,
        budget: Budget | None = None,
        keep: Path | None = None,
    ) -> Match:
        """
        A match of 2-4 bots over so many decks, each in every seating; the same bot may be named again.

        seed: decks and the bots' chance come from it, apart from each other; None for one from the system.
        Raises OptionError for a match that cannot be, BotError for a bot that cannot.
        """
        if isinstance(bots, str) or not 2 <= len(bots) <= 4:
            count = 1 if isinstance(bots, str) else len(bots)
            raise OptionError(
                say("A match is for 2 to 4 bots, not {count}: the same bot may be named again.", count=count)
            )
        if deals < 1:
            raise OptionError(say("A match needs at least one deal, not {deals}.", deals=deals))
        if seed is not None and seed < 0:
            raise OptionError(say("A seed is a whole number from 0 up, not {seed}.", seed=seed))
        chosen = secrets.randbelow(10**9) if seed is None else seed
        named = distinct([entered(bot, 0).name for bot in bots])
        Game.new(named, options, seed=0)  # a table that cannot be set up is refused before anything is played
        return cls(tuple(bots), named, deals, chosen, options, budget or Budget(), keep)

    @property
    def seatings(self) -> int:
        """Games of each deal: one for each number of seats that the players can move on."""
        return len(self.names)

    def play_deal(self, deal: int) -> tuple[Outcome, ...]:
        """Play a deck, numbered from 1, in every seating; keep the records. Raises ArboretumError if it cannot."""
        played = [self._play(deal, seating) for seating in range(1, self.seatings + 1)]
        if self.keep is not None:
            for game, outcome in played:
                digits = max(4, len(str(self.deals)))
                game.record().save(self.keep / f"deal-{deal:0{digits}}-seating-{outcome.seating}.jsonl")
        return tuple(outcome for _, outcome in played)

    def _play(self, deal: int, seating: int) -> tuple[Game, Outcome]:
        seats = len(self.names)
        player_at = [(seat - (seating - 1)) % seats for seat in range(seats)]
        seeds = [derived(self.seed, FOR_BOT, deal, seating, player) for player in player_at]
        bots = [entered(self.entrants[player], seed) for player, seed in zip(player_at, seeds, strict=True)]
        game = Game.new(
            [self.names[player] for player in player_at],
            self.options,
            seed=derived(self.seed, FOR_DECK, deal),
        )
        faults: list[Fault] = []
        while not game.is_over:
            view = game.view(game.seat)
            action, wrong = _decided(bots[view.me], view, self.budget)
            if wrong is not None:
                faults.append(Fault(deal, seating, player_at[view.me], wrong))
            game.play(view.me, action)
        return game, _outcome(game, deal, seating, player_at, faults)


def _decided(bot: Bot, view: View, budget: Budget) -> tuple[Action, str | None]:
    """A bot's action; where it fails, the first legal action in order instead, and what was wrong."""
    try:
        return ask(bot, view, budget), None
    except BotError as error:
        return view.legal_actions[0], str(error)


def _outcome(game: Game, deal: int, seating: int, player_at: list[int], faults: list[Fault]) -> Outcome:
    """The result by player instead of by seat."""
    totals, winners = game.score.totals, game.score.winners
    assert totals is not None
    assert winners is not None
    players = range(len(player_at))
    return Outcome(
        deal=deal,
        seating=seating,
        totals=tuple(totals[player_at.index(player)] for player in players),
        winners=tuple(sorted(player_at[seat] for seat in winners)),
        turns=game.view(0).turn,
        faults=tuple(sum(fault.player == player for fault in faults) for player in players),
        first_faults=tuple(faults[:FAULTS_KEPT]),
    )


def derived(seed: int, *purpose: int) -> int:
    """A seed for one purpose, made from that of the match (56 bits)."""
    return next_word(stream(seed, *purpose))


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """
    The names, a number added to those that were taken.

    >>> distinct(["greedy", "random", "greedy"])
    ('greedy', 'random', 'greedy#2')
    """
    found: list[str] = []
    for name in names:
        number, tried = 1, name
        while tried.casefold() in {other.casefold() for other in found}:
            number += 1
            tried = f"{name}#{number}"
        found.append(tried)
    return tuple(found)


def entered(entrant: Entrant, seed: int) -> Bot:
    """
    The bot of an entrant for one game: made anew with this seed, or a copy of the bot that was given.

    So no game depends on those before it, whatever a bot remembers. Raises BotError.
    """
    if isinstance(entrant, str):
        return make(entrant, seed)
    if isinstance(entrant, type) or not hasattr(entrant, "choose"):
        named = getattr(entrant, "__name__", repr(entrant))
        if not callable(entrant):
            raise refused(
                say("{bot} is not a bot: give a name, a class, or something with choose.", bot=named), named
            )
        return built(entrant, named, seed)
    try:
        return checked(copy.deepcopy(entrant), type(entrant).__name__)
    except (ArboretumError, KeyboardInterrupt):
        raise
    except Exception as error:
        what = type(entrant).__name__
        raise refused(
            say(
                "The bot {bot} cannot be copied for each game ({why}): give its class.",
                bot=what,
                why=exception_in_words(error),
            ),
            what,
        ) from error
