"""What a visitor may send: garbage, too much at once, streams from nowhere, tables that cannot be."""

from __future__ import annotations

import json
import random
import string

import pytest

from web_client import run
from web_server import FREE, friends, serving

GARBAGE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"{}",
    b"\xff\xfe\x00",
    b'"kind"',
    b'{"kind":"nothing","id":"a-command"}',
    b'{"kind":"start"}',
    b'{"kind":"start","id":"short"}',
    b'{"kind":"start","id":"with a blank"}',
    b'{"kind":"start","id":"a-command","more":1}',
    b'{"kind":"act","id":"a-command","seat":0,"action":"+"}',
    b'{"kind":"act","id":"a-command","expected":-1,"seat":0,"action":"+"}',
    b'{"kind":"act","id":"a-command","expected":1e9,"seat":0,"action":"+"}',
    b'{"kind":"act","id":"a-command","expected":"7","seat":0,"action":"+"}',
    b'{"kind":"act","id":"a-command","expected":7,"seat":9,"action":"+"}',
    b'{"kind":"act","id":"a-command","expected":7,"seat":true,"action":"+"}',
    b'{"kind":"act","id":"a-command","expected":7,"seat":0,"action":"' + b"+" * 40 + b'"}',
    b'{"kind":"act","id":"a-command","expected":7,"seat":0,"action":["+"]}',
    b'{"kind":"say","id":"a-command","phrase":-1}',
    b'{"kind":"vote","id":"a-command","about":1,"choice":"score"}',
    b'{"kind":"join","id":"a-command","name":""}',
    b'{"kind":"join","id":"a-command","name":"' + b"x" * 200 + b'"}',
    b'{"kind":"bot","id":"a-command","seat":0,"bot":"/etc/passwd.py:Bot"}',
    b"[" * 2000,
    b'{"a":' * 700,
    b'{"kind":' + b"9" * 3000 + b"}",
]


@pytest.mark.parametrize("body", GARBAGE)
def test_garbage_is_refused_with_a_sentence_and_changes_nothing(body: bytes) -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            version = (await ada.view(table))["v"]
            answer = await ada.ask(
                "POST",
                f"/t/{table}/commands",
                body,
                content_type="application/json",
                sec_fetch_site="same-origin",
            )
            assert answer.status in (400, 403, 422), answer.text
            assert answer.json["error"].endswith(".")
            assert len(answer.body) < 600
            assert (await ada.view(table))["v"] == version

    run(work)


def test_what_is_too_long_is_not_read() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            long = json.dumps({"kind": "start", "id": "a-command", "pad": "x" * 5000}).encode()
            for path, kind in ((f"/t/{table}/commands", "json"), (f"/t/{table}/link", "json")):
                answer = await ada.ask("POST", path, long, content_type=f"application/{kind}")
                assert (answer.status, answer.json["reason"]) == (413, "TOO_LONG")
            form = await ada.form("/new", {"seat0_name": "x" * 5000})
            assert form.status == 413

    run(work)


def test_mutated_commands_never_break_the_server() -> None:
    """A thousand spoilt commands: an answer each, none of them ours to be ashamed of."""

    async def work() -> None:
        chance = random.Random(4)
        good = [
            b'{"kind":"act","id":"a-command","expected":7,"seat":0,"action":"+"}',
            b'{"kind":"turn","id":"a-command","expected":7,"seat":0,"place":"OK5@0,1","discard":"-JA2"}',
            b'{"kind":"vote","id":"a-command","about":1,"choice":"bot"}',
        ]
        async with serving(rates=FREE) as server:
            table, (ada, _) = await friends(server)
            statuses = set()
            for _ in range(1000):
                body = bytearray(chance.choice(good))
                for _ in range(chance.randrange(1, 4)):
                    at = chance.randrange(len(body))
                    body[at : at + chance.randrange(3)] = chance.choice(string.printable).encode()
                answer = await ada.ask(
                    "POST", f"/t/{table}/commands", bytes(body), content_type="application/json"
                )
                statuses.add(answer.status)
            assert statuses <= {200, 400, 403, 409, 422}
            assert {400, 422} <= statuses

    run(work)


@pytest.mark.parametrize(
    "query",
    ["since=x", "since=-1", "since=1e3", "since=99999999", "since=٣", "as=9", "as=-1", "as=x", "as=0&as=7"],
)
def test_a_stream_from_nowhere_is_refused(query: str) -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            async with ada.stream(f"/t/{table}/stream?{query}") as socket:
                assert socket.refused == 422
            assert (await ada.get(f"/t/{table}/stream.ndjson?{query}")).status == 422

    run(work)


FORMS: list[dict[str, object]] = [
    {"seats": "5"},
    {"seats": "two"},
    {"seat1_kind": "bot:nobody"},
    {"seat1_kind": "bot:/tmp/evil.py:Bot"},
    {"tiebreak": "luck"},
    {"start": "3"},
    {"start": "9"},
    {"chosen": ["OK", "MP"]},
    {"chosen": ["XX"] * 6},
    {"species": "secret", "chosen": ["BS", "CA", "CB", "JA", "MP", "OK"]},
    {"seat0_name": "\u200b"},
]


@pytest.mark.parametrize("fields", FORMS)
def test_a_table_that_cannot_be_is_explained_on_its_form(fields: dict[str, object]) -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            answer = await visitor.form("/new", {"seats": "2", "seat0_name": "Ada"} | fields)
            assert answer.status == 422
            assert 'role="alert"' in answer.text
            assert 'name="seats"' in answer.text

    run(work)
