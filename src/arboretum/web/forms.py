"""Forms: how they come in, and what a table is from the form of a new one."""

from __future__ import annotations

import dataclasses
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request

from arboretum.cards import Species
from arboretum.errors import OptionError
from arboretum.explaining import OPTION_SENTENCES
from arboretum.options import ALLOWED, Options
from arboretum.rooms.settings import Settings
from arboretum.web.bodies import body_of

FRIEND: Final = "friend"
"""A seat that somebody else takes, by the invitation."""

HERE: Final = "here"
"""A seat of somebody at the same screen."""

TITLES: Final = {
    "tiebreak": ("O1", "A tie goes to"),
    "unheld": ("O2", "A species that nobody holds"),
    "species": ("O3", "The species in play"),
    "opening": ("O4", "The discard piles"),
    "piles": ("O6", "Looking through discard piles"),
    "names": ("O7", "The ten species"),
}
LABELS: Final = {
    ("tiebreak", "species"): "most species",
    ("tiebreak", "cards"): "most cards",
    ("unheld", "everyone"): "everyone may score it",
    ("unheld", "nobody"): "nobody may score it",
    ("species", "public"): "known to all",
    ("species", "secret"): "secret",
    ("opening", "none"): "start empty",
    ("opening", "first-edition"): "start with a card",
    ("piles", "browsable"): "all the way down",
    ("piles", "top-card"): "the top card only",
    ("names", "second"): "second edition",
    ("names", "first"): "first edition",
}

Form = dict[str, list[str]]


async def form_of(request: Request) -> Form:
    """The fields of a form that was sent. Raises BadRequest, OptionError."""
    body = await body_of(request, "application/x-www-form-urlencoded")
    try:
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=60)
    except ValueError:
        raise OptionError("The form cannot be read: send it again from its page.") from None


def last(form: Form, name: str, default: str = "") -> str:
    """What a field says; the last one if it came more than once."""
    return form.get(name, [default])[-1].strip()


@dataclasses.dataclass(frozen=True, slots=True)
class Chair:
    """Who is to take one of the other seats: a friend, somebody here, or a bot."""

    kind: str
    name: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Wanted:
    """A table as the form asks for it."""

    settings: Settings
    name: str
    chairs: tuple[Chair, ...]
    """The seats from 1 on."""


def wanted(form: Form, bots: list[str]) -> Wanted:
    """What the form of a new table asks for. Raises OptionError, with a sentence for the person."""
    seats = _number(last(form, "seats", "2"))
    chairs = tuple(_chair(form, seat, bots) for seat in range(1, seats))
    chosen = [code for code in form.get("species_in_play", []) if code]
    settings = Settings(
        seats=seats,
        options=_options(form),
        species=tuple(sorted(Species.parse(code) for code in chosen)) if chosen else None,
        preview="preview" in form,
        hot_seat=any(chair.kind == HERE for chair in chairs),
        public="watch" in form,
    )
    return Wanted(settings, last(form, "name"), chairs)


def _number(text: str) -> int:
    if text not in ("2", "3", "4"):
        raise OptionError("Arboretum is for 2 to 4 players: choose how many sit at the table.")
    return int(text)


def _chair(form: Form, seat: int, bots: list[str]) -> Chair:
    kind = last(form, f"seat_{seat}", FRIEND)
    if kind not in (FRIEND, HERE, *bots):
        raise OptionError(f"Seat {seat + 1} cannot be taken by that: choose a friend, somebody here, or a bot.")
    return Chair(kind, last(form, f"name_{seat}") if kind == HERE else "")


def _options(form: Form) -> Options:
    values: dict[str, str | int] = {name: last(form, name) for name in TITLES if last(form, name)}
    start = last(form, "start", "random")
    values["start"] = int(start) if start in ("0", "1", "2", "3") else start
    return Options.from_json(values)


def option_choices() -> list[dict[str, object]]:
    """Every option with its values, each with a sentence, for the page of a new table and that of the rules."""
    return [
        {
            "name": name,
            "clause": clause,
            "title": title,
            "choices": [
                {"value": value, "label": LABELS[name, value], "about": OPTION_SENTENCES[name, value][3:]}
                for value in ALLOWED[name]
            ],
        }
        for name, (clause, title) in TITLES.items()
    ]
