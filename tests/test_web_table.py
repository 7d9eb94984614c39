"""What a table shows besides the game: values, piles, words, votes, the next game, one's own games."""

from __future__ import annotations

import random

from web_client import run, table_of
from web_play import play, some_turns
from web_server import friends, serving


def test_the_value_of_ones_own_paths_at_every_open_cell() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server)
            await some_turns(server, table, people, 24)
            room = await server.host.open(table)
            assert room is not None
            view = await people[0].view(table)
            for card in view["hand"]:
                told = (await people[0].get(f"/t/{table}/preview?seat=0&card={card}")).json
                assert list(told["cells"]) == view["open"]
                mine = room.view(0).tableau
                for cell in room.view(0).my_open_cells:
                    held = next(c for c in room.view(0).hand if str(c) == card)
                    points = mine.placing(held, cell).points
                    expected = {kind.code: worth for kind, worth in points.items()}
                    gain = sum(points.values()) - sum(mine.points.values())
                    assert told["cells"][str(cell)] == {"points": expected, "gain": gain}
            other = (await people[1].view(table))["hand"][0]
            refused = await people[0].get(f"/t/{table}/preview?seat=0&card={other}")
            assert (refused.status, refused.json["reason"]) == (422, "NOT_IN_HAND")
            assert (await people[0].get(f"/t/{table}/preview?seat=1&card={other}")).status == 403
            assert (await server.visitor().get(f"/t/{table}/preview?seat=0&card={card}")).status == 403

    run(work)


def test_a_table_can_hide_the_values_of_paths() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server, preview="off")
            await some_turns(server, table, people, 12)
            view = await people[0].view(table)
            assert view["paths"] == [{}, {}]
            assert (await people[0].get(f"/t/{table}/preview?seat=0&card={view['hand'][0]}")).status == 403

    run(work)


def test_only_the_tops_of_discard_piles_are_told_where_the_table_plays_so() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server, piles="top-card")
            await some_turns(server, table, people, 30)
            room = await server.host.open(table)
            assert room is not None
            view = await people[0].view(table)
            piles = room.view(0).discards
            assert view["discard_counts"] == [len(pile) for pile in piles]
            assert max(view["discard_counts"]) > 1
            assert view["discards"] == [[str(pile.top)] if pile else [] for pile in piles]

    run(work)


def test_a_rematch_leads_everybody_to_a_table_where_the_next_player_starts() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, ben) = await friends(server)
            assert (await ben.command(table, "rematch")).status == 422
            await play(server, table, [ada, ben], random.Random(5))
            assert (await ben.command(table, "rematch")).status == 200
            assert (await ada.command(table, "rematch")).status == 200
            views = [await visitor.view(table) for visitor in (ada, ben)]
            assert views[0]["rematch"] == views[1]["rematch"]
            there = views[0]["rematch"].removeprefix("/t/")
            new = await ben.view(there)
            assert new["status"] == "playing"
            assert (new["starter"], new["you"]["seats"]) == (1, [1])
            assert len(new["hand"]) == 7

    run(work)


def test_phrases_votes_and_a_bot_for_who_has_gone() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, ben, _) = await friends(server, ("Ada", "Ben", "Cleo"))
            assert (await ada.command(table, "say", phrase=0)).status == 200
            assert (await ada.command(table, "say", phrase=99)).status == 422
            async with ada.stream(f"/t/{table}/stream") as first, ben.stream(f"/t/{table}/stream") as second:
                for stream in (first, second):
                    while "presence" not in (await stream.frame() or {}):
                        pass
                assert (await ada.command(table, "vote", about=1, choice="bot")).status == 422, "Ben is here"
                assert (await ada.command(table, "vote", about=2, choice="bot")).status == 200
                assert (await ada.view(table))["votes"] == {"2": {"0": "bot"}}
                assert (await ben.command(table, "vote", about=2, choice="bot")).status == 200
                view = await ada.view(table)
            assert view["seats"][2] == {"name": "Cleo", "kind": "bot", "bot": "heuristic", "online": True}
            says = [line["say"] for line in view["log"]]
            assert "Ada: “Hello!”" in says
            assert "You vote to let a bot play for Cleo." in says
            assert "A bot plays for Cleo now." in says

    run(work)


def test_whose_turn_is_first_in_my_games() -> None:
    async def work() -> None:
        async with serving() as server:
            ada = server.visitor()
            waits = table_of(await ada.form("/new", {"seats": "2", "seat0_name": "Ada"}))
            mine = table_of(await ada.form("/play"))
            page = (await ada.get("/mine")).text
            assert page.index(f"/t/{mine}") < page.index(f"/t/{waits}") or "your turn" not in page
            assert (await server.visitor().get("/mine")).text.count("/t/") == 0

    run(work)
