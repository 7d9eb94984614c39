"""Reading the headings of a game in the text notation."""

from __future__ import annotations

from typing import Final, Literal

from arboretum.actions import SEAT_LETTERS
from arboretum.cards import Species
from arboretum.language import say
from arboretum.options import Options
from arboretum.records.reading import Malformed, check_hexadecimal, check_setup, check_start
from arboretum.records.text_part import Line, Part
from arboretum.setup import FORMAT, RULES, Setup, check_players, check_species

HEADINGS: Final = ("arboretum", "rules", "player", "options", "species", "commitment", "shuffled", "began")
"""The first words of the lines of the header, in the order they are written; any other order is read."""


def read_heading(part: Part) -> Setup:
    """The header that the lines before the first turn tell, `arboretum` among them. Raises RecordError."""
    with part.blame.at(part.first("arboretum")) as line:
        _check_format(line)
    options = Options()
    for line in part.get("options", []):
        with part.blame.at(line):
            options = Options.parse(",".join(word.text for word in line.words[1:]))
    players = _players(part)
    with part.blame.at(part.first("options", "arboretum")):
        check_start(options, len(players))
    with part.blame.at(part.first("species", "arboretum")) as line:
        species = _species(line, len(players), options)
    with part.blame.at(part.first("arboretum")):
        return check_setup(
            Setup(
                players=players,
                options=options,
                species=species,
                commitment=_commitment(part),
                shuffled_by=_shuffled_by(part),
                began=part["began"][0].rest(1) if "began" in part else None,
                rules=_rules(part),
            )
        )


def _check_format(line: Line) -> None:
    """The text is of the version of this notation that is known."""
    told = line.rest(1)
    if [word.text for word in line.words[1:]] != [str(FORMAT)]:
        raise Malformed(
            say(
                "the format is {value}, and this program reads {format}: a newer one may read it",
                value=repr(told or "none"),
                format=FORMAT,
            )
        )


def _players(part: Part) -> tuple[str, ...]:
    """The names, by seat."""
    names: list[str] = []
    for line in part.get("player", []):
        with part.blame.at(line):
            if len(line.words) < 2 or line.words[1].seat() != len(names):
                expected = say(
                    "seat {seat_letter} and its player's name", seat_letter=SEAT_LETTERS[min(len(names), 3)]
                )
                raise line.words[min(1, len(line.words) - 1)].error(expected)
            names.append(line.rest(2))
    with part.blame.at(part.get("player", part["arboretum"])[-1]):
        return check_players(names)


def _species(line: Line, seats: int, options: Options) -> tuple[Species, ...] | None:
    """The species in play; None where they are secret."""
    if line.key != "species":
        raise Malformed(say("no line tells the species in play"))
    secret = [word.text.lower() for word in line.words[1:]] == ["secret"]
    if secret != (options.species == "secret"):
        raise line.words[0].error(f"species that are {options.species}, as option O3 has it")
    return None if secret else check_species(line.species(), seats, options)


def _commitment(part: Part) -> str:
    """The commitment, empty if there is none."""
    for line in part.get("commitment", []):
        with part.blame.at(line):
            return check_hexadecimal(line.second().lower(), "commitment", (64,))
    return ""


def _shuffled_by(part: Part) -> Literal["system", "seed"]:
    """Where the order of the deck came from."""
    for line in part.get("shuffled", []):
        with part.blame.at(line):
            match [word.text.lower() for word in line.words[1:]]:
                case ["by", "seed"]:
                    return "seed"
                case ["by", "system"]:
                    return "system"
            raise line.words[-1].error("shuffled by seed, or shuffled by system")
    return "system"


def _rules(part: Part) -> str:
    """The version of the rules."""
    for line in part.get("rules", []):
        with part.blame.at(line):
            return line.second()
    return RULES
