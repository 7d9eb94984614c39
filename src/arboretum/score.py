"""A final score that explains itself: hand sums, rights, paths, points, winners (clauses R1-W3)."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence

from arboretum.cards import Species
from arboretum.errors import ScoreError
from arboretum.language import all_of, say, say_many
from arboretum.options import STANDARD, Options
from arboretum.piles import Hand
from arboretum.rules.paths import charted
from arboretum.rules.rights import judged
from arboretum.rules.scoring import crowned, totalled
from arboretum.rules.sheet import Sheet
from arboretum.scored import check_table, filled, species_of
from arboretum.tableau import Path, Tableau


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
        check_table(names, tableaux, hands)
        kinds = species_of(tableaux, hands, species)
        pad, sheet = filled(tableaux, hands, kinds, options)
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
            known = ", ".join(map(str, self.species))
            raise ScoreError(
                say("{species} is not in this game: it has {known}.", species=kind.title, known=known)
            )
        lines = [f"{kind.title}: {self.explain_right(kind)}"]
        for seat, player in enumerate(self.players):
            lines.append(f"  {player}: {self.explain_points(kind, seat)}")
        return "\n".join(lines)

    def explain_right(self, species: Species) -> str:
        """Who has the right to a species and why, as a sentence."""
        rights = self.rights[species]
        if rights is None:
            return say("a hand is not known, so nobody's right can be told.")
        if not any(hand is not None and hand.of(species) for hand in self.hands):
            if self.options.unheld == "everyone":
                return say("nobody holds any, so everybody has the right.")
            return say("nobody holds any, so nobody has the right.")
        return say_many(
            "in hand {held}: {names} has the right.",
            "in hand {held}: {names} tie and have the right.",
            len(rights),
            held=", ".join(self._held(species, seat) for seat in range(len(self.players))),
            names=all_of(self.players[seat] for seat in rights),
        )

    def _held(self, species: Species, seat: int) -> str:
        """What a seat holds of a species, as a sum."""
        player, total = self.players[seat], self.sums[species][seat]
        if self.cancelled[species] == seat:
            return say("{player} {sum} (its 8 counts 0)", player=player, sum=total)
        return f"{player} {total}"

    def explain_points(self, species: Species, seat: int) -> str:
        """What a seat scores for a species and why, or what it lost."""
        path = self.paths[species][seat]
        rights = self.rights[species]
        if path is None:
            if rights is None:
                return say("no path.")
            if seat in rights:
                return say("has the right, but no path: 0 points.")
            return say("no right, and no path.")
        told = {"path": path, "points": path.points, "why": path.why}
        if rights is None:
            return say("{path} is worth {points} ({why}).", **told)
        if seat not in rights:
            return say("no right; {path} is worth {points} ({why}) and is lost.", **told)
        return say_many(
            "{count} point: {path} ({why}).",
            "{count} points: {path} ({why}).",
            path.points,
            path=path,
            why=path.why,
        )

    def explain_win(self) -> str:
        """Who won and what decided, as a sentence."""
        if self.totals is None or self.winners is None:
            return say("A hand is not known, so there is no winner yet.")
        most = max(self.totals)
        level = [seat for seat, total in enumerate(self.totals) if total == most]
        names = all_of(self.players[seat] for seat in self.winners)
        if len(level) == 1:
            return say_many(
                "{name} wins with {count} point.", "{name} wins with {count} points.", most, name=names
            )
        by_species = self.options.tiebreak == "species"
        counts = self.species_placed if by_species else self.cards_placed
        shown = ", ".join(f"{self.players[seat]} {counts[seat]}" for seat in level)
        told = {"tied": all_of(self.players[seat] for seat in level), "winner": names, "shown": shown}
        if len(self.winners) > 1:
            return _shared(most, by_species, told)
        if by_species:
            return say_many(
                "{tied} tie with {count} point;"
                " {winner} wins with the most different species in the arboretum ({shown}).",
                "{tied} tie with {count} points;"
                " {winner} wins with the most different species in the arboretum ({shown}).",
                most,
                **told,
            )
        return say_many(
            "{tied} tie with {count} point; {winner} wins with the most cards in the arboretum ({shown}).",
            "{tied} tie with {count} points; {winner} wins with the most cards in the arboretum ({shown}).",
            most,
            **told,
        )


def _shared(most: int, by_species: bool, told: Mapping[str, str]) -> str:
    """A win that is shared."""
    if by_species:
        return say_many(
            "{tied} tie with {count} point and in different species ({shown}): {winner} share the win.",
            "{tied} tie with {count} points and in different species ({shown}): {winner} share the win.",
            most,
            **told,
        )
    return say_many(
        "{tied} tie with {count} point and in cards ({shown}): {winner} share the win.",
        "{tied} tie with {count} points and in cards ({shown}): {winner} share the win.",
        most,
        **told,
    )
