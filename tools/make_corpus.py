"""
Play the games of `tests/records`: seeded, so that the same program makes the same files.

    python tools/make_corpus.py FOLDER

Files of a released format stay for ever: this makes new ones into a new folder, and replaces none.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import corpus_kinds as kinds
from arboretum import NOBODY, Action, Discard, DrawDiscard, DrawPile, Game, Options, Phase, Place, Species, View
from arboretum.events import Event, Shuffled
from arboretum.notation import format_game
from arboretum.record import Record

NAMES = ("Ada", "Ben", "Cleo", "Dan")
Player = Callable[[View, random.Random], Action]


def gardener(view: View, chance: random.Random) -> Action:
    """Plays somewhat sensibly: places for the points in sight, throws away the species it holds least of."""
    legal = view.legal_actions
    match legal[0]:
        case DrawPile() | DrawDiscard():
            return DrawPile() if legal[0] == DrawPile() and chance.random() < 0.6 else chance.choice(legal)
        case Place():
            placings = [
                action for action in chance.sample(legal, min(len(legal), 16)) if isinstance(action, Place)
            ]
            return max(placings, key=lambda a: sum(view.tableau.placing(a.card, a.cell).points.values()))
        case _:
            discards = [action for action in legal if isinstance(action, Discard)]
            return min(discards, key=lambda a: (view.hand.total(a.card.species), chance.random()))


def careless(view: View, chance: random.Random) -> Action:
    """Plays anything."""
    return chance.choice(view.legal_actions)


def hoarder(view: View, chance: random.Random) -> Action:
    """Draws from discard piles where it can, so that games last."""
    piles = [action for action in view.legal_actions if isinstance(action, DrawDiscard)]
    return chance.choice(piles) if piles and chance.random() < 0.95 else chance.choice(view.legal_actions)


def eager(view: View, chance: random.Random) -> Action:
    """Draws from the draw pile alone."""
    return DrawPile() if DrawPile() in view.legal_actions else gardener(view, chance)


def patient(view: View, chance: random.Random) -> Action:
    """Draws first from a discard pile, then from the draw pile, so that the game is as long as it can be."""
    if view.phase is Phase.DRAW_FIRST:
        piles = [action for action in view.legal_actions if isinstance(action, DrawDiscard)]
        return chance.choice(piles) if piles else DrawPile()
    return eager(view, chance)


def south_west(view: View, chance: random.Random) -> Action:
    """Lays one crooked line towards the south-west; draws so that the game lasts."""
    legal = view.legal_actions
    if isinstance(legal[0], Place):
        return min(
            (action for action in legal if isinstance(action, Place)),
            key=lambda a: (a.cell.x + a.cell.y, a.cell.x * (-1) ** len(view.tableau), a.card),
        )
    return hoarder(view, chance)


def played(
    seats: int,
    options: str,
    seed: int | None,
    players: tuple[Player, ...] = (gardener,),
    *,
    species: str = "",
    decisions: int = 1000,
    began: str | None = None,
) -> Record:
    """The true record of a game, or of its beginning."""
    events: list[Event] = []
    game = Game.new(
        NAMES[:seats],
        Options.parse(options),
        species=[Species.parse(code) for code in species.split()] or None,
        seed=seed,
        began=began,
        keep=lambda _: events.append,
    )
    chance = random.Random(seed)
    for _ in range(decisions):
        if game.is_over:
            break
        view = game.view(game.seat)
        game.play(game.seat, players[game.seat % len(players)](view, chance))
    return Record(game.setup, tuple(events))


def searched(
    kind: Callable[[Record], bool], seats: int, options: str = "standard", *players: Player, first: int = 1
) -> Record:
    """The first seeded game that is of a kind."""
    return next(
        record
        for seed in itertools.count(first)
        if kind(record := played(seats, options, seed, players or (gardener,)))
    )


def at_a_table(record: Record) -> Record:
    """What somebody who looked on notes of a game with cardboard: nobody knows the deck."""
    seen = record.seen_by(NOBODY)
    end = seen.result
    assert end is not None
    events = (*seen.events[:-1], dataclasses.replace(end, deck=(), salt="", seed=None))
    setup = dataclasses.replace(record.setup, commitment="", shuffled_by="system", began="one evening in May")
    return Record(setup, events)


def by_the_system(record: Record) -> Record:
    """The same game as if its deck came from the system's generator: no seed is told."""
    shuffled, *rest = record.events
    end = record.result
    assert isinstance(shuffled, Shuffled)
    assert end is not None
    unseeded = dataclasses.replace(shuffled, seed=None), *rest[:-1], dataclasses.replace(end, seed=None)
    return Record(dataclasses.replace(record.setup, shuffled_by="system"), unseeded)


