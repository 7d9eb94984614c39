"""What is to be scored: arboretums and hands that can lie on one table, and how they come onto a pad."""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.cards import Card, Species
from arboretum.cells import Cell
from arboretum.errors import ScoreError
from arboretum.language import say
from arboretum.options import Options
from arboretum.piles import Hand
from arboretum.rules.position import TIEBREAK_CARDS, TIEBREAK_SPECIES, UNHELD_EVERYONE, UNHELD_NOBODY, Pad
from arboretum.rules.sheet import LANES, Sheet
from arboretum.tableau import Tableau, note_arboretum


def check_table(players: Sequence[str], tableaux: Sequence[Tableau], hands: Sequence[Hand | None]) -> None:
    """Raise ScoreError if this cannot lie on one table."""
    if not 1 <= len(tableaux) <= 4:
        raise ScoreError(say("There are {players} players: 1 to 4 can be scored.", players=len(tableaux)))
    if not len(tableaux) == len(hands) == len(players):
        raise ScoreError(
            say(
                "There are {arboretums} arboretums, {hands} hands and {players} players:"
                " each player has one of each; a hand may be None.",
                arboretums=len(tableaux),
                hands=len(hands),
                players=len(players),
            )
        )
    where: dict[Card, tuple[str, Cell | None]] = {}
    for player, tableau, hand in zip(players, tableaux, hands, strict=True):
        for card, cell in [
            *((card, cell) for cell, card in tableau.items()),
            *((card, None) for card in hand or ()),
        ]:
            if card in where:
                places = {"place": _place(*where[card]), "other": _place(player, cell)}
                raise ScoreError(
                    say(
                        "{card} is {place} and {other}: there is only one {card} (clause S1).", card=card, **places
                    )
                )
            where[card] = player, cell


def _place(player: str, cell: Cell | None) -> str:
    """Where a card is: on a cell, or in a hand."""
    if cell is None:
        return say("in {player}'s hand", player=player)
    return say("on {player}'s {cell}", player=player, cell=cell)


def species_of(
    tableaux: Sequence[Tableau], hands: Sequence[Hand | None], listed: Sequence[Species] | None
) -> tuple[Species, ...]:
    """The species in play, in order: those listed, else all that appear. Raises ScoreError."""
    cards = [*(c for t in tableaux for c in t.values()), *(c for h in hands if h for c in h)]
    appear = {card.species for card in cards}
    species = sorted(appear if listed is None else set(listed))
    for card in cards:
        if card.species not in species:
            raise ScoreError(
                say(
                    "{card} is on the table, but {species} is not among the species listed: {listed}.",
                    card=card,
                    species=card.species.title,
                    listed=" ".join(kind.code for kind in species),
                )
            )
    if len(species) > LANES:
        raise ScoreError(
            say(
                "There are {found} species: a game has at most {most} (clause S2).", found=len(species), most=LANES
            )
        )
    return tuple(species)


def filled(
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
