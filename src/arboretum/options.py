"""The readings of the rules that a table chose (options O1-O7)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final, Literal, get_args, get_type_hints

from arboretum.errors import OptionError
from arboretum.language import one_of, say


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    """
    What a table agreed on. The defaults are the `standard` preset.

    >>> Options(tiebreak="cards").changed
    {'tiebreak': 'cards'}
    """

    tiebreak: Literal["species", "cards"] = "species"
    """O1: who wins a tie: most different species in the arboretum, or most cards."""
    unheld: Literal["everyone", "nobody"] = "everyone"
    """O2: who has the right to a species that no hand holds."""
    species: Literal["public", "secret"] = "public"
    """O3: whether it is known which species are in play."""
    opening: Literal["none", "first-edition"] = "none"
    """O4: whether every player but the starting one begins with one card as discard pile."""
    start: Literal["random"] | int = "random"
    """O5: the starting player: drawn, or a seat named by the table."""
    piles: Literal["browsable", "top-card"] = "browsable"
    """O6: whether screens show discard piles all the way down."""
    names: Literal["second", "first"] = "second"
    """O7: whose ten species are used: the second or the first edition's."""

    def __post_init__(self) -> None:
        for name, allowed in ALLOWED.items():
            given = getattr(self, name)
            if given in allowed and not isinstance(given, bool):
                continue
            if name == "start" and isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= 3:
                continue
            told = {"name": name, "given": repr(given), "choices": one_of(allowed)}
            if name == "start":
                raise OptionError(
                    say("Option {name} cannot be {given}: choose {choices} or a seat from 0 to 3.", **told)
                )
            raise OptionError(say("Option {name} cannot be {given}: choose {choices}.", **told))

    @property
    def changed(self) -> dict[str, str | int]:
        """The options that differ from the default."""
        return {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if getattr(self, field.name) != field.default
        }

    def to_json(self) -> dict[str, str | int]:
        """All options by name."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Options:
        """Options by name; those left out are the default. Raises OptionError for an unknown one."""
        for name in values:
            if name not in ALLOWED:
                known = ", ".join(ALLOWED)
                raise OptionError(
                    say("There is no option {name}: the options are {known}.", name=repr(name), known=known)
                )
        return cls(**values)

    @classmethod
    def parse(cls, text: str) -> Options:
        """
        Read a preset or changed options, such as `standard`, `first-edition` or `tiebreak=cards,unheld=nobody`.

        Raises OptionError.
        """
        options = cls()
        for part in filter(None, (word.strip() for word in text.split(","))):
            name, equals, value = part.partition("=")
            if not equals and name in PRESETS:
                options = dataclasses.replace(options, **PRESETS[name].changed)  # type: ignore[arg-type]  # by name
            elif not equals:
                presets = ", ".join(PRESETS)
                raise OptionError(
                    say("There is no preset {name}: choose {known} or name=value.", name=repr(name), known=presets)
                )
            else:
                known = options.to_json() | {name: int(value) if value.isdecimal() and len(value) < 4 else value}
                options = cls.from_json(known)
        return options

    def __str__(self) -> str:
        """The shortest text that `parse` reads back."""
        for name, preset in PRESETS.items():
            if preset == self:
                return name
        return ",".join(f"{name}={value}" for name, value in self.changed.items())


ALLOWED: Final = {
    name: tuple(value for part in (hint, *get_args(hint)) for value in get_args(part) if isinstance(value, str))
    for name, hint in get_type_hints(Options).items()
}
"""The words each option may be, default first; `start` may also be a seat."""

STANDARD: Final = Options()
"""All defaults."""

PRESETS: Final = {
    "standard": STANDARD,
    "first-edition": Options(opening="first-edition", names="first"),
    "cards-tiebreak": Options(tiebreak="cards"),
}
"""Named sets of options."""
