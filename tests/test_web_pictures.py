"""Pictures over the web, and previews of links: nothing hidden, no private name, not too many."""

from __future__ import annotations

import asyncio
import dataclasses
import html
import random
import re
import sys
from typing import Any

import pytest

from arboretum import NOBODY
from arboretum.errors import PictureError
from arboretum.pictures import general_preview, picture_of, png, preview_picture
from arboretum.rooms.room import Room
from arboretum.web import drawing
from arboretum.web.drawing import Drawer, Kept
from arboretum.web.settings import Rates
from picture_reading import drawings, size_of, told
from web_client import Visitor, run
from web_server import FREE, Server, friends, serving

PUBLIC_URL = "https://trees.example.org"
PAD = "1.sse..QWRh.I3K1.I6I5"


async def room_of(server: Server, table: str) -> Room:
    room = await server.host.open(table)
    assert room is not None
    return room


async def playing(server: Server, moves: int = 1000, seed: int = 3, **fields: object) -> tuple[str, list[Visitor]]:
    """A table of two people, so many moves after its beginning."""
    table, people = await friends(server, **fields)
    room, chance = await room_of(server, table), random.Random(seed)
    for _ in range(moves):
        if room.view(NOBODY).is_over:
            break
        seat = room.view(NOBODY).seat
        action = str(chance.choice(room.view(seat).legal_actions))
        done = await people[seat].command(table, "act", seat=seat, expected=room.version, action=action)
        assert done.status == 200, done.text
    return table, people


def meta(page: str) -> dict[str, str]:
    """What a page says of itself to programs that show links."""
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', page)
    return {name: html.unescape(value) for name, value in found}


def test_a_finished_game_has_a_picture_of_its_score_and_of_every_step() -> None:
    async def work() -> None:
        async with serving() as server:
            table, _ = await playing(server)
            room, stranger = await room_of(server, table), server.visitor()
            assert room.game is not None
            svg = await stranger.get(f"/t/{table}/picture.svg")
            assert svg.text == picture_of(room.game.score)
            assert svg.header("content-type") == "image/svg+xml"
            assert svg.header("x-robots-tag") == "noindex"
            dark = await stranger.get(f"/t/{table}/picture.svg?theme=dark&download")
            assert dark.text == picture_of(room.game.score, theme="dark")
            assert dark.header("content-disposition") == 'attachment; filename="ada-ben.svg"'
            pixels = await stranger.get(f"/t/{table}/picture.png")
            assert pixels.header("content-type") == "image/png"
            assert size_of(pixels.body)[0] == 1320
            middle = room.version // 2
            hidden = []
            for eyes in ("all", "0", "1", "public"):
                at = await stranger.get(f"/t/{table}/picture.svg?at={middle}&as={eyes}")
                hidden.append(drawings(at.text)["back"] - 3)
            assert hidden[0] == 0
            assert hidden[1] > 0 < hidden[2]
            assert hidden[3] == hidden[1] + hidden[2], "what either hides from the other, nobody else sees"
            end = await stranger.get(f"/t/{table}/picture.svg?at=99999")
            assert "The game is over." in told(end.text)[1]
            one = await stranger.get(f"/t/{table}/picture.svg?of=1")
            assert told(one.text)[0] == "Ben"
            early = await stranger.get(f"/t/{table}/picture.svg?of=1&at={middle}")
            assert "worth" not in told(early.text)[1]
            for query in ("at=x", "at=-1", "as=7", "as=nobody", "of=2", "theme=blue"):
                answer = await stranger.get(f"/t/{table}/picture.svg?{query}")
                assert answer.status == 422, query
                assert answer.json["error"].endswith(".")

    run(work)


