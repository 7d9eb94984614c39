"""What is refused at the door: wrong names, other sites, wrong kinds; and the headers of every answer."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from arboretum.errors import OptionError
from arboretum.web.settings import checked_url, host_name
from web_client import Visitor, run, table_of
from web_server import friends, serving


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8420", 200),
        ("localhost", 200),
        ("LOCALHOST:99", 200),
        ("[::1]:8420", 200),
        ("trees.example.org", 200),
        ("garden:8420", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("evil.example:8420", 421),
        ("localhost.evil.example", 421),
        ("", 421),
        ("[::1", 421),
        ("trees.example.org@evil.example", 421),
        ("192.0.2.7", 421),
    ],
)
def test_only_names_on_the_list_are_answered(host: str, status: int) -> None:
    async def work() -> None:
        names = frozenset({"localhost", "127.0.0.1", "[::1]", "garden"})
        async with serving(allowed_hosts=names, public_url="https://trees.example.org") as server:
            visitor = server.visitor(host=host)
            for path in ("/", "/healthz", "/t/abc/view"):
                answer = await visitor.get(path)
                assert (answer.status == 421) == (status == 421), answer.text
            async with visitor.stream("/t/abc/stream", origin=f"http://{host}") as stream:
                assert (stream.refused == 421) == (status == 421)

    run(work)


HERE = "http://127.0.0.1:8420"


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (HERE, 101),
        ("http://evil.example", 403),
        ("http://127.0.0.1:9999", 403),
        ("http://127.0.0.1", 403),
        ("http://localhost:8420", 403),
        ("null", 403),
        ("file://", 403),
        ("http://127.0.0.1:8420/", 403),
        ("", 403),
    ],
)
def test_a_stream_is_opened_by_our_own_pages(origin: str, status: int) -> None:
    """An empty origin is none at all: a program's, which shows a token instead of a cookie."""

    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            async with ada.stream(f"/t/{table}/stream", origin=origin) as stream:
                assert (stream.refused or 101) == status
            token = (await ada.send(f"/t/{table}/link", {"seat": 0})).json["token"]
            tool = server.visitor(authorization=f"Bearer {token}")
            async with tool.stream(f"/t/{table}/stream", origin="") as stream:
                assert stream.refused is None

    run(work)


def test_behind_https_a_page_of_plain_http_is_another_site() -> None:
    async def work() -> None:
        async with serving(public_url="https://trees.example.org") as server:
            visitor = server.visitor(host="trees.example.org")
            table = table_of(await visitor.form("/play"))
            for origin, refused in (("https://trees.example.org", None), ("http://trees.example.org", 403)):
                async with visitor.stream(f"/t/{table}/stream", origin=origin) as stream:
                    assert stream.refused == refused

    run(work)


SAME = {"sec_fetch_site": "same-origin"}
MATRIX = [
    ({"sec_fetch_site": "same-origin"}, True),
    ({"sec_fetch_site": "none"}, True),
    ({"sec_fetch_site": "same-site"}, False),
    ({"sec_fetch_site": "cross-site"}, False),
    ({"sec_fetch_site": "cross-site", "origin": HERE}, False),
    ({"origin": HERE}, True),
    ({"origin": "http://evil.example"}, False),
    ({"origin": "http://127.0.0.1:9999"}, False),
    ({"origin": "null"}, False),
    ({}, True),
]
"""Headers of a request that changes something, and whether it is followed. Without any it came from no browser."""


@pytest.mark.parametrize(("headers", "followed"), MATRIX)
def test_a_request_from_another_site_changes_nothing(headers: dict[str, str], followed: bool) -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            version = (await ada.view(table))["v"]
            command = {"kind": "act", "id": "a-command", "seat": 0, "expected": version, "action": "+"}
            body = json.dumps(command).encode()
            answer = await ada.ask(
                "POST", f"/t/{table}/commands", body, content_type="application/json", **headers
            )
            assert answer.status == (200 if followed else 403)
            assert (await ada.view(table))["v"] == version + followed
            opened = await ada.ask(
                "POST", "/play", b"", content_type="application/x-www-form-urlencoded", **headers
            )
            assert opened.status == (303 if followed else 403)

    run(work)


