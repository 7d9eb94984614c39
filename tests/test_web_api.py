"""The description of the interface against the interface: routes, commands, and what is really answered."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any, is_typeddict

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

from arboretum.rooms.host import Host
from arboretum.rooms.memory import MemoryStore
from arboretum.web import shapes
from arboretum.web.app import routes
from arboretum.web.commands import Sent
from arboretum.web.openapi import document, text
from arboretum.web.settings import WebSettings
from arboretum.web.site import Site
from web_client import run, table_of
from web_server import STATICS, friends, serving

DOCS = Path(__file__).parents[1] / "docs"

PAGES = {
    *("/", "/new", "/play", "/mine", "/rules", "/score", "/join/{token}", "/seat/{token}", "/t/{id}"),
    *("/t/{id}/replay", "/t/{id}/practice", "/import", "/language"),
}
"""What answers persons, not programs."""

INNER = {"/static/{build}/{name:path}", "/words/{build}/{code}.js", "/score/worker.js", "/{rest:path}"}


def test_the_file_is_what_the_module_makes() -> None:
    assert (DOCS / "openapi.json").read_text() == text(), "python -m arboretum.web.openapi > docs/openapi.json"


def test_every_route_is_described_and_nothing_else() -> None:
    site = Site(Host(MemoryStore()), WebSettings(), (), STATICS)
    served: dict[str, set[str]] = {}
    for route in routes(site):
        assert isinstance(route, Route | WebSocketRoute)
        methods = (route.methods or {"GET"}) if isinstance(route, Route) else {"GET"}
        served.setdefault(route.path, set()).update(method.lower() for method in methods - {"HEAD"})
    told = {path: set(operations) - {"parameters"} for path, operations in document()["paths"].items()}
    assert told == {path: methods for path, methods in served.items() if path not in PAGES | INNER}
    page = (DOCS / "6-api.md").read_text()
    for path in served.keys() - INNER:
        assert f"`{path}`" in page or f" {path}`" in page, path


def test_every_command_is_described_in_words() -> None:
    page = (DOCS / "6-api.md").read_text()
    kinds = set(re.findall(r'"kind": ?"(\w+)"', page))
    assert kinds == {kind.__struct_config__.tag for kind in Sent.__args__}


def test_the_examples_of_commands_are_commands() -> None:
    page = (DOCS / "6-api.md").read_text()
    examples = re.findall(r"^\{.*\"kind\".*\}$", page, re.MULTILINE)
    assert len(examples) >= 9
    for example in examples:
        msgspec.json.decode(example, type=Sent)


def fits(value: Any, shape: Any) -> None:  # noqa: ANN401
    """Raise if a value has not this shape, to the last key."""
    msgspec.convert(value, shape, strict=True)
    _no_more(value, shape)


def _no_more(value: Any, shape: Any) -> None:  # noqa: ANN401
    """Raise if an object has a key that its shape does not have; entries of logs may say more."""
    if is_typeddict(shape):
        if shape is shapes.Entry:
            return
        extra = value.keys() - shape.__annotations__.keys()
        assert not extra, (shape.__name__, extra)
        types = __import__("typing").get_type_hints(shape)
        for key in value:
            _no_more(value[key], types[key])
    elif getattr(shape, "__origin__", None) is list and isinstance(value, list):
        for item in value:
            _no_more(item, shape.__args__[0])


def test_what_is_answered_has_the_shape_that_is_described() -> None:
    async def work() -> None:
        async with serving(friends_url="http://192.0.2.2:8420") as server:
            host = server.visitor()
            lobby = table_of(await host.form("/new", {"seats": "2"}))
            fits(await host.view(lobby), shapes.View)
            fits(await server.visitor().view(lobby), shapes.View)
            picture = await host.get(f"/t/{lobby}/invitation.svg")
            assert picture.body.startswith(b"<?xml")
            assert picture.header("content-type") == "image/svg+xml"
            table, (ada, _) = await friends(server)
            fits(await ada.view(table), shapes.View)
            done = await ada.command(table, "act", seat=0, expected=8, action="+")
            fits(done.json, shapes.Done)
            view = await ada.view(table)
            fits((await ada.get(f"/t/{table}/preview?seat=0&card={view['hand'][0]}")).json, shapes.Preview)
            fits((await ada.get(f"/t/{table}/rules")).json, shapes.Rules)
            fits((await ada.send(f"/t/{table}/link", {"seat": 0})).json, shapes.Link)
            fits((await ada.get("/healthz")).json, shapes.Health)
            stale = await ada.command(table, "act", seat=0, expected=8, action="+")
            assert stale.status == 409
            for refused in (stale, await ada.get("/t/nothing/view"), await ada.get(f"/t/{table}/record")):
                fits(refused.json, shapes.Problem)
            async with ada.stream(f"/t/{table}/stream") as stream:
                for _ in range(3):
                    fits(await stream.frame(), shapes.Frame)
            assert (await ada.get("/openapi.json")).json == document()

    run(work)


def test_the_invitation_has_no_picture_where_nobody_else_comes() -> None:
    async def work() -> None:
        async with serving() as server:
            host = server.visitor()
            lobby = table_of(await host.form("/new", {"seats": "2"}))
            assert (await host.view(lobby))["invite_url"] is None
            answer = await host.get(f"/t/{lobby}/invitation.svg")
            assert (answer.status, answer.json["reason"]) == (422, "ALONE")

    run(work)


def test_the_log_of_requests_tells_no_token_and_no_card(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, ben) = await friends(server)
            token = (await ada.send(f"/t/{table}/link", {"seat": 0})).json["url"]
            await server.visitor().get(token)
            view = await ada.view(table)
            await ada.get(f"/t/{table}/preview?seat=0&card={view['hand'][0]}")
            await ben.get("/join/some-secret-token")
            await asyncio.sleep(0)
            written = caplog.text
            assert "GET /t/" in written
            assert "/seat/{token}" in written
            for secret in (token, "some-secret-token", ada.cookies["arb"], *view["hand"]):
                assert secret not in written

    caplog.set_level("DEBUG")
    run(work)
