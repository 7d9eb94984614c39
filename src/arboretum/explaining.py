"""The options and the rules in short, in sentences made from what a game was set up with."""

from __future__ import annotations

from typing import Final

from arboretum.actions import SEAT_LETTERS
from arboretum.cards import HAND_SIZE
from arboretum.language import later, said, say
from arboretum.options import Options
from arboretum.setup import Setup

OPTION_SENTENCES: Final = {
    ("tiebreak", "species"): later("A tie goes to who has most different species in the arboretum."),
    ("tiebreak", "cards"): later("A tie goes to who has most cards in the arboretum."),
    ("unheld", "everyone"): later("A species that nobody holds in hand is scored by everyone."),
    ("unheld", "nobody"): later("A species that nobody holds in hand is scored by nobody."),
    ("species", "public"): later("Everyone knows which species are in play."),
    ("species", "secret"): later("Which species are in play is secret until the end."),
    ("opening", "none"): later("All discard piles start empty."),
    ("opening", "first-edition"): later(
        "Every player but the starting one starts with a card on the discard pile."
    ),
    ("start", "random"): later("The starting player is drawn at random."),
    ("piles", "browsable"): later("Discard piles may be looked through."),
    ("piles", "top-card"): later("Of a discard pile only the top card is shown."),
    ("names", "second"): later("The ten species of the second edition."),
    ("names", "first"): later("The ten species of the first edition."),
}
"""Each value of each option in a sentence; `start` may also be a seat."""

NUMBERS: Final = {
    "tiebreak": "O1",
    "unheld": "O2",
    "species": "O3",
    "opening": "O4",
    "start": "O5",
    "piles": "O6",
    "names": "O7",
}
"""The options' numbers in the rules."""


def option_sentence(name: str, value: str | int) -> str:
    """What an option with this value means, after its number."""
    return f"{NUMBERS[name]} {option_meaning(name, value)}"


def option_meaning(name: str, value: str | int) -> str:
    """What an option with this value means."""
    if isinstance(value, int):
        return say("Player {letter} starts: who last watered a plant?", letter=SEAT_LETTERS[value])
    return said(OPTION_SENTENCES[name, value])


def options_in_force(options: Options) -> list[str]:
    """What this table agreed on, a sentence a line."""
    return [option_sentence(name, value) for name, value in options.to_json().items()]


def species_lines(setup: Setup) -> list[str]:
    """The trees of this game with their codes."""
    kinds = setup.slots.species
    named = ", ".join(f"{kind.code} {kind.title}" for kind in kinds)
    if setup.species is None:
        return [
            say(
                "{count} of these {all} species are in play, which is secret: {named}.",
                count=setup.species_in_play,
                all=len(kinds),
                named=named,
            )
        ]
    return [say("{count} species are in play: {named}.", count=len(kinds), named=named)]


def rules_lines(setup: Setup) -> list[str]:
    """The rules in short, with the numbers of this game."""
    return [
        say(
            "{cards} cards: {species} species with one card of each value 1 to 8."
            " {seats} players with hands of {hand} cards.",
            cards=8 * setup.species_in_play,
            species=setup.species_in_play,
            seats=setup.seats,
            hand=HAND_SIZE,
        ),
        say(
            "A turn: draw two cards, one after the other, each from the draw pile or from the top of any discard"
            " pile; place one card in your arboretum; discard one on your own pile."
        ),
        say(
            "Placing: the first card anywhere, every later one beside a card of yours, not diagonally."
            " Any value may lie next to any other. Cards never move."
        ),
        say("The end: with the turn in which the draw pile becomes empty."),
        _right(setup),
        say(
            "A path: cards side by side, each of greater value than the one before, the first and the last of the"
            " species that is scored; those between may be of any species. You score one path of each species."
        ),
        say(
            "Points: 1 for each card; 1 more for each if there are four or more and all are of that species;"
            " 1 if the path starts with the 1; 2 if it ends with the 8."
        ),
        _winner(setup),
    ]


def _right(setup: Setup) -> str:
    """Who may score a species."""
    right = say(
        "The right to score a species: whoever holds the highest sum of it in hand; all who tie have it."
        " An 8 in hand counts 0 if another player holds the 1 of that species in hand."
    )
    if setup.options.unheld == "everyone":
        return right + " " + say("A species that nobody holds is scored by everybody.")
    return right + " " + say("A species that nobody holds is scored by nobody.")


def _winner(setup: Setup) -> str:
    """Who wins."""
    if setup.options.tiebreak == "species":
        return say(
            "Most points win; a tie goes to the most different species in the arboretum, then the win is shared."
        )
    return say("Most points win; a tie goes to the most cards in the arboretum, then the win is shared.")
