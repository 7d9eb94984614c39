"""A final score that explains itself: hand sums, rights, paths, points, winners (clauses R1-W3)."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

from arboretum.cards import Species
from arboretum.errors import ScoreError
from arboretum.options import STANDARD, Options
from arboretum.piles import Hand
from arboretum.rules.paths import charted
from arboretum.rules.position import TIEBREAK_CARDS, TIEBREAK_SPECIES, UNHELD_EVERYONE, UNHELD_NOBODY, Pad
from arboretum.rules.rights import judged
from arboretum.rules.scoring import crowned, totalled
from arboretum.rules.sheet import LANES, Sheet
from arboretum.tableau import Path, Tableau, note_arboretum


@dataclasses.dataclass(frozen=True)
class Score:
    """
    The score of a finished game, or of arboretums on a table.

    Where a hand is not known (None), rights, points, totals and winners are None.
    """

    players: tuple[str, ...]
    species: tuple[Species, ...]
    """The species in play, in order: each has an entry in the mappings below."""
    tableaux: tuple[Tableau, ...]
    hands: tuple[Hand | None, ...]
    options: Options
    sums: dict[Species, tuple[int | None, ...]]
    """Hand sums by seat, a cancelled 8 counted 0; None for a hand not known (clauses R1, R2)."""
    cancelled: dict[Species, int | None]
    """The seat whose 8 counts 0, if there is one (clause R2)."""
    rights: dict[Species, tuple[int, ...] | None]
    """The seats that may score the species (clauses R3, R4)."""
    best: dict[Species, tuple[int, ...]]
    """Points of each seat's best path, rights aside; 0 without a path."""
    points: dict[Species, tuple[int | None, ...] | None]
    """Points scored by each seat: None without the right, 0 with the right and no path (clauses P3, R5)."""
    totals: tuple[int, ...] | None
    """Points of each seat."""
    species_placed: tuple[int, ...]
    """Different species in each arboretum."""
    cards_placed: tuple[int, ...]
    """Cards in each arboretum."""
    winners: tuple[int, ...] | None
    """The seats that win or share the win (clauses W1-W3)."""

    @classmethod
    def count(
        cls,
        tableaux: Sequence[Tableau],
        hands: Sequence[Hand | None],
        *,
        players: Sequence[str] | None = None,
        species: Sequence[Species] | None = None,
        options: Options = STANDARD,
    ) -> Score:
        """
        Score 1-4 arboretums with their hands; `species` are those in play, else all that appear.

        Raises ScoreError for a card that is there twice, too many players, or more than ten species.
        """
        names = tuple(players) if players else tuple("ABCD"[: len(tableaux)])
        _check_table(names, tableaux, hands)
        kinds = _species_of(tableaux, hands, species)
        pad, sheet = _filled(tableaux, hands, kinds, options)
        for seat in range(len(tableaux)):
            charted(pad, sheet, seat)
        judged(pad, sheet)
        totalled(pad, sheet)
        crowned(pad, sheet)
        return cls._read(sheet, names, kinds, tuple(tableaux), tuple(hands), options)

    @classmethod
    def _read(
        cls,
        sheet: Sheet,
        players: tuple[str, ...],
        species: tuple[Species, ...],
        tableaux: tuple[Tableau, ...],
        hands: tuple[Hand | None, ...],
        options: Options,
    ) -> Score:
        """The face of a sheet."""
        seats = range(len(tableaux))
        known = None not in hands
        slots = list(enumerate(species))
        rights = {kind: tuple(s for s in seats if sheet.rights[s, slot]) for slot, kind in slots}
        eights = {kind: next((s for s in seats if sheet.cancelled[s, slot]), None) for slot, kind in slots}
        return cls(
            players=players,
            species=species,
            tableaux=tableaux,
            hands=hands,
            options=options,
            sums={
                kind: tuple(None if hands[s] is None else sheet.sums[s, slot] for s in seats)
                for slot, kind in slots
            },
            cancelled=eights,
            rights={kind: rights[kind] if known else None for kind in species},
            best={kind: tuple(sheet.best[s, slot] for s in seats) for slot, kind in slots},
            points={
                kind: tuple(sheet.points[s, slot] if s in rights[kind] else None for s in seats) if known else None
                for slot, kind in slots
            },
            totals=tuple(sheet.totals[s] for s in seats) if known else None,
            species_placed=tuple(sheet.species_placed[s] for s in seats),
            cards_placed=tuple(sheet.cards_placed[s] for s in seats),
            winners=tuple(s for s in seats if sheet.winners[s]) if known else None,
        )

    @functools.cached_property
    def paths(self) -> dict[Species, tuple[Path | None, ...]]:
        """Each seat's best path of each species, rights aside."""
        return {kind: tuple(tableau.paths.get(kind) for tableau in self.tableaux) for kind in self.species}

    def explain(self, species: Species | str) -> str:
        """Who held what of a species, who had the right, which path scored and why its points."""
        kind = Species.parse(species) if isinstance(species, str) else species
        if kind not in self.species:
            raise ScoreError(f"{kind.title} is not in this game: it has {', '.join(map(str, self.species))}.")
        lines = [f"{kind.title}: {self.explain_right(kind)}"]
        for seat, player in enumerate(self.players):
            lines.append(f"  {player}: {self.explain_points(kind, seat)}")
        return "\n".join(lines)

    def explain_right(self, species: Species) -> str:
        """Who has the right to a species and why, as a sentence."""
        rights = self.rights[species]
        if rights is None:
            return "a hand is not known, so nobody's right can be told."
        if not any(hand is not None and hand.of(species) for hand in self.hands):
            everyone = self.options.unheld == "everyone"
            return f"nobody holds any, so {'everybody' if everyone else 'nobody'} has the right."
        names = _joined([self.players[seat] for seat in rights])
        held = ", ".join(
            f"{player} {self.sums[species][seat]}"
            + (" (its 8 counts 0)" if self.cancelled[species] == seat else "")
            for seat, player in enumerate(self.players)
        )
        verb = "has the right" if len(rights) == 1 else "tie and have the right"
        return f"in hand {held}: {names} {verb}."

    def explain_points(self, species: Species, seat: int) -> str:
        """What a seat scores for a species and why, or what it lost."""
        path = self.paths[species][seat]
        rights = self.rights[species]
        worth = f"{path} is worth {path.points} ({path.why})" if path else "no path"
        if rights is None:
            return worth + "."
        if seat not in rights:
            return f"no right; {worth} and is lost." if path else "no right, and no path."
        return f"{path.points} points: {path} ({path.why})." if path else "has the right, but no path: 0 points."

    def explain_win(self) -> str:
        """Who won and what decided, as a sentence."""
        if self.totals is None or self.winners is None:
            return "A hand is not known, so there is no winner yet."
        names = _joined([self.players[seat] for seat in self.winners])
        most = max(self.totals)
        level = [seat for seat, total in enumerate(self.totals) if total == most]
        if len(level) == 1:
            return f"{names} wins with {_counted(most, 'point')}."
        what, counts = (
            ("different species", self.species_placed)
            if self.options.tiebreak == "species"
            else ("cards", self.cards_placed)
        )
        shown = ", ".join(f"{self.players[seat]} {counts[seat]}" for seat in level)
        tie = f"{_joined([self.players[s] for s in level])} tie with {_counted(most, 'point')}"
        if len(self.winners) == 1:
            return f"{tie}; {names} wins with the most {what} in the arboretum ({shown})."
        return f"{tie} and in {what} ({shown}): {names} share the win."


