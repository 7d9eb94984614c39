"""
Whether all that people are told is said, looked for in a language of wide letters.

Every text of the catalogue is in letters of twice the width there, so a plain letter that comes out was not
said: whatever is glued, left out, or remembered in another language is found, wherever it is made.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from arboretum.language import speaking
from tongues import made, more_languages, widened
from unsaid import Bare
from web_client import Answer, Visitor, run, table_of
from web_play import play
from web_server import Server, friends, serving

NAMES = re.compile(
    r"\b(Ada|Ben|Cleo|Greedy|Random|greedy|random|English|Deutsch|xw|table\d+|secret\d+|standard|first-edition"
    r"|[A-Z]{2}[1-8]?|[STPERWO][1-7]|OK\d+|greedy|json|application|[Aa]rboretum|nowhere)\b"
)
"""What is called the same in every language."""

DUMB_KEYS = {
    "commitment",
    "began",
    "id",
    "build",
    "url",
    "invite",
    "rematch",
    "event",
    "reason",
    "status",
    "phase",
}


@pytest.fixture(scope="module", autouse=True)
def wide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("wide")
    made(folder, "xw", widened)
    with more_languages(folder):
        yield


def bare_of(text: str) -> list[str]:
    """Plain letters in a text."""
    return re.findall(r"[A-Za-z]{2,}", NAMES.sub("", text))


def bare_of_page(answer: Answer) -> list[str]:
    """Plain letters that a page shows or is read out with."""
    return [text for text in Bare(re.sub(r"<script[^>]*>.*?</script>", "", answer.text)).found if bare_of(text)]


def bare_of_json(value: Any, key: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 - whatever was answered
    """Strings that look like sentences and hold plain letters; codes and names of things are no sentences."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from bare_of_json(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from bare_of_json(inner, key)
    elif isinstance(value, str) and key not in DUMB_KEYS and " " in value.strip() and bare_of(value):
        yield key, value


async def looked_at(visitor: Visitor, *paths: str) -> dict[str, list[str]]:
    """Of each of these pages the plain letters, if there are any."""
    found = {}
    for path in paths:
        bare = bare_of_page(await visitor.get(path))
        if bare:
            found[path] = bare
    return found


def wide_visitor(server: Server) -> Visitor:
    return server.visitor(accept_language="xw")


def test_the_search_finds_what_is_not_said() -> None:
    with speaking("xw"):
        assert bare_of(widened("Your turn, {name}.").format(name="Ada")) == []
    assert bare_of("Your turn, Ada") == ["Your", "turn"]
    assert dict(bare_of_json({"a": [{"why": "4 for its cards"}], "id": "some name"})) == {"why": "4 for its cards"}


def test_every_page_is_said() -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = wide_visitor(server)
            pages = ["/", "/new", "/mine", "/rules", "/score", "/import", "/nothing", "/t/nowhere", "/seat/nobody"]
            assert await looked_at(visitor, *pages) == {}
            options = "tiebreak=cards&unheld=nobody&opening=first-edition&piles=top-card&names=first&start=1"
            refused = await visitor.form("/new", {"seats": "2", "chosen": ["OK", "JA"], "start": "3"})
            assert bare_of_page(refused) == []
            assert await looked_at(visitor, f"/new?{options}", "/new?species=secret&preset=first-edition") == {}
            table = table_of(await visitor.form(f"/new?{options}", {"seats": "2", "seat0_name": "Ada"}))
            invite = (await visitor.view(table))["invite"]
            guest = wide_visitor(server)
            assert await looked_at(guest, invite, f"/t/{table}", f"/rules?table={table}", "/mine") == {}
            assert bare_of_page(await guest.form(invite, {"name": "\u200b"})) == []
            assert await looked_at(visitor, "/", "/mine", f"/t/{table}") == {}

    run(work)


def test_everything_that_a_table_tells_is_said() -> None:
    """Of a whole game, to both players and an onlooker: views, the log, previews, the count, the replay."""

    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server, ("Ada", "Ben"))
            for person in people:
                person.headers["accept-language"] = "xw"
            onlooker = wide_visitor(server)
            everybody = [*people, onlooker]
            assert await people[0].command(table, "say", seat=0, phrase=2)
            for moment in range(2):
                if moment:
                    await play(server, table, people, random.Random(1))
                for visitor in everybody:
                    told = await visitor.view(table)
                    assert list(bare_of_json(told)) == []
                    assert list(bare_of_json((await visitor.get(f"/t/{table}/rules")).json)) == []
                    assert await looked_at(visitor, "/", "/mine", f"/t/{table}", f"/t/{table}/replay") == {}
            assert told["status"] == "over"
            assert len(told["log"]) > 80
            history = await onlooker.get(f"/t/{table}/history?as=all")
            assert history.status == 200

            body = gzip.decompress(history.body) if history.body.startswith(b"\x1f\x8b") else history.body

            assert list(bare_of_json(json.loads(body))) == []

    run(work)


REFUSED: list[tuple[str, dict[str, object]]] = [
    ("act", {"seat": 0, "action": "OK1@0,0", "expected": 0}),
    ("act", {"seat": 1, "action": "+"}),
    ("act", {"seat": 0, "action": "<Z"}),
    ("act", {"seat": 0, "action": "+<B"}),
    ("act", {"seat": 0, "action": "OK1@9,9"}),
    ("act", {"seat": 0, "action": "-OK1"}),
    ("act", {"seat": 3, "action": "+"}),
    ("turn", {"seat": 0, "place": "+", "discard": "+"}),
    ("say", {"seat": 0, "phrase": 99}),
    ("say", {"seat": 1, "phrase": 1}),
    ("join", {"name": "Cleo"}),
    ("leave", {"seat": 1}),
    ("bot", {"seat": 1, "bot": "greedy"}),
    ("start", {}),
    ("vote", {"about": 0, "choice": "bot"}),
    ("vote", {"about": 1, "choice": "bot"}),
    ("rematch", {}),
    ("count", {"step": 1}),
]


def test_every_refusal_is_said() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, ben) = await friends(server, ("Ada", "Ben"), start="0")
            stranger = wide_visitor(server)
            for visitor in (ada, ben):
                visitor.headers["accept-language"] = "xw"
            version = (await ada.view(table))["v"]
            refused = 0
            for kind, fields in REFUSED:
                for visitor in (ada, stranger):
                    fields = {"expected": version, **fields} if kind in ("act", "turn") else fields
                    answer = await visitor.command(table, kind, **fields)
                    if answer.status != 200:
                        refused += 1
                        assert bare_of(answer.json["error"]) == [], (kind, fields, answer.json["error"])
            assert refused > 30
            for path in ("/record", "/preview?seat=0&card=OK9", "/view?as=7", "/view?as=1", "/invitation.svg"):
                answer = await ada.get(f"/t/{table}{path}")
                assert answer.status >= 400, path
                assert bare_of(answer.json["error"]) == [], answer.json["error"]
            foreign = await ada.send(f"/t/{table}/commands", {}, sec_fetch_site="cross-site")
            assert bare_of(foreign.text) == []
            assert bare_of((await server.visitor(host="evil.example", accept_language="xw").get("/")).text) in (
                [],
                ["allow", "host"],
            )

    run(work)