def test_a_running_game_shows_its_players_and_strangers_the_public_table_alone() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await playing(server, 30)
            room = await room_of(server, table)
            public = picture_of(room.view(NOBODY))
            for visitor in (*people, server.visitor()):
                answer = await visitor.get(f"/t/{table}/picture.svg")
                assert answer.text == public
                assert answer.header("cache-control") == "no-store"
                for query in ("as=0", "as=1", "as=all", "at=10"):
                    refusal = await visitor.get(f"/t/{table}/picture.svg?{query}")
                    assert refusal.status == 403
                    assert refusal.json["reason"] == "NOT_OVER"
            preview = await server.visitor().get(f"/t/{table}/preview.png")
            assert preview.body == png(general_preview())
            seat = room.view(NOBODY).seat
            action = str(room.view(seat).legal_actions[0])
            await people[seat].command(table, "act", seat=seat, expected=room.version, action=action)
            later = await people[0].get(f"/t/{table}/picture.svg")
            assert later.text == picture_of(room.view(NOBODY)) != public
            lobby = server.visitor()
            opened = (await lobby.form("/new", {"seats": "2", "seat0_name": "Eve"})).header("location")
            assert (await lobby.get(f"{opened}/picture.svg")).json["reason"] == "NOT_BEGUN"
            assert (await lobby.get("/t/nowhere/picture.png")).status == 404

    run(work)


def test_a_link_to_a_finished_game_tells_its_result() -> None:
    async def work() -> None:
        async with serving(public_url=PUBLIC_URL) as server:
            table, _ = await playing(server)
            room, crawler = await room_of(server, table), server.visitor()
            assert room.game is not None
            score = room.game.score
            for path in (f"/t/{table}", f"/t/{table}/replay"):
                said = meta((await crawler.get(path)).text)
                assert said["og:title"] == "Arboretum: Ada and Ben"
                assert said["og:description"].startswith(score.explain_win())
                assert said["og:image"] == f"{PUBLIC_URL}/t/{table}/preview.png"
                assert said["twitter:card"] == "summary_large_image"
                assert said["robots"] == "noindex"
            image = await crawler.get(f"/t/{table}/preview.png")
            assert image.body == png(preview_picture(score))
            assert size_of(image.body) == (1200, 630)
            assert image.header("cross-origin-resource-policy") == "cross-origin"
            assert "public" in (image.header("cache-control") or "")

    run(work)


@pytest.mark.parametrize("case", ["private", "running", "private and running"])
def test_a_link_to_any_other_table_tells_nothing_of_it(case: str) -> None:
    async def work() -> None:
        async with serving(public_url=PUBLIC_URL) as server:
            fields: dict[str, Any] = {"public": "off"} if "private" in case else {}
            table, people = await playing(server, 20 if "running" in case else 1000, **fields)
            room = await room_of(server, table)
            assert room.settings.public == ("private" not in case)
            home = meta((await server.visitor().get("/")).text)
            assert home["og:image"] == f"{PUBLIC_URL}/preview.png"
            assert "robots" not in home
            for visitor in (server.visitor(), people[0]):
                for path in (f"/t/{table}", f"/t/{table}/replay"):
                    said = meta((await visitor.get(path)).text)
                    assert {name: said[name] for name in home} == home
                image = await visitor.get(f"/t/{table}/preview.png")
                assert image.body == png(general_preview())
            strangers = await server.visitor().get(f"/t/{table}/picture.svg")
            assert strangers.status == (403 if "private" in case else 200)
            assert (await people[1].get(f"/t/{table}/picture.svg")).status == 200

    run(work)


def test_without_an_address_in_the_world_links_have_no_picture() -> None:
    async def work() -> None:
        async with serving() as server:
            said = meta((await server.visitor().get("/")).text)
            assert "og:image" not in said
            assert said["twitter:card"] == "summary"

    run(work)


def test_a_score_pad_has_pictures_and_a_preview() -> None:
    async def work() -> None:
        async with serving(public_url=PUBLIC_URL) as server:
            visitor = server.visitor()
            svg = await visitor.get(f"/score/picture.svg?p={PAD}")
            assert drawings(svg.text)["tree-OK"] > 0
            assert "Ada" in told(svg.text)[0]
            pixels = await visitor.get(f"/score/picture.png?p={PAD}&theme=dark&download")
            assert size_of(pixels.body)[0] == 1320
            said = meta((await visitor.get(f"/score?p={PAD}")).text)
            assert said["og:title"] == "Arboretum: Ada"
            image = await visitor.get(said["og:image"].removeprefix(PUBLIC_URL))
            assert size_of(image.body) == (1200, 630)
            for link in ("", "nonsense", "1.sse..QWRh.I3K1.I6I5-A1_-C8"):
                for name in ("picture.svg", "picture.png", "preview.png"):
                    answer = await visitor.get(f"/score/{name}?p={link}")
                    assert answer.status == 422
                    assert answer.json["error"].endswith(".")
                assert meta((await visitor.get(f"/score?p={link}")).text)["og:title"] == "Arboretum"

    run(work)


