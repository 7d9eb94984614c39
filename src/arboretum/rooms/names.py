"""What people may be called at a table: readable, short, and no two of them alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from arboretum.bots.styles import title
from arboretum.language import say
from arboretum.rooms.refusals import Refused

LONGEST: Final = 24
"""Letters that a name may have; marks that stand on a letter are not counted."""
MARKS: Final = 8
"""Marks that a name may have."""

ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁһкмтвнοανικρτυχіɡ01!|$5@",
    "aeopcyxijsdhkmtbhoavikptuxigolllssa",
)
"""Letters of other alphabets, and digits, that look like a Latin letter."""


def cleaned(name: str) -> str:
    """
    A name as it will be shown: in one Unicode form, in one line, without signs that cannot be seen.

    Signs that change the direction of writing are dropped with the other invisible ones. Raises Refused for
    what is not a name then.
    """
    text = unicodedata.normalize("NFKC", name[: 20 * LONGEST])
    text = " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace()).split())
    marks = sum(unicodedata.category(sign).startswith("M") for sign in text)
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in text):
        raise Refused(say("A name needs at least one letter, digit or sign that can be seen."), reason="BAD_NAME")
    if len(text) - marks > LONGEST or marks > MARKS:
        raise Refused(
            say("That name is too long: at most {longest} letters fit.", longest=LONGEST), reason="BAD_NAME"
        )
    return text


def look(name: str) -> str:
    """What a name looks like at a glance: names that look the same cannot sit at one table."""
    apart = unicodedata.normalize("NFKD", name).casefold().translate(ALIKE)
    return "".join(sign for sign in apart if unicodedata.category(sign)[0] in "LNS")


def free_name(name: str, others: Iterable[str]) -> str:
    """A cleaned name that nobody else has. Raises Refused if somebody has it, or one that looks like it."""
    clean = cleaned(name)
    for other in others:
        if look(other) == look(clean):
            raise Refused(
                say(
                    "{other} sits here already, and {clean} would look the same: choose another name.",
                    other=other,
                    clean=clean,
                ),
                reason="NAME_TAKEN",
            )
    return clean


def bot_name(bot: str, others: Iterable[str]) -> str:
    """What a bot is called at a table: its title, and a number if that is taken."""
    taken = {look(other) for other in others}
    called = title(bot)[:LONGEST]
    names = (called, *(f"{called[: LONGEST - 2]} {number}" for number in range(2, 10)))
    return next(name for name in names if look(name) not in taken)
