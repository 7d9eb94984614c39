"""The host changes what is played, while the table is being laid."""

from __future__ import annotations

from typing import Any

import pytest

from web_client import Json, run, table_of
from web_server import Server, serving


async def laid(server: Server, **fields: str) -> tuple[Any, Any, str]:
    """A table that Ada opened, at which Ben sits too."""
    ada, ben = server.visitor(), server.visitor()
    table = table_of(await ada.form("/new", {"seats": "3", "seat0_name": "Ada", **fields}))
    await ben.form((await ada.view(table))["invite"], {"name": "Ben"})
    return ada, ben, table


def changed(view: Json, **changes: object) -> Json:
    """The settings of a view, as a page sends them back."""
    kept = {name: value for name, value in view["settings"].items() if name != "sentences"}
    return kept | changes


def test_the_host_changes_everything_and_everybody_is_told() -> None:
    async def check() -> None:
        async with serving() as server:
            ada, ben, table = await laid(server)
            view = await ada.view(table)
            assert [choice["name"] for choice in view["choices"]] == [
                name for name in view["settings"]["options"] if name != "start"
            ]
            options = {choice["name"]: choice["values"][-1][0] for choice in view["choices"]} | {
                "species": "public"
            }
            wish = changed(
                view, seats=4, options=options | {"start": 1}, preview=False, public=False, species=None
            )
            async with ben.stream(f"/t/{table}/stream?since={view['v']}") as stream:
                answer = await ada.command(table, "configure", expected=view["v"], settings=wish)
                assert answer.status == 200, answer.text
                frame = (await stream.frames_until(view["v"] + 1))[-1]
            assert frame["events"][-1]["event"] == "configured"
            told = frame["view"]
            assert changed(told) == wish
            assert len(told["seats"]) == 4
            assert "choices" not in told, "they are the host's"
            assert told["settings"]["sentences"] != view["settings"]["sentences"]
            again = await ada.command(table, "configure", settings=wish)
            assert (again.status, again.json["version"]) == (200, view["v"] + 1), "nothing more to change"

    run(check)


def test_it_is_the_host_s_and_before_the_game() -> None:
    async def check() -> None:
        async with serving() as server:
            ada, ben, table = await laid(server)
            view = await ada.view(table)
            wish = changed(view, preview=False)
            assert (await ben.command(table, "configure", settings=wish)).json["reason"] == "NOT_HOST"
            assert (await server.visitor().command(table, "configure", settings=wish)).status == 403
            await ada.command(table, "bot", seat=2, bot="greedy")
            taken = await ada.command(table, "configure", settings=changed(view, seats=2))
            assert (taken.status, taken.json["reason"]) == (422, "SEAT_TAKEN")
            assert "Greedy" in taken.json["error"]
            stale = await ada.command(table, "configure", expected=view["v"], settings=wish)
            assert stale.status == 409, "somebody sat down meanwhile"
            await ada.command(table, "start")
            late = await ada.command(table, "configure", settings=wish)
            assert (late.status, late.json["reason"]) == (422, "BEGUN")
            assert "choices" not in await ada.view(table)

    run(check)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 5},
        {"seats": 1},
        {"seats": "3"},
        {"options": {"tiebreak": "coin"}},
        {"options": {"colour": "red"}},
        {"options": {"start": 3}},
        {"options": {"start": "0"}},
        {"options": []},
        {"species": ["OK"]},
        {"species": ["OK", "JA", "MP", "CA", "BS", "DW", "XX", "WI"]},
        {"species": 8},
        {"preview": "yes"},
        {"sentences": []},
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(wrong: Json) -> None:
    async def check() -> None:
        async with serving() as server:
            ada, _, table = await laid(server)
            view = await ada.view(table)
            answer = await ada.command(table, "configure", settings=changed(view, **wrong))
            assert answer.status == 422
            assert answer.json["error"].endswith(".")
            assert await ada.view(table) == view

    run(check)
