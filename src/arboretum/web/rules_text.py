"""
The rules in words, as a table with these options plays them, and what the form for a new table says.

What holds at every table is in rulebook.py.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Final

from arboretum.cards import EDITIONS, SPECIES_IN_PLAY, Species
from arboretum.explaining import option_meaning
from arboretum.language import later, said, say
from arboretum.options import ALLOWED, PRESETS, Options
from arboretum.web.rulebook import BOOK, Chapter, Clause

READINGS: Final[dict[tuple[str, str, str], str]] = {
    ("S1", "names", "second"): later("They are those of the second edition."),
    ("S1", "names", "first"): later("They are those of the first edition."),
    ("S2", "species", "public"): later("Everybody knows which species are in play."),
    ("S2", "species", "secret"): (
        later(
            "Which species are in play is secret: those that are not lie face down until the end,"
            " so reckon with all ten."
        )
    ),
    ("S4", "opening", "none"): later("All discard piles are empty at the start."),
    ("S4", "opening", "first-edition"): (
        later(
            "Every player but the starting one begins with one card from the deck, face up, as discard pile."
            " It is dealt after the hands, and it can be drawn from the first turn on."
        )
    ),
    ("S5", "start", "random"): later("The starting player is drawn at random. Turns go clockwise."),
    ("S5", "start", "seat"): (
        later(
            "The table named the starting player, by custom whoever last watered a plant."
            " Turns go clockwise, and in a rematch the start goes round."
        )
    ),
    ("T6", "piles", "browsable"): later("Everybody may look through all discard piles, down to the bottom."),
    ("T6", "piles", "top-card"): (
        later(
            "The screen shows only the top card of each discard pile:"
            " what lies below, everybody remembers for themselves."
        )
    ),
    ("E4", "species", "public"): later("When the game is over, all hands are laid open."),
    ("E4", "species", "secret"): (
        later("When the game is over, all hands are laid open, and so are the species that were not in the game.")
    ),
    ("R4", "unheld", "everyone"): later("If no hand has any card of the species, everybody has the right."),
    (
        "R4",
        "unheld",
        "nobody",
    ): later("If no hand has any card of the species, nobody has the right, and it scores for no one."),
    ("W2", "tiebreak", "species"): (
        later("Among those who are tied for the lead, the most different species in the arboretum win.")
    ),
    ("W2", "tiebreak", "cards"): later(
        "Among those who are tied for the lead, the most cards in the arboretum win."
    ),
}
"""What a clause says besides, by the option it depends on and its value."""

IN_WORDS: Final = {
    2: later("two"),
    3: later("three"),
    4: later("four"),
    6: later("six"),
    8: later("eight"),
    10: later("ten"),
}

TURNS: Final = {2: (17, 33), 3: (22, 42), 4: (26, 51)}
"""How many turns a game can have, by the number of players (clause E3)."""


def chapters(options: Options, players: int | None) -> tuple[Chapter, ...]:
    """The rules as a table of 2-4 players with these options plays them; None for any number of players."""
    return tuple(
        Chapter(said(chapter.title), tuple(_worded(clause, options, players) for clause in chapter.clauses))
        for chapter in BOOK
    )


def _worded(clause: Clause, options: Options, players: int | None) -> Clause:
    """A clause with what it says at this table, in the language that is spoken now."""
    parts = [said(clause.text), *_of_number(clause.id, options, players)]
    for name, value in options.to_json().items():
        kind = "seat" if isinstance(value, int) else value
        parts.append(said(READINGS.get((clause.id, name, kind), "")))
    return Clause(
        clause.id,
        said(clause.title),
        " ".join(filter(None, parts)),
        tuple(said(point) for point in clause.points),
        said(clause.after),
    )


def _of_number(clause: str, options: Options, players: int | None) -> Iterator[str]:
    """What a clause says of the number of players."""
    if clause == "S2":
        if players is None:
            yield say(
                "Two players use six species (48 cards), three players eight (64 cards),"
                " and four players all ten (80 cards)."
            )
        else:
            species = SPECIES_IN_PLAY[players]
            yield say(
                "With {players} players, {species} species are in play: {cards} cards.",
                players=said(IN_WORDS[players]),
                species=said(IN_WORDS[species]),
                cards=8 * species,
            )
        if players != 4 and options.species == "public":
            yield say("Which ones stay in the box is decided at random, unless whoever sets up the game chooses.")
    if clause == "E3":
        for number in TURNS if players is None else (players,):
            fewest, most = TURNS[number]
            if options.opening == "first-edition" and number > 2:
                fewest -= 1
            yield say(
                "With {players} players it has {fewest} to {most} turns.",
                players=said(IN_WORDS[number]),
                fewest=fewest,
                most=most,
            )


# Examples. ------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Example:
    """A path in a row, and what it is worth."""

    clause: str
    """The clause below which it stands."""
    species: str
    cards: str
    """From the start to the end of the path."""
    points: int
    says: str

    @property
    def cells(self) -> list[tuple[str, str]]:
        """The cards from west to east."""
        return [(f"{x},0", card) for x, card in enumerate(self.cards.split())]


EXAMPLES: Final = (
    Example(
        "P1", "MP", "MP2 OK4 JA5 MP7", 4, later("A path of maple, and no path of oak: 4 points for its cards.")
    ),
    Example("P2", "OK", "OK2 OK3 OK5 OK6", 8, later("Four cards and all of them oak: 4 and 4 make 8 points.")),
    Example(
        "P2",
        "RP",
        "RP1 WI3 DW6 RP8",
        7,
        later("Four cards, then 1 for the 1 and 2 for the 8: 4, 1 and 2 make 7 points."),
    ),
)
"""Paths of species that both editions have; a test counts them."""

# The form for a new table. --------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """An option to choose, with a sentence for each of its values."""

    id: str
    name: str
    title: str
    values: tuple[tuple[str, str, str], ...]
    """Value, a word or two, and a sentence; the default first."""


TITLES: Final = {
    "tiebreak": ("O1", later("A tie")),
    "unheld": ("O2", later("A species nobody holds")),
    "species": ("O3", later("Species in play")),
    "opening": ("O4", later("Opening discards")),
    "piles": ("O6", later("Discard piles")),
    "names": ("O7", later("Names")),
}
"""Number and heading of each option that is chosen by a word; `start` (O5) is asked for in words of its own."""

LABELS: Final = {
    ("tiebreak", "species"): later("most species"),
    ("tiebreak", "cards"): later("most cards"),
    ("unheld", "everyone"): later("everyone"),
    ("unheld", "nobody"): later("nobody"),
    ("species", "public"): later("public"),
    ("species", "secret"): later("secret"),
    ("opening", "none"): later("none"),
    ("opening", "first-edition"): later("one each"),
    ("piles", "browsable"): later("browsable"),
    ("piles", "top-card"): later("top card"),
    ("names", "second"): later("second edition"),
    ("names", "first"): later("first edition"),
}
"""What is written on the button of each value."""

PRESET_WORDS: Final = {
    "standard": later("Standard"),
    "first-edition": later("First edition"),
    "cards-tiebreak": later("Cards break ties"),
}


def choices() -> tuple[Choice, ...]:
    """Every option that is chosen by a word, with its sentences."""
    return tuple(
        Choice(
            number,
            name,
            said(title),
            tuple((value, said(LABELS[name, value]), option_meaning(name, value)) for value in ALLOWED[name]),
        )
        for name, (number, title) in TITLES.items()
    )


def option_choices() -> list[dict[str, Any]]:
    """The same, as JSON values for whoever changes them at the table."""
    return [
        {"name": each.name, "title": each.title, "values": [[value, label] for value, label, _ in each.values]}
        for each in choices()
    ]


def form_texts() -> dict[str, Any]:
    """What templates/new.html says, besides the values and bots it is given."""
    return {
        "choices": choices(),
        "presets": [(name, said(PRESET_WORDS[name])) for name in PRESETS],
        "trees": [
            (kind.code, kind.title, [name for name, edition in EDITIONS.items() if kind in edition])
            for kind in Species
        ],
    }


def rules_texts(
    options: Options, players: int | None, species: tuple[Species, ...] | None = None
) -> dict[str, Any]:
    """
    What templates/rules.html says, for a table or, with the default options, for everybody.

    players: 2-4, or None for any number.
    species: those in play, as far as they are known; None for all that could be.
    """
    kinds = EDITIONS[options.names] if species is None else species
    return {
        "chapters": chapters(options, players),
        "agreed": [option_meaning(name, value) for name, value in options.changed.items()],
        "players": players,
        "trees": [(kind.code, kind.title) for kind in sorted(kinds)],
        "examples": [dataclasses.replace(example, says=said(example.says)) for example in EXAMPLES],
    }
