"""The options and the rules in short, in sentences made from what a game was set up with."""

from __future__ import annotations

from typing import Final

from arboretum.actions import SEAT_LETTERS
from arboretum.cards import HAND_SIZE
from arboretum.options import Options
from arboretum.setup import Setup

OPTION_SENTENCES: Final = {
    ("tiebreak", "species"): "O1 A tie goes to who has most different species in the arboretum.",
    ("tiebreak", "cards"): "O1 A tie goes to who has most cards in the arboretum.",
    ("unheld", "everyone"): "O2 A species that nobody holds in hand is scored by everyone.",
    ("unheld", "nobody"): "O2 A species that nobody holds in hand is scored by nobody.",
    ("species", "public"): "O3 Everyone knows which species are in play.",
    ("species", "secret"): "O3 Which species are in play is secret until the end.",
    ("opening", "none"): "O4 All discard piles start empty.",
    ("opening", "first-edition"): "O4 Every player but the starting one starts with a card on the discard pile.",
    ("start", "random"): "O5 The starting player is drawn at random.",
    ("piles", "browsable"): "O6 Discard piles may be looked through.",
    ("piles", "top-card"): "O6 Of a discard pile only the top card is shown.",
    ("names", "second"): "O7 The ten species of the second edition.",
    ("names", "first"): "O7 The ten species of the first edition.",
}
"""Each value of each option in a sentence; `start` may also be a seat."""


def option_sentence(name: str, value: str | int) -> str:
    """What an option with this value means."""
    if isinstance(value, int):
        return f"O5 Player {SEAT_LETTERS[value]} starts: who last watered a plant?"
    return OPTION_SENTENCES[name, value]


def options_in_force(options: Options) -> list[str]:
    """What this table agreed on, a sentence a line."""
    return [option_sentence(name, value) for name, value in options.to_json().items()]


def species_lines(setup: Setup) -> list[str]:
    """The trees of this game with their codes."""
    kinds = setup.slots.species
    named = ", ".join(f"{kind.code} {kind.title}" for kind in kinds)
    if setup.species is None:
        return [f"{setup.species_in_play} of these {len(kinds)} species are in play, which is secret: {named}."]
    return [f"{len(kinds)} species are in play: {named}."]


def rules_lines(setup: Setup) -> list[str]:
    """The rules in short, with the numbers of this game."""
    cards = 8 * setup.species_in_play
    everyone = setup.options.unheld == "everyone"
    tie = "different species" if setup.options.tiebreak == "species" else "cards"
    return [
        f"{cards} cards: {setup.species_in_play} species with one card of each value 1 to 8."
        f" {setup.seats} players with hands of {HAND_SIZE} cards.",
        "A turn: draw two cards, one after the other, each from the draw pile or from the top of any discard"
        " pile; place one card in your arboretum; discard one on your own pile.",
        "Placing: the first card anywhere, every later one beside a card of yours, not diagonally."
        " Any value may lie next to any other. Cards never move.",
        "The end: with the turn in which the draw pile becomes empty.",
        "The right to score a species: whoever holds the highest sum of it in hand; all who tie have it."
        " An 8 in hand counts 0 if another player holds the 1 of that species in hand."
        f" A species that nobody holds is scored by {'everybody' if everyone else 'nobody'}.",
        "A path: cards side by side, each of greater value than the one before, the first and the last of the"
        " species that is scored; those between may be of any species. You score one path of each species.",
        "Points: 1 for each card; 1 more for each if there are four or more and all are of that species;"
        " 1 if the path starts with the 1; 2 if it ends with the 8.",
        f"Most points win; a tie goes to the most {tie} in the arboretum, then the win is shared.",
    ]
