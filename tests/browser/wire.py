"""Tables that are laid and played by requests alone, so that a browser comes straight to what is looked at."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from playwright.sync_api import APIRequestContext, APIResponse

Json = dict[str, Any]

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")

_commands = itertools.count()


class Table:
    """A table, and who sits there by which browser."""

    def __init__(self, id: str, people: Sequence[APIRequestContext]) -> None:
        """people: by seat; the same one at several seats that share a screen."""
        self.id = id
        self.path = f"/t/{id}"
        self._people = people

    def view(self, seat: int = 0) -> Json:
        """What a seat is told."""
        answer = self._people[seat].get(f"{self.path}/view?as={seat}")
        assert answer.ok, answer.text()
        return cast(Json, answer.json())

    def ask(self, by: int, kind: str, /, **fields: object) -> APIResponse:
        """Send a command, whatever becomes of it."""
        command = {"kind": kind, "id": f"by-request-{next(_commands)}", **fields}
        return self._people[by].post(f"{self.path}/commands", data=command)

    def do(self, by: int, kind: str, /, **fields: object) -> None:
        """Send a command, which is followed."""
        answer = self.ask(by, kind, **fields)
        assert answer.ok, answer.text()

    def act(self, choose: Callable[[Json], str] | None = None) -> bool:
        """One decision of whoever is to act, the first that is legal if none is chosen; False once it is over."""
        told = self.view()
        if told["status"] == "over":
            return False
        seat = told["seat"]
        mine = told if seat == 0 else self.view(seat)
        action = choose(mine) if choose else mine["legal"][0]
        self.do(seat, "act", seat=seat, expected=mine["v"], action=action)
        return True

    def turns(self, count: int) -> None:
        """So many turns, as `sensible` plays them."""
        for _ in range(4 * count):
            assert self.act(sensible)

    def finish(self) -> None:
        """Play to the end."""
        while self.act(sensible):
            pass


def sensible(told: Json) -> str:
    """Draw from the draw pile while it has cards; place beside lower cards, best of its kind."""
    legal = cast(list[str], told["legal"])
    if told["phase"] == "DISCARD":
        return min(legal, key=lambda action: (action[-1], action))
    if told["phase"] != "PLACE":
        return "+" if "+" in legal else legal[0]
    laid = dict(told["tableaux"][told["seat"]])

    def worth(action: str) -> tuple[int, int, str]:
        card, _, cell = action.partition("@")
        x, y = map(int, cell.split(","))
        beside = [laid.get(f"{x + dx},{y + dy}", "") for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        lower = [each for each in beside if each and each[2] < card[2]]
        return -sum(3 if each[:2] == card[:2] else 1 for each in lower), int(card[2]), action

    return min(legal, key=worth)


def laid(host: APIRequestContext, *guests: APIRequestContext, **fields: str) -> Table:
    """A table that a host has opened and at which guests sit, each by the invitation; fields as in its form."""
    form = {"seats": str(1 + len(guests)), "seat0_name": NAMES[0], "start": "0"} | fields
    answer = host.post("/new", form=cast(Any, form))
    assert answer.ok, answer.text()
    table = Table(answer.url.rpartition("/")[2], [host, *guests])
    for name, guest in zip(NAMES[1:], guests, strict=False):
        sat = guest.post(table.view()["invite"], form={"name": name})
        assert sat.url.endswith(table.path), sat.text()
    return table


def begun(host: APIRequestContext, *guests: APIRequestContext, **fields: str) -> Table:
    """A table of people, each with a browser of their own, whose game has begun."""
    table = laid(host, *guests, **fields)
    table.do(0, "start")
    return table