def corpus() -> Iterator[tuple[str, str]]:
    """Every file of the corpus: its name and its text."""
    yield "two-players.jsonl", searched(kinds.ended_with(True, True), 2).dump()
    yield "three-players.jsonl", searched(kinds.ended_with(False, True), 3).dump()
    yield "four-players.jsonl", searched(kinds.ended_with(True, False), 4).dump()
    yield "two-from-one-pile.jsonl", searched(kinds.two_from_one_pile, 2, "standard", hoarder).dump()
    yield "tie-decided-by-species.jsonl", searched(kinds.decided_by("species"), 2).dump()
    yield "tie-decided-by-cards.jsonl", searched(kinds.decided_by("cards"), 2, "cards-tiebreak").dump()
    yield "win-shared.jsonl", searched(kinds.shared, 2).dump()
    yield "win-shared-by-cards.jsonl", searched(kinds.shared, 3, "cards-tiebreak").dump()
    yield "no-points.jsonl", searched(kinds.all_zero, 3, "standard", careless).dump()
    yield "unheld-scored-by-nobody.jsonl", searched(kinds.nobody_holds, 2, "unheld=nobody").dump()
    secret = played(3, "species=secret", 11)
    yield "secret-species.jsonl", secret.dump()
    yield "secret-species-spectator.jsonl", secret.seen_by(NOBODY).dump()
    first = played(3, "first-edition", 12)
    yield "first-edition.jsonl", first.dump()
    yield "first-edition-player.jsonl", first.seen_by(1).dump()
    yield "named-start.jsonl", played(4, "start=2,piles=top-card", 13).dump()
    yield (
        "all-options.jsonl",
        played(
            2,
            "tiebreak=cards,unheld=nobody,species=secret,opening=first-edition,start=1,piles=top-card,names=first",
            14,
        ).dump(),
    )
    yield "shortest.jsonl", played(2, "standard", 23, (eager,)).dump()
    yield "longest.jsonl", played(2, "standard", 24, (patient,)).dump()
    yield "long-line.jsonl", searched(kinds.line_to_the_south_west, 2, "standard", south_west).dump()
    yield "chosen-species.jsonl", played(2, "standard", 15, species="BS DW JA MP RP WI").dump()
    yield "system-shuffle.jsonl", by_the_system(played(2, "standard", 16, began="2026-03-01T19:30:00Z")).dump()
    yield "unfinished.jsonl", played(2, "standard", 17, decisions=45).dump()
    yield "cut-off.jsonl", played(3, "first-edition", 18, decisions=30).dump()[:-20]
    yield "spectator.jsonl", played(2, "standard", 19).seen_by(NOBODY).dump()
    yield "player.jsonl", played(4, "standard", 20, decisions=77).seen_by(3).dump()
    yield "notation.txt", format_game(played(2, "standard", 21))
    yield "notation-at-a-table.txt", format_game(at_a_table(played(2, "standard", 22)))


def main() -> None:
    """Write the corpus into a new folder."""
    if len(sys.argv) != 2:
        sys.exit("Use: python tools/make_corpus.py FOLDER")
    folder = Path(sys.argv[1])
    for name, text in corpus():
        path = folder / name
        if path.exists():
            sys.exit(f"{path} is there already: files of the corpus stay as they are.")
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main()
