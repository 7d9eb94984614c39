"""Forms: how they come in, and what a table is from the form of a new one."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.requests import Request

from arboretum.cards import SPECIES_IN_PLAY, Species
from arboretum.errors import OptionError
from arboretum.language import later, one_of, said, say
from arboretum.options import PRESETS, Options
from arboretum.rooms.commands import Command, Join, SeatBot
from arboretum.rooms.settings import Settings
from arboretum.web.bodies import body_of

CHOICES: Final = ("tiebreak", "unheld", "species", "opening", "piles", "names")
"""The options that are chosen by a word; who starts is chosen among the seats."""

FIELDS: Final = (
    "seats",
    *(f"seat{seat}_{part}" for seat in range(4) for part in ("kind", "name")),
    *CHOICES,
    "start",
    "preview",
    "public",
    "hints",
)

SOMEBODY: Final = (later("Player"), later("Player 2"), later("Player 3"), later("Player 4"))
"""What persons are called, by seat, who give no name."""

Form = Mapping[str, Sequence[str]]


async def form_of(request: Request) -> dict[str, list[str]]:
    """The fields of a form that was sent. Raises BadRequest, OptionError."""
    body = await body_of(request, "application/x-www-form-urlencoded")
    try:
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=80)
    except ValueError:
        raise OptionError(say("The form cannot be read: send it again from its page.")) from None


def last(form: Form, name: str, default: str = "") -> str:
    """What a field says; the last one if it came more than once."""
    return (form.get(name) or [default])[-1].strip()


@dataclasses.dataclass(frozen=True, slots=True)
class Wanted:
    """A table as its host wants it."""

    settings: Settings
    commands: tuple[Command, ...]
    """Who is to sit down at once."""

    @property
    def is_full(self) -> bool:
        """Nobody else is waited for."""
        return len(self.commands) == self.settings.seats


def filled_in(form: Form) -> dict[str, Any]:
    """The values with which the form is shown again: what was sent, and a preset over it."""
    values: dict[str, Any] = {name: last(form, name)[:80] for name in FIELDS if name in form}
    values["chosen"] = [code[:4] for code in form.get("chosen", ())][:13]
    preset = PRESETS.get(last(form, "preset"))
    if preset is not None:
        values |= {name: str(value) for name, value in preset.to_json().items()}
    return values


def wanted(form: Form, bots: Sequence[str]) -> Wanted:
    """What the form of a new table asks for. Raises OptionError, NotationError, with a sentence for its sender."""
    seats = _seats(form)
    kinds = [last(form, f"seat{seat}_kind", "person") for seat in range(seats)]
    for seat, kind in enumerate(kinds):
        if kind not in ("person", "hot", *(f"bot:{bot}" for bot in bots)):
            raise OptionError(
                say("Seat {number} cannot be taken by that: choose a person or a bot.", number=seat + 1)
            )
    codes = form.get("chosen", ())
    settings = Settings(
        seats=seats,
        options=_options(form),
        species=tuple(sorted({Species.parse(code) for code in codes})) if codes else None,
        preview=last(form, "preview", "on") != "off",
        hot_seat="hot" in kinds,
        public=last(form, "public", "on") != "off",
        hints=last(form, "hints", "off") == "on",
    )
    names = [last(form, f"seat{seat}_name") for seat in range(seats)]
    return Wanted(settings, tuple(_sitting(kinds, names)))


def against(form: Form, bots: Sequence[str], usual: str) -> Wanted:
    """What the button of the home page asks for: its presser against bots. Raises OptionError."""
    seats = _seats(form)
    bot = last(form, "bot", usual)
    if bot not in bots:
        raise OptionError(say("There is no such bot: choose {bots}.", bots=one_of(bots)))
    seated = [SeatBot(seat, bot) for seat in range(1, seats)]
    return Wanted(Settings(seats), (Join(0, last(form, "name") or said(SOMEBODY[0])), *seated))


def _sitting(kinds: Sequence[str], names: Sequence[str]) -> list[Command]:
    """Who sits down at once: whoever opens the table, others at this screen, and bots."""
    commands: list[Command] = []
    for seat, (kind, name) in enumerate(zip(kinds, names, strict=True)):
        if kind.startswith("bot:"):
            commands.append(SeatBot(seat, kind.removeprefix("bot:")))
        elif kind == "hot" or seat == 0:
            commands.append(Join(seat, name or said(SOMEBODY[seat])))
    return commands


def _seats(form: Form) -> int:
    number = last(form, "seats", "2")
    if number not in map(str, SPECIES_IN_PLAY):
        raise OptionError(say("Arboretum is for 2 to 4 players: choose how many sit at the table."))
    return int(number)


def _options(form: Form) -> Options:
    values: dict[str, str | int] = {name: last(form, name) for name in CHOICES if last(form, name)}
    start = last(form, "start", "random")
    values["start"] = int(start) if start in ("0", "1", "2", "3") else start
    return Options.from_json(values)