def test_a_form_cannot_carry_a_command() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
                command = {"kind": "act", "id": "a-command", "seat": 0, "expected": 0, "action": "+"}
                answer = await ada.send(f"/t/{table}/commands", command, content_type=kind)
                assert answer.status == 415

    run(work)


async def everything(visitor: Visitor) -> list[str]:
    """A path of every kind."""
    table = table_of(await visitor.form("/play"))
    return ["/", "/new", "/mine", "/rules", "/nothing", "/healthz", f"/t/{table}", f"/t/{table}/view"]


def test_every_answer_carries_the_headers() -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            paths = await everything(visitor)
            answers = [await visitor.get(path) for path in paths]
            answers += [await server.visitor(host="evil.example").get("/")]
            answers += [await visitor.ask("DELETE", "/"), await visitor.form("/play", sec_fetch_site="cross-site")]
            for answer in answers:
                policy = answer.header("content-security-policy") or ""
                for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"):
                    assert part in policy
                assert "frame-ancestors 'none'" in policy
                assert "unsafe" not in policy
                assert answer.header("x-content-type-options") == "nosniff"
                assert answer.header("referrer-policy") == "no-referrer"
                assert answer.header("cross-origin-opener-policy") == "same-origin"
                assert answer.header("cache-control") == "no-store"
                assert answer.header("server") is None

    run(work)


def test_pages_have_nothing_inline_and_nothing_from_elsewhere() -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            for path in await everything(visitor):
                page = (await visitor.get(path)).text
                for sign in (
                    " onclick=",
                    " onload=",
                    " style=",
                    "<style",
                    "javascript:",
                    'src="http',
                    'href="http',
                ):
                    assert sign not in page, (path, sign)
                assert "<script>" not in page

    run(work)


def test_static_files_are_kept_for_ever_under_the_name_of_their_content() -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            page = (await visitor.get("/")).text
            start = page.index("/static/")
            path = page[start : page.index('"', start)].partition("#")[0]
            answer = await visitor.get(path)
            assert answer.status == 200
            assert answer.header("cache-control") == "public, max-age=31536000, immutable"
            build = path.split("/")[2]
            old = await visitor.get(path.replace(build, "0123456789ab"))
            assert old.status == 200
            assert old.header("cache-control") == "no-store"
            assert old.body == answer.body
            css = f"/static/{build}/css/base.css"
            packed = await visitor.get(css, accept_encoding="gzip, br")
            assert packed.header("content-encoding") == "gzip"
            assert gzip.decompress(packed.body) == (await visitor.get(css)).body
            for path in ("../app.py", "..%2fapp.py", "%2e%2e/app.py", "/etc/passwd", "css", "css/"):
                assert (await visitor.get(f"/static/{build}/{path}")).status == 404

    run(work)


def test_the_first_page_is_small() -> None:
    """Compressed, and without its art, which comes after it."""

    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            page = await visitor.get("/", accept_encoding="gzip")
            size = len(page.body)
            for path in set(re.findall(r'"(/static/[^"#]+)', gzip.decompress(page.body).decode())):
                if "/art/" not in path:
                    size += len((await visitor.get(path, accept_encoding="gzip")).body)
            assert size < 60_000

    run(work)


def test_a_page_that_is_not_there_and_a_method_that_is_not_meant() -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            missing = await visitor.get("/t/nothing")
            assert missing.status == 404
            assert "There is no table" in missing.text
            assert (await visitor.get("/t/nothing/view")).json["reason"] == "NO_SUCH_ROOM"
            assert (await visitor.get("/nothing/at/all")).status == 404
            assert (await visitor.ask("DELETE", "/mine", sec_fetch_site="same-origin")).status in (404, 405)
            assert (await visitor.get("/t/" + "x" * 5000)).status == 404

    run(work)


def test_names_of_hosts() -> None:
    assert host_name("Example.ORG:80") == "example.org"
    assert host_name("[::1]:80") == "[::1]"
    assert host_name("") == ""


@pytest.mark.parametrize("url", ["trees.example.org", "ftp://x", "https://", "https://x/path", "https://x?y", ""])
def test_a_public_url_that_is_none(url: str) -> None:
    with pytest.raises(OptionError, match="like https://"):
        checked_url(url)


def test_a_public_url() -> None:
    assert checked_url("https://trees.example.org/") == "https://trees.example.org"
