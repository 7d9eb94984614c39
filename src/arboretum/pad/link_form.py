"""
The score pad as a link: a whole pad in letters, digits, dots, dashes and underscores, for an address.

A pad has one link, however it was entered: cards of a hand stand in order, and an arboretum is written row by row
from the north, with a dash for each empty cell before a card. Such a link is

    1.sse..QWRh.I3K1.I6I5-A1_-C8

which is the form (1), the edition, the way to decide a tie and the way to score a species nobody holds, the
species in play if they are listed, and for each player the name in base64, the hand and the rows. A card is the
letter of its species, in the order of the rules' table from A on, and its value.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from typing import Final

from arboretum.cards import Card, Species
from arboretum.cells import Cell
from arboretum.errors import ScoreError
from arboretum.language import say
from arboretum.options import ALLOWED, Options
from arboretum.pad.entries import Entries, Entry, default_name

FORM: Final = "1"
LONGEST: Final = 2000
"""Signs of a link."""
LONGEST_NAME: Final = 24
"""Letters of a name."""

CARD: Final = "[A-M][1-8]"
LINK: Final = re.compile(
    rf"1\.[sf][sc][en]\.[A-M]{{0,13}}(\.[\w-]*\.({CARD})*\.((-*{CARD})*(_(-*{CARD})*)*)){{1,4}}", re.ASCII
)
LETTERS: Final = "ABCDEFGHIJKLM"
CHOICES: Final = ("names", "tiebreak", "unheld")
"""The options that a pad has; in a link each is the first letter of what was chosen."""

UNSEEN: Final = re.compile("[\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Signs of a name that would turn the words around it, or break the line."""


def write_link(entries: Entries) -> str:
    """A pad as a link; a hand without cards counts as one that is not noted."""
    species = "".join(sorted({LETTERS[kind] for kind in entries.species or ()}))
    options = "".join(str(getattr(entries.options, name))[0] for name in CHOICES)
    players = (
        f"{_written(seat, entry.name)}.{_hand(entry)}.{_rows(entry)}" for seat, entry in enumerate(entries.players)
    )
    return ".".join((FORM, options, species, *players))


def read_link(text: str) -> Entries:
    """Read a pad from its link, as `write_link` made it. Raises ScoreError."""
    if re.match(r"[0-9]+\.", text) and not text.startswith(f"{FORM}."):
        raise ScoreError(say("This pad was shared by another version of Arboretum, which writes it differently."))
    if len(text) > LONGEST or not LINK.fullmatch(text):
        raise _broken()
    _, options, species, *rest = text.split(".")
    chosen = {
        name: next(word for word in ALLOWED[name] if word[0] == letter)
        for name, letter in zip(CHOICES, options, strict=True)
    }
    players = [_entry(seat, *rest[3 * seat : 3 * seat + 3]) for seat in range(len(rest) // 3)]
    kinds = tuple(Species(LETTERS.index(letter)) for letter in species)
    entries = Entries(tuple(players), kinds or None, Options.from_json(chosen))
    if write_link(entries) != text:
        raise _broken()
    _check_each_card_once(entries)
    return entries


def shown_name(text: str) -> str:
    """A name as a pad keeps it: one line, not too long, without signs that do something instead of showing."""
    plain = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in UNSEEN.sub("", text))
    return " ".join(plain.split())[:LONGEST_NAME].rstrip()


def _broken() -> ScoreError:
    return ScoreError(say("This link is not a whole pad: perhaps its end was cut off. Ask for it again."))


# One player. ----------------------------------------------------------------------------------------------


def _entry(seat: int, name: str, hand: str, rows: str) -> Entry:
    called = _read_name(name)
    return Entry(
        name=called or default_name(seat),
        cards=_laid(rows),
        hand=tuple(map(_card, re.findall(CARD, hand))) or None,
        place=say("The arboretum of {name}", name=called or default_name(seat)),
    )


def _laid(rows: str) -> tuple[tuple[Cell, Card], ...]:
    """The cards of rows, the last row at y = 0."""
    lines = rows.split("_")
    return tuple(
        (Cell(x, len(lines) - 1 - down), _card(word))
        for down, line in enumerate(lines)
        for x, word in enumerate(re.findall(rf"-|{CARD}", line))
        if word != "-"
    )


def _card(word: str) -> Card:
    return Card.of(Species(LETTERS.index(word[0])), int(word[1]))


def _written(seat: int, name: str) -> str:
    """A name in base64; nothing for who is called by the letter of the seat."""
    if shown_name(name) == default_name(seat):
        return ""
    return base64.urlsafe_b64encode(shown_name(name).encode()).decode().rstrip("=")


def _read_name(text: str) -> str:
    try:
        name = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except ValueError:
        raise _broken() from None
    if name != shown_name(name):
        raise _broken()
    return name


def _hand(entry: Entry) -> str:
    return "".join(_letters(card) for card in sorted(entry.hand or ()))


def _rows(entry: Entry) -> str:
    cards = dict(entry.cards)
    if not cards:
        return ""
    xs, ys = {cell.x for cell in cards}, {cell.y for cell in cards}
    return "_".join(
        "".join(
            _letters(cards[cell]) if (cell := Cell(x, y)) in cards else "-" for x in range(min(xs), max(xs) + 1)
        ).rstrip("-")
        for y in range(max(ys), min(ys) - 1, -1)
    )


def _letters(card: Card) -> str:
    return f"{LETTERS[card.species]}{card.value}"


def _check_each_card_once(entries: Entries) -> None:
    seen: set[Card] = set()
    for entry in entries.players:
        for card in (*dict(entry.cards).values(), *(entry.hand or ())):
            if card in seen:
                raise ScoreError(say("{card} is on this pad twice: there is only one {card}.", card=card))
            seen.add(card)
