"""A terminal for tests: lines that are typed, and what is written."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable

from arboretum import Action, Game
from arboretum.tui.plain import Person
from arboretum.tui.terminal import Terminal
from tables import new_game, play_on


class Typing:
    """A terminal at which these lines are typed, and then nothing more."""

    def __init__(
        self,
        lines: Iterable[str] = (),
        *,
        columns: int = 80,
        asks: bool = False,
        draws: bool = False,
        colour: bool = False,
    ) -> None:
        self._sink = io.StringIO()
        data = "".join(line + "\n" for line in lines).encode()
        self.terminal = Terminal(
            io.BytesIO(data), self._sink, columns=columns, asks=asks, draws=draws, colour=colour
        )

    @property
    def text(self) -> str:
        """All that was written."""
        return self._sink.getvalue()

    @property
    def flat(self) -> str:
        """All that was written, as one line: where a text was wrapped does not matter."""
        return " ".join(self.text.split())


def asked(game: Game, *lines: str, columns: int = 80, seat: int | None = None) -> tuple[list[Action] | None, str]:
    """What the acting person does when these lines are typed, and what was written; [] where the lines end."""
    typing = Typing(lines, columns=columns)
    try:
        actions = Person(typing.terminal).decide(game.view(game.seat if seat is None else seat))
    except EOFError:
        return [], typing.flat
    return None if actions is None else list(actions), typing.flat


def at_placing(seats: int = 2, seed: int = 5, turns: int = 16, options: str = "standard") -> Game:
    """A game in the middle, whose acting seat has drawn twice and is to place."""
    game = new_game(seats, seed, options)
    for _ in play_on(game, random.Random(seed), 4 * turns + 2):
        pass
    return game