def _joined(names: Sequence[str]) -> str:
    """Names in a row: `A, B and C`."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else "nobody"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _check_table(players: Sequence[str], tableaux: Sequence[Tableau], hands: Sequence[Hand | None]) -> None:
    """Raise ScoreError if this cannot lie on one table."""
    if not 1 <= len(tableaux) <= 4:
        raise ScoreError(f"There are {len(tableaux)} players: 1 to 4 can be scored.")
    if not len(tableaux) == len(hands) == len(players):
        raise ScoreError(
            f"There are {len(tableaux)} arboretums, {len(hands)} hands and {len(players)} players:"
            " each player has one of each; a hand may be None."
        )
    where: dict[int, str] = {}
    for player, tableau, hand in zip(players, tableaux, hands, strict=True):
        places = [(card, f"on {player}'s {cell}") for cell, card in tableau.items()]
        for card, place in [*places, *((card, f"in {player}'s hand") for card in hand or ())]:
            if card in where:
                raise ScoreError(f"{card} is {where[card]} and {place}: there is only one {card} (clause S1).")
            where[card] = place


def _species_of(
    tableaux: Sequence[Tableau], hands: Sequence[Hand | None], listed: Sequence[Species] | None
) -> tuple[Species, ...]:
    """The species in play, in order: those listed, else all that appear. Raises ScoreError."""
    cards = [*(c for t in tableaux for c in t.values()), *(c for h in hands if h for c in h)]
    appear = {card.species for card in cards}
    species = sorted(appear if listed is None else set(listed))
    for card in cards:
        if card.species not in species:
            raise ScoreError(
                f"{card} is on the table, but {card.species.title} is not among the species listed:"
                f" {' '.join(kind.code for kind in species)}."
            )
    if len(species) > LANES:
        raise ScoreError(f"There are {len(species)} species: a game has at most {LANES} (clause S2).")
    return tuple(species)


def _filled(
    tableaux: Sequence[Tableau], hands: Sequence[Hand | None], species: tuple[Species, ...], options: Options
) -> tuple[Pad, Sheet]:
    """A pad with everything on it, and an empty sheet."""
    pad = Pad()
    pad.seats, pad.slots = len(tableaux), len(species)
    pad.tiebreak = TIEBREAK_SPECIES if options.tiebreak == "species" else TIEBREAK_CARDS
    pad.unheld = UNHELD_EVERYONE if options.unheld == "everyone" else UNHELD_NOBODY
    for seat, (tableau, hand) in enumerate(zip(tableaux, hands, strict=True)):
        note_arboretum(pad, seat, tableau, list(species))
        for card in hand or ():
            at = pad.hand_size[seat]
            pad.hands[seat, at] = 8 * species.index(card.species) + card.value - 1
            pad.hand_size[seat] = at + 1
    return pad, Sheet()
