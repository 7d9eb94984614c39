"""The score page's answers: those of `arboretum score`, in whatever order it is entered, whole or in part."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from click.testing import CliRunner

import oracle
from arboretum import Cell, Species
from arboretum.cli import commands
from arboretum.pad import read
from arboretum.pad.json_form import result
from arboretum.pad.link_form import write_link
from arboretum.pad.missing import notes_on
from arboretum.web import shapes
from arboretum.web.settings import Rates
from pad_positions import CANCELLED_CASSIA, MANY_PATHS, RULEBOOK, TIED_CASSIA, WASTED_RIGHT, arboretum, as_json
from test_pad_batch import random_position
from test_web_api import fits
from web_client import Answer, Visitor, run
from web_server import serving

PAD_KEYS = ("species", "totals", "species_placed", "winners")
SPECIES_KEYS = ("sums", "right", "points", "best", "paths")
PATH_KEYS = ("points", "cards", "cells")


def bare(told: dict[str, Any]) -> dict[str, Any]:
    """What `arboretum score --json` tells, out of an answer that tells more."""
    species = {
        code: {key: entry[key] for key in SPECIES_KEYS}
        | {"paths": [path and {key: path[key] for key in PATH_KEYS} for path in entry["paths"]]}
        for code, entry in told["species"].items()
    }
    return {key: told[key] for key in PAD_KEYS} | {"species": species}


async def asked(visitor: Visitor, pad: object) -> Answer:
    return await visitor.send("/score/answer", pad)


def by_command(pad: object) -> Any:  # noqa: ANN401
    """What the command prints."""
    done = CliRunner().invoke(commands, ["score", "-", "--json"], input=json.dumps(pad))
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def test_random_pads_are_answered_as_by_the_command_and_the_examiner() -> None:
    chance = random.Random(33)
    pads = [random_position(chance) for _ in range(120)]

    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            for number, pad in enumerate(pads):
                answer = await asked(visitor, pad)
                assert answer.status == 200, answer.text
                told = answer.json
                fits(told, shapes.PadAnswer)
                assert bare(told) == json.loads(json.dumps(result(read(json.dumps(pad)).score())))
                if number % 8 == 0:
                    assert bare(told) == by_command(pad)
                if told["totals"] is not None:
                    examined(pad, told)

    run(work)


def examined(pad: dict[str, Any], told: dict[str, Any]) -> None:
    """Hold an answer against the naive scorer."""
    boards = [
        {(at.x, at.y): card for cell, card in player["arboretum"].items() for at in [Cell.parse(cell)]}
        for player in pad["players"]
    ]
    hands = [player["hand"] for player in pad["players"]]
    expected = oracle.score(boards, hands, list(told["species"]), pad.get("options"))
    for key in ("totals", "species_placed", "cards_placed", "winners"):
        assert told[key] == expected[key], key
    for code, entry in told["species"].items():
        for key in ("sums", "right", "best", "points"):
            assert entry[key] == expected["species"][code][key], (code, key)
        paths = [path and path["cards"] for path in entry["paths"]]
        assert paths == expected["species"][code]["paths"], code


@pytest.mark.parametrize("position", [TIED_CASSIA, CANCELLED_CASSIA, WASTED_RIGHT])
def test_the_order_of_entering_means_nothing(position: Any) -> None:  # noqa: ANN401
    """Twenty orders of the same cards: one answer, and one link."""
    pad, chance = as_json(position), random.Random(34)
    links, told = set(), set()

    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            for _ in range(20):
                for player in pad["players"]:
                    laid = list(player["arboretum"].items())
                    chance.shuffle(laid)
                    player["arboretum"] = dict(laid)
                    chance.shuffle(player["hand"])
                answer = await asked(visitor, pad)
                told.add(answer.text)
                links.add(write_link(read(json.dumps(pad))))

    run(work)
    assert len(told) == 1
    assert len(links) == 1


def test_every_state_on_the_way_is_a_fresh_entry() -> None:
    """Cards are taken away one by one until none is left: each answer is that of the rest, at last of nothing."""
    pad = as_json(TIED_CASSIA)
    order = [(player, None, card) for player in pad["players"] for card in player["hand"]]
    order += [(player, cell, card) for player in pad["players"] for cell, card in player["arboretum"].items()]
    random.Random(7).shuffle(order)
    seen: set[int] = set()

    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            for player, cell, card in order:
                if cell is None:
                    player["hand"].remove(card)
                else:
                    del player["arboretum"][cell]
                sent = {"players": [p | {"hand": p["hand"] or None} for p in pad["players"]]}
                answer, fresh = (
                    await asked(visitor, sent),
                    await asked(server.visitor(), json.loads(json.dumps(sent))),
                )
                assert answer.body == fresh.body
                seen.add(answer.status)
                if answer.status == 422:
                    assert "not next to the rest" in answer.json["error"]
            assert answer.json["species"] == {}
            assert (answer.json["totals"], answer.json["winners"]) == (None, None)

    run(work)
    assert seen == {200, 422}


def test_the_best_of_many_paths_is_found_however_the_board_lies() -> None:
    cells = arboretum(MANY_PATHS)

    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            for flip, turn in itertools.product((1, -1), (False, True)):
                turned = {}
                for cell, card in cells.items():
                    x, y = map(int, cell.split(","))
                    turned[f"{flip * (y if turn else x)},{x if turn else y}"] = card
                answer = await asked(visitor, {"players": [{"arboretum": turned}]})
                path = answer.json["species"]["CA"]["paths"][0]
                assert (path["points"], path["cards"]) == (15, ["CA1", "CA2", "CA4", "CA5", "CA7", "CA8"])

    run(work)


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ([{"name": "Ada", "arboretum": {"0,0": "OK5", "0,1": "OK5"}}], ("Ada", "OK5", "0,0", "0,1")),
        (
            [{"name": "Ada", "hand": ["OK5"]}, {"name": "Ben", "arboretum": {"2,1": "OK5"}}],
            ("Ada", "Ben", "OK5", "2,1"),
        ),
        ([{"name": "Ada", "arboretum": {"0,0": "OK5", "1,0": "OK6", "3,0": "OK7"}}], ("Ada", "OK7", "3,0")),
        ([{"name": "Ada", "hand": ["OK5", "OK5"]}, {"name": "Ben"}], ("Ada", "OK5")),
        ([{"arboretum": {"0,0": "OK9"}}], ("players[0].arboretum", "OK9")),
        ([{"hand": ["XX1"]}], ("players[0].hand[0]", "XX1")),
        ([{}] * 5, ("5 players",)),
        ([], ("0 players",)),
    ],
)
def test_what_cannot_be_is_refused_with_the_card_and_its_place(players: list[Any], words: tuple[str, ...]) -> None:
    async def work() -> None:
        async with serving() as server:
            answer = await asked(server.visitor(), {"players": players})
            assert answer.status == 422, answer.text
            fits(answer.json, shapes.Problem)
            for word in words:
                assert word in answer.json["error"], answer.json

    run(work)


def notes(pad: object) -> list[tuple[int | None, str, bool]]:
    return [(note.seat, note.part, note.is_wrong) for note in notes_on(read(json.dumps(pad)))]


def test_what_is_missing_is_told() -> None:
    hand = [f"OK{value}" for value in range(1, 9)]
    pad: Any = {"players": [{"name": "Ada", "hand": hand}, {"name": "Ben", "arboretum": {"0,0": "JA1"}}]}
    assert notes(pad) == [(0, "arboretum", False), (0, "hand", True), (1, "hand", False)]
    told = [note.says for note in notes_on(read(json.dumps(pad)))]
    assert told[1] == "The hand of Ada has 1 card too many: 7 are kept (clause T5)."
    pad["players"][0]["hand"] = hand[:5]
    assert notes_on(read(json.dumps(pad)))[1].says == "The hand of Ada lacks 2 cards."
    assert notes(as_json(TIED_CASSIA)) == []
    assert [note.is_wrong for note in notes_on(read(RULEBOOK))] == [False, False]
    kinds = {f"{at},0": f"{kind.code}1" for at, kind in enumerate(list(Species)[:7])}
    assert notes({"players": [{"arboretum": kinds}, {}]})[-1] == (None, "species", True)


def test_a_pad_is_read_with_a_bound_and_without_trust() -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            headers = {"content_type": "application/json", "sec_fetch_site": "same-origin"}
            for body, status in (
                (b"", 422),
                (b"{", 422),
                (b"\xff", 400),
                (b"[" * 9000, 422),
                (b'{"players":[{"hand":NaN}]}', 422),
                (b'{"players":' + b" " * 16_384 + b"[]}", 413),
                (b'{"players":[{"arboretum":{"0,0":"OK1","0,0":"OK2"}}]}', 422),
            ):
                answer = await visitor.ask("POST", "/score/answer", body, **headers)
                assert answer.status == status, (body[:30], answer.text)
                fits(answer.json, shapes.Problem)
            assert (
                await visitor.ask("POST", "/score/answer", b"{}", **(headers | {"content_type": "text/plain"}))
            ).status == 415
            assert (
                await visitor.ask("POST", "/score/answer", b"{}", **(headers | {"sec_fetch_site": "cross-site"}))
            ).status == 403
            assert visitor.cookies == {}

    run(work)


def test_nobody_may_ask_without_end() -> None:
    free = Rates(scores_per_second=0.5, scores_burst=3)

    async def work() -> None:
        async with serving(rates=free) as server:
            visitor, other = server.visitor(), server.visitor(address="192.0.2.9")
            pad = {"players": [{"hand": ["OK1"]}]}
            assert [(await asked(visitor, pad)).status for _ in range(4)] == [200, 200, 200, 429]
            assert (await asked(other, pad)).status == 200
            server.clock.now += 2
            assert (await asked(visitor, pad)).status == 200

    run(work)


def test_the_page_opens_with_and_without_a_pad() -> None:
    link = write_link(read(RULEBOOK))

    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            assert (await visitor.get("/score")).status == 200
            shared = await visitor.get(f"/score?p={link}")
            assert link in shared.text
            broken = await visitor.get(f"/score?p={link[:-1]}9%22%3E%3Cb%3E")
            assert broken.status == 200
            assert "not a whole pad" in broken.text
            assert "<b>" not in broken.text
            assert visitor.cookies == {}
            worker = await visitor.get("/score/worker.js")
            assert worker.header("service-worker-allowed") == "/score"
            assert b"addEventListener" in worker.body

    run(work)
