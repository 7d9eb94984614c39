"""
The rules that hold at every table, by clause.

Every sentence stands so in docs/3-rules.md, and a test compares them: the page in the browser and the rulebook
cannot come to say different things. What depends on an option is in rules_text.py.
"""

from __future__ import annotations

import dataclasses
from typing import Final

from arboretum.language import later


@dataclasses.dataclass(frozen=True, slots=True)
class Clause:
    """One rule."""

    id: str
    """Its number in the rulebook, such as T3."""
    title: str
    text: str
    """Sentences that hold at every table, or at this one."""
    points: tuple[str, ...] = ()
    """Lines of a list below the text."""
    after: str = ""
    """Sentences below the list."""


@dataclasses.dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together."""

    title: str
    clauses: tuple[Clause, ...]


BOOK: Final = (
    Chapter(
        later("Setting up"),
        (
            Clause(
                "S1",
                later("The cards"),
                later(
                    "There are ten species, and each has eight cards, one of every value from 1 to"
                    " 8. No two of the 80 cards are alike."
                ),
            ),
            Clause("S2", later("How many species"), ""),
            Clause(
                "S3",
                later("The deal"),
                later(
                    "Shuffle the deck and deal seven cards to each player, one at a time from the"
                    " top, beginning with the starting player and going clockwise. The rest is the"
                    " draw pile, face down. Nobody knows its order, and everybody may know how many"
                    " cards it has."
                ),
            ),
            Clause("S4", later("The discard piles"), ""),
            Clause("S5", later("Who starts"), ""),
        ),
    ),
    Chapter(
        later("Your turn"),
        (
            Clause(
                "T1",
                later("Four steps"),
                later(
                    "Draw a card, draw another, place one, discard one. You do all four, always in"
                    " this order; there is no passing and no skipping."
                ),
            ),
            Clause(
                "T2",
                later("Drawing"),
                later(
                    "Each time you draw, you take either the top card of the draw pile or the top"
                    " card of any discard pile, and your own discard pile is one of them. You look"
                    " at the first card before you decide where the second comes from. Both may"
                    " come from the same pile, so the card that lay under your first one may be"
                    " your second."
                ),
            ),
            Clause(
                "T3",
                later("Placing"),
                later(
                    "Put one card from your hand into your arboretum, where it stays for the rest"
                    " of the game. Your first card may lie anywhere, and its cell is called 0,0."
                    " Every later card goes on an empty cell that shares an edge with one of your"
                    " cards; touching at a corner is not enough. Nothing else is asked: any value"
                    " may lie beside any other, and so may any species. An arboretum has no border,"
                    " so it may grow as far as you like."
                ),
            ),
            Clause(
                "T4",
                later("Discarding"),
                later(
                    "Lay one card from your hand face up on top of your own discard pile. It may be"
                    " one that you drew this turn."
                ),
            ),
            Clause(
                "T5",
                later("The size of a hand"),
                later(
                    "Your hand goes from seven to eight to nine, and back to eight and to seven. Between turns"
                    " everybody holds exactly seven cards."
                ),
            ),
            Clause(
                "T6",
                later("What is public"),
                later(
                    "When you take a card from a discard pile, everybody sees which one. That you"
                    " hold it stays public knowledge until you place or discard it. All other cards"
                    " in a hand are known to its owner only."
                ),
            ),
        ),
    ),
    Chapter(
        later("The end of the game"),
        (
            Clause(
                "E1",
                later("The last turn"),
                later(
                    "When somebody takes the last card of the draw pile, that player finishes the"
                    " turn, placing and discarding as usual, and then the game is over. Nobody has"
                    " another turn, even if some players have had one turn fewer. As long as one"
                    " card is left in the draw pile, the game goes on."
                ),
            ),
            Clause(
                "E2",
                later("The last card comes first"),
                later(
                    "If the first of your two draws takes the last card of the draw pile, your"
                    " second comes from a discard pile. There always is one: the player before you"
                    " has just discarded, and your first draw did not touch it. If it is your"
                    " second draw that takes the last card, nothing is special."
                ),
            ),
            Clause(
                "E3",
                later("How long a game is"),
                later(
                    "Each turn moves one card for good from the piles into an arboretum, so a game"
                    " cannot go on for ever."
                ),
            ),
            Clause("E4", later("Everything is shown"), ""),
        ),
    ),
    Chapter(
        later("The right to score"),
        (
            Clause(
                "R1",
                later("The hand sum"),
                later(
                    "Add up the values of all cards of the species that are left in your hand. It"
                    " is the sum that counts, neither the number of cards nor the highest one."
                    " Cards in arboretums and discard piles do not count here."
                ),
            ),
            Clause(
                "R2",
                later("The 1 against the 8"),
                later(
                    "If another player holds the 1 of a species in hand, the 8 of that species in"
                    " your hand counts 0. The rest of your hand still counts. Your own 1 does your"
                    " 8 no harm: together they are worth 9. A 1 that was placed or discarded"
                    " cancels nothing. The 1 itself always counts 1, and all this concerns hands"
                    " alone, never the points of a path."
                ),
            ),
            Clause(
                "R3",
                later("The highest sum has the right"),
                later("If several players tie for the highest sum, all of them have it."),
            ),
            Clause("R4", later("A species that nobody holds"), ""),
            Clause(
                "R5",
                later("A right without a path"),
                later(
                    "You need no card of the species in your arboretum to have the right. Then you"
                    " score nothing for it, and you still keep it from everyone with a lower sum."
                ),
            ),
        ),
    ),
    Chapter(
        later("Paths and points"),
        (
            Clause(
                "P1",
                later("What a path is"),
                later(
                    "A path of a species is a sequence of at least two cards in one arboretum. Each"
                    " card shares an edge with the one before it and has a greater value. The first"
                    " and the last card are of the species; the cards between them may be of any. A"
                    " path may run in any direction and turn as it likes, and values may be left"
                    " out. A single card is no path, and two equal values never follow each other."
                ),
            ),
            Clause(
                "P2",
                later("What a path is worth"),
                "",
                (
                    later("1 point for each card."),
                    later(
                        "1 more point for each card, if the path has at least four cards and all of"
                        " them are of the species."
                    ),
                    later("Then 1 more point if it starts with the 1 of the species."),
                    later("Then 2 more points if it ends with the 8 of the species."),
                ),
                later("The two bonuses are added at the end and never doubled."),
            ),
            Clause(
                "P3",
                later("Which path scores"),
                later(
                    "If you have the right to a species, you score one path of it: the one that is"
                    " worth most, which need not be the longest. You never score two paths of one"
                    " species. A card may be part of the paths of several species."
                ),
            ),
        ),
    ),
    Chapter(
        later("The winner"),
        (
            Clause("W1", later("Most points win"), later("Add up what you scored for all species.")),
            Clause("W2", later("The tie-break"), ""),
            Clause("W3", later("Still tied"), later("Then they share the win.")),
        ),
    ),
)
"""The rules that do not depend on an option, in order."""