def test_only_so_many_pictures_are_drawn_for_one_address_and_kept_ones_do_not_count() -> None:
    usual = Rates()
    rates = dataclasses.replace(
        FREE, pictures_per_second=usual.pictures_per_second, pictures_burst=usual.pictures_burst
    )

    async def work() -> None:
        async with serving(rates=rates) as server:
            table, people = await playing(server, 0)
            room = await room_of(server, table)
            visitor = server.visitor(address="10.0.0.9")
            statuses = []
            for hand in (f"{letter}{value}" for letter in "ABCDE" for value in range(1, 9)):
                link = f"1.sse..QWRh.{hand}.I6"
                statuses.append((await visitor.get(f"/score/picture.svg?p={link}")).status)
            assert statuses.count(200) == rates.pictures_burst
            assert 429 in statuses
            assert (await visitor.get("/score/picture.svg?p=1.sse..QWRh.A1.I6")).status == 200, "it is kept"
            assert (await server.visitor(address="10.0.0.8").get(f"/t/{room.id}/picture.svg")).status == 200
            assert people

    run(work)


def test_kept_pictures_are_bounded() -> None:
    kept = Kept(most=100)
    for number in range(50):
        kept.put(number, bytes(30))
    assert [number for number in range(50) if kept.get(number) is not None] == [47, 48, 49]
    kept.get(47)
    kept.put(50, bytes(30))
    assert kept.get(47) is not None
    kept.put(47, bytes(10))
    kept.put(51, bytes(200))
    assert kept.get(51) is None
    assert kept.get(47) is None


def test_pictures_are_drawn_once_and_beside_everything_else() -> None:
    drawn: list[int] = []

    def draw() -> str:
        drawn.append(1)
        return picture_of_line

    picture_of_line = general_preview()

    async def work() -> None:
        drawer = Drawer()
        gaps: list[float] = []

        async def beat() -> None:
            loop = asyncio.get_running_loop()
            while True:
                before = loop.time()
                await asyncio.sleep(0.002)
                gaps.append(loop.time() - before)

        beating = asyncio.ensure_future(beat())
        bodies = await asyncio.gather(*(drawer.drawn(("one",), "png", draw, lambda: None) for _ in range(5)))
        beating.cancel()
        assert set(map(size_of, bodies)) == {(1200, 630)}
        assert len(drawn) == 1
        assert len(gaps) > 5, "the loop went on while the picture was drawn"

    run(work)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("import time; time.sleep(60)", "took too long"),
        ("raise SystemExit(3)", "could not be drawn"),
        ("", "could not"),
    ],
)
def test_a_process_that_fails_is_a_sentence(code: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "SECONDS", 0.5)

    async def work() -> None:
        drawer = Drawer(command=(sys.executable, "-c", code))
        with pytest.raises(PictureError, match=sentence):
            await drawer.drawn(("x",), "png", general_preview, lambda: None)
        assert await drawer.drawn(("x",), "svg", general_preview, lambda: None)

    run(work)


def test_a_server_without_pixels_says_so_and_names_no_image(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("arboretum.web.drawing.can_png", "arboretum.web.previews.can_png"):
        monkeypatch.setattr(place, lambda: False)

    async def work() -> None:
        async with serving(public_url=PUBLIC_URL) as server:
            visitor = server.visitor()
            answer = await visitor.get(f"/score/picture.png?p={PAD}")
            assert answer.status == 422
            assert "cannot draw PNG" in answer.json["error"]
            assert "og:image" not in meta((await visitor.get("/")).text)
            assert (await visitor.get(f"/score/picture.svg?p={PAD}")).status == 200

    run(work)


def test_a_picture_speaks_the_language_of_its_visitor() -> None:
    async def work() -> None:
        async with serving() as server:
            both: list[Any] = []
            for language in ("en", "de", "en"):
                visitor = server.visitor(accept_language=language)
                both.append((await visitor.get(f"/score/picture.svg?p={PAD}")).text)
            assert both[0] == both[2] != both[1]

    run(work)
