"""
A match or a ladder: which bots meet at which tables, over which decks.

Every deck is played at every table in every seating, so that luck and seat fall alike on all bots. A deal is one
deck at one table; what is played in it depends on the match and its number alone, not on who plays it or when.
"""

from __future__ import annotations

import dataclasses
import itertools
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypedDict

from arboretum.arena.entrants import Entrant, called, distinct, entered, with_budget
from arboretum.arena.outcome import KINDS, Fault, Outcome
from arboretum.arena.table import Player, make_ready, play_out
from arboretum.bots.ask import refuse_table
from arboretum.bots.bot import Budget
from arboretum.errors import OptionError
from arboretum.game import Game
from arboretum.language import say
from arboretum.options import STANDARD, Options
from arboretum.rules.jit import next_word, stream

FOR_DECK: Final = 1
FOR_BOT: Final = 2
SEED_BITS: Final = 48
"""Of a seed that is drawn: too many for a bot to find it out from its own."""

FAULTS_KEPT: Final = 3
"""Faults of one game that are kept as sentences."""


class Terms(TypedDict, total=False):
    """What the tables of a match have in common."""

    deals: int
    seed: int | None
    options: Options
    budget: Budget | None
    keep: Path | None


@dataclasses.dataclass(frozen=True)
class Match:
    """What is to be played; made with `Match.of` or `Match.ladder`."""

    entrants: tuple[Entrant, ...]
    names: tuple[str, ...]
    """What the bots are called, all different: `greedy`, `greedy#2`."""
    budgets: tuple[Budget, ...]
    """What each bot may spend on a decision."""
    tables: tuple[tuple[int, ...], ...]
    """Which bots sit together, by their numbers: one table of a match, all those of a ladder."""
    deals: int
    """Decks for each table; the same decks for all of them."""
    seed: int
    options: Options
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
        A match of 2-4 bots at one table; the same bot may be named again.

        seed: decks and the bots' chance come from it, apart from each other; None for one from the system.
        budget: for each decision of each bot whose name has none of its own (`flat@400`, `flat@0.5s`).
        Raises OptionError for a match that cannot be, BotError for a bot that cannot.
        """
        if isinstance(bots, str) or not 2 <= len(bots) <= 4:
            count = 1 if isinstance(bots, str) else len(bots)
            raise OptionError(
                say("A match is for 2 to 4 bots, not {count}: the same bot may be named again.", count=count)
            )
        return cls._made(bots, (tuple(range(len(bots))),), deals, seed, options, budget or Budget(), keep)

    @classmethod
    def ladder(
        cls,
        bots: Sequence[Entrant],
        *,
        players: int = 2,
        deals: int = 100,
        seed: int | None = None,
        options: Options = STANDARD,
        budget: Budget | None = None,
        keep: Path | None = None,
    ) -> Match:
        """
        All pairs of bots, or all tables of three or four: each meets each of the others equally often.

        Raises as `of` does.
        """
        if players not in (2, 3, 4):
            raise OptionError(say("A table is for 2, 3 or 4 players, not {players}.", players=players))
        if isinstance(bots, str) or len(bots) < players:
            count = 1 if isinstance(bots, str) else len(bots)
            raise OptionError(
                say(
                    "A ladder of {players} players at a table needs {players} bots at least, not {count}.",
                    players=players,
                    count=count,
                )
            )
        tables = tuple(itertools.combinations(range(len(bots)), players))
        return cls._made(bots, tables, deals, seed, options, budget or Budget(), keep)

    @classmethod
    def _made(
        cls,
        bots: Sequence[Entrant],
        tables: tuple[tuple[int, ...], ...],
        deals: int,
        seed: int | None,
        options: Options,
        budget: Budget,
        keep: Path | None,
    ) -> Match:
        if deals < 1:
            raise OptionError(say("A match needs at least one deal, not {deals}.", deals=deals))
        if seed is not None and seed < 0:
            raise OptionError(say("A seed is a whole number from 0 up, not {seed}.", seed=seed))
        made = [entered(bot, 0) for bot in bots]
        names = distinct([called(entrant, bot.name) for entrant, bot in zip(bots, made, strict=True)])
        for table in tables:  # one that cannot be set up is refused before anything is played
            setup = Game.new([names[bot] for bot in table], options, seed=0).setup
            for bot in table:
                refuse_table(made[bot], setup)
        return cls(
            entrants=tuple(bots),
            names=names,
            budgets=tuple(with_budget(bot, budget)[1] for bot in bots),
            tables=tables,
            deals=deals,
            seed=secrets.randbits(SEED_BITS) if seed is None else seed,
            options=options,
            keep=keep,
        )

    @property
    def seatings(self) -> int:
        """Games of each deal: one for each number of seats that the players can move on."""
        return len(self.tables[0])

    @property
    def is_ladder(self) -> bool:
        """Whether there is more than one table."""
        return len(self.tables) > 1

    @property
    def numbers(self) -> int:
        """How many deals there are: one of each deck at each table. They are numbered from 1."""
        return self.deals * len(self.tables)

    @property
    def is_reproducible(self) -> bool:
        """Whether no bot is given seconds, by which the same match could come out otherwise."""
        return all(budget.seconds is None for budget in self.budgets)

    def deal_at(self, number: int) -> tuple[int, int]:
        """The deck, from 1, and the table, from 0, of a deal: a deck is played at all tables before the next."""
        deck, table = divmod(number - 1, len(self.tables))
        return deck + 1, table

    def play_deal(self, number: int) -> tuple[Outcome, ...]:
        """Play a deal in every seating; keep the records. Raises ArboretumError if it cannot."""
        deal, table = self.deal_at(number)
        return tuple(self._play(deal, table, seating) for seating in range(1, self.seatings + 1))

    def _play(self, deal: int, table: int, seating: int) -> Outcome:
        member = self.tables[table]
        player_at = seated(len(member), deal, seating)
        game = Game.new(
            [self.names[member[player]] for player in player_at],
            self.options,
            seed=derived(self.seed, FOR_DECK, deal),
        )
        players = []
        for bot in (member[player] for player in player_at):
            made = entered(self.entrants[bot], derived(self.seed, FOR_BOT, deal, seating, bot))
            make_ready(made)
            players.append(Player(made, self.budgets[bot]))
        faults = play_out(game, players)
        if self.keep is not None:
            _save(game, self.keep_at(deal, table, seating))
        told = tuple(Fault(deal, seating, player_at[seat], sentence) for seat, sentence in faults[:FAULTS_KEPT])
        return _outcome(game, (deal, table, seating), player_at, players, told)

    def keep_at(self, deal: int, table: int, seating: int) -> Path:
        """Where the record of a game is kept; in a ladder each table has a folder."""
        assert self.keep is not None
        digits = max(4, len(str(self.deals)))
        folder = self.keep / f"table-{table + 1:03}" if self.is_ladder else self.keep
        return folder / f"deal-{deal:0{digits}}-seating-{seating}.jsonl"


def seated(seats: int, deal: int, seating: int) -> list[int]:
    """
    Which player sits at each seat: from seating to seating all move on by one.

    Who sits next to whom changes from deal to deal through all orders around the table; in the first the players
    sit as they are named.

    >>> [seated(3, 1, seating) for seating in (1, 2, 3)], [seated(3, 2, seating) for seating in (1, 2, 3)]
    ([[0, 1, 2], [2, 0, 1], [1, 2, 0]], [[0, 2, 1], [1, 0, 2], [2, 1, 0]])
    """
    orders = list(itertools.permutations(range(1, seats)))
    around = (0, *orders[(deal - 1) % len(orders)])
    return [around[(seat - (seating - 1)) % seats] for seat in range(seats)]


def derived(seed: int, *purpose: int) -> int:
    """A seed for one purpose, made from that of the match (56 bits)."""
    return next_word(stream(seed, *purpose))


def _save(game: Game, path: Path) -> None:
    """Keep a record; what an interrupted match left in its place was not counted, and is replaced."""
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    game.record().save(path)


def _outcome(
    game: Game, at: tuple[int, int, int], player_at: list[int], players: list[Player], faults: tuple[Fault, ...]
) -> Outcome:
    """The result by player instead of by seat."""
    totals, winners = game.score.totals, game.score.winners
    assert totals is not None
    assert winners is not None
    seats = [player_at.index(player) for player in range(len(player_at))]
    view = game.view(0)
    return Outcome(
        *at,
        totals=tuple(totals[seat] for seat in seats),
        winners=tuple(sorted(player_at[seat] for seat in winners)),
        places=tuple((seat - view.starter) % len(seats) for seat in seats),
        turns=view.turn,
        kinds=tuple(tuple(players[seat].kinds[kind] for kind in KINDS) for seat in seats),
        first_faults=faults,
        times=tuple(players[seat].times for seat in seats),
    )
