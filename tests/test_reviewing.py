"""How reviews are made beside the server: in turn, given up, failed, ended; and by the true process."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest

from arboretum.bots.styles import can_search
from arboretum.rooms.refusals import Refused
from arboretum.web.review_shapes import Review
from arboretum.web.reviewing import Progress, Reviewing
from record_games import true_record
from test_web_api import fits
from test_web_review import FAKE
from web_client import run

RECORD = true_record(2, 1).dump()


class Asking:
    """Somebody who asks for reviews."""

    def __init__(self, *how: str, **more: Any) -> None:  # noqa: ANN401
        self.reviewing = Reviewing((*FAKE, *how), **more)
        self.begun = 0

    def look(self, game: str = "a") -> bytes | Progress:
        return self.reviewing.look(game, lambda: RECORD, self._begin)

    def _begin(self) -> None:
        self.begun += 1

    async def until_there(self, game: str = "a") -> bytes:
        while isinstance(found := self.look(game), Progress):
            await asyncio.sleep(0.02)
        return found

    async def until_refused(self) -> str:
        with pytest.raises(Refused) as refused:
            await self.until_there()
        return str(refused.value)


def test_games_wait_for_each_other() -> None:
    async def work() -> None:
        asking = Asking()
        assert [asking.look(game) for game in "abc"] == [Progress(0), Progress(1), Progress(2)]
        body = await asking.until_there("c")
        assert await asking.until_there("a") == await asking.until_there("b") == body
        assert asking.begun == 3
        await asking.reviewing.close()

    run(work)


def test_one_that_nobody_waits_for_is_given_up_and_the_next_is_made() -> None:
    async def work() -> None:
        asking = Asking("slow", patience=0.3)
        while asking.look() != Progress(0, 0.5):
            await asyncio.sleep(0.02)
        for _ in range(100):
            if asking.look("b") == Progress(0, 0.0):
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("the first is made still")
        assert asking.look("a") == Progress(1)
        assert asking.begun == 3
        await asking.reviewing.close()

    run(work)


@pytest.mark.parametrize(
    ("how", "words"), [("fail", "on our side"), ("die", "its process stopped"), ("endless", "too long")]
)
def test_what_goes_wrong_is_said_and_tried_again_later(how: str, words: str) -> None:
    async def work() -> None:
        asking = Asking(how, seconds=0.4 if how == "endless" else 30.0, patience=5.0, rest=0.3)
        assert words in await asking.until_refused()
        assert words in await asking.until_refused()
        assert asking.begun == 1
        await asyncio.sleep(0.4)
        assert asking.look() == Progress(0)
        assert asking.begun == 2
        await asking.reviewing.close()

    run(work)


def test_a_program_that_is_not_there_is_a_fault_too() -> None:
    async def work() -> None:
        asking = Asking()
        asking.reviewing = Reviewing(("no-such-program",))
        assert "on our side" in await asking.until_refused()
        await asking.reviewing.close()

    run(work)


def test_only_so_many_wait_and_what_is_kept_is_bounded() -> None:
    async def work() -> None:
        asking = Asking(most=1)
        games = [f"game {number}" for number in range(12)]
        for game in games:
            asking.look(game)
        with pytest.raises(Refused, match="Many games"):
            asking.look("one more")
        await asking.reviewing.close()
        assert asking.reviewing._kept._size <= 1

    run(work)


def test_the_end_of_the_server_ends_what_is_made() -> None:
    async def work() -> None:
        asking = Asking("slow")
        while asking.look() != Progress(0, 0.5):
            await asyncio.sleep(0.02)
        await asyncio.wait_for(asking.reviewing.close(), 5)
        assert asking.reviewing._task is not None
        assert asking.reviewing._task.done()

    run(work)


@pytest.mark.long
@pytest.mark.skipif(not can_search(), reason="Numba is not installed")
def test_the_true_process_reviews_a_game_in_this_shape() -> None:
    """Compiles what it needs, for a minute or two where that is not kept yet."""

    async def work() -> None:
        reviewing = Reviewing((sys.executable, "-P", "-m", "arboretum.rooms.analyst"))
        shares = [0.0]
        while isinstance(found := reviewing.look("a", lambda: RECORD, lambda: None), Progress):
            assert found.share >= shares[-1]
            shares.append(found.share)
            await asyncio.sleep(0.1)
        told = json.loads(found)
        fits({"state": "ready", "me": None, "review": told}, Review)
        assert len(told["known"]["decisions"]) == len(told["open"]["decisions"])
        for standing in told["known"]["course"]:
            assert sum(standing["win"]) == pytest.approx(1, abs=0.01)
        assert max(shares) > 0
        await reviewing.close()

    asyncio.run(asyncio.wait_for(work(), 280))


def test_the_server_itself_needs_no_compiler() -> None:
    program = (
        "import sys, arboretum.web.app, arboretum.web.reviews\n"
        "assert 'numba' not in sys.modules and 'arboretum.analysis' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
