"""`arboretum play --server`: people at terminals, at tables of a real server."""

from __future__ import annotations

import dataclasses
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import pexpect
import pytest

from arboretum import NOBODY, Record, View
from arboretum.actions import DrawPile
from arboretum.remote.address import Address
from arboretum.remote.enter import enter
from arboretum.remote.server import NoAnswer, Reply, Server
from arboretum.remote.table import RemoteTable
from arboretum.tui.draw import view_lines
from arboretum.tui.tally import score_lines
from at_server import TWO, Keyboard, Opener, Serving, Sitter


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for all tests here; some of them kill it and start it again."""
    server = Serving(tmp_path_factory.mktemp("tables"))
    yield server
    server.kill()


def two_at_a_table(
    serving: Serving, ada: Keyboard | None = None, ben: Keyboard | None = None
) -> tuple[Opener, Sitter, Sitter]:
    """A game of two people at terminals: one has a token, the other comes by the invitation."""
    opener = Opener(serving, "/new", **TWO)
    second = Sitter(opener.invitation(), ben, name="Ben")
    opener.until_seated(1)
    first = Sitter(opener.url, ada, token=opener.token())
    opener.do("start")
    return opener, first, second


def record_of(opener: Opener) -> Record:
    return Record.parse(opener.server.get(f"{opener.path}/record").body.decode())


def without_score(sitter: Sitter) -> str:
    """What was on a screen while the game ran."""
    head, over, _ = sitter.text.partition("The game is over.")
    assert over
    return head


# Games. ---------------------------------------------------------------------------------------------------


def test_a_game_against_a_bot_to_its_score(serving: Serving) -> None:
    opener = Opener(serving, "/play")
    sitter = Sitter(opener.url, Keyboard("?", "paths", "undo", "nonsense"), token=opener.token())
    text = sitter.ended()
    assert (sitter.status, sitter.error) == (0, "")
    record = record_of(opener)
    score = "\n".join(score_lines(record.score, 80))
    assert score in sitter.keyboard.screen.getvalue()
    assert "There is nothing to take back" in text
    assert "'nonsense' cannot be read" in text
    assert text.endswith(f"The record: {opener.url}/record")


def test_two_terminals_and_a_spectator_and_nobody_sees_more_than_the_rules_show(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO)
    watching = Sitter(opener.url)
    second = Sitter(opener.invitation(), name="Ben")
    opener.until_seated(1)
    first = Sitter(opener.url, token=opener.token())
    opener.do("start")
    for sitter in (first, second, watching):
        sitter.ended()
        assert (sitter.status, sitter.error) == (0, "")
    record = record_of(opener)
    score = "\n".join(score_lines(record.score, 80))
    for seat, sitter in ((0, first), (1, second), (NOBODY, watching)):
        assert score in sitter.keyboard.screen.getvalue()
        known = known_before_the_end(record, seat)
        told = set(re.findall(r"\b(?:[A-Z]{2})[1-8]\b", without_score(sitter)))
        assert told == told & known, told - known
    assert re.search("Ben drew a card from the draw pile", first.text)
    assert not re.search("Ben drew (?!a card)", first.text)
    assert not re.search("Ada drew (?!a card)", second.text)
    assert not re.search("(Ada|Ben) drew (?!a card)", watching.text)
    assert "At the table: Ada; 1 free. The game begins when its host starts it." in watching.text
    assert "You look on." in watching.text
    assert "Ada drew a card from the draw pile." in watching.text
    assert "Your hand" not in watching.text


def known_before_the_end(record: Record, seat: int) -> set[str]:
    """The cards that a seat, or NOBODY, had seen when the last turn was played."""
    seen = record.seen_by(seat)
    view = View.begin(seen.setup, seat)
    for event in seen.events[:-1]:
        view = view.after(event)
    in_play = {card for kind in view.species for card in kind_cards(kind)}
    return in_play - {str(card) for card in view.unseen}


def kind_cards(kind: Any) -> list[str]:  # noqa: ANN401
    return [f"{kind.code}{value}" for value in range(1, 9)]


# Faults of the way. -----------------------------------------------------------------------------------------


def test_a_server_that_is_killed_in_the_middle_loses_nothing(serving: Serving) -> None:
    def restart(line: int) -> None:
        if line == 9:
            serving.kill()
            serving.start()

    opener, first, second = two_at_a_table(serving, Keyboard(before=restart))
    for sitter in (first, second):
        text = sitter.ended()
        assert (sitter.status, sitter.error) == (0, "")
        assert "The connection to the table broke off. It is tried again; nothing is lost." in text
        assert "The connection is back." in text
    record = record_of(opener)
    record.verify()
    assert "\n".join(score_lines(record.score, 80)) in first.keyboard.screen.getvalue()


def test_a_server_that_is_gone_ends_it_with_a_sentence_and_the_way_back(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO)
    keyboard = Keyboard(before=lambda line: serving.kill())
    try:
        sitter = Sitter(opener.invitation(), keyboard, name="Ben", patience=0.5)
        opener.until_seated(1)
        opener.do("leave", seat=0)
        opener.do("bot", seat=0, bot="random")
        opener.do("start")
        text = sitter.ended()
    finally:
        serving.kill()
        serving.start()
    assert sitter.error.startswith("NoAnswer: No table answers at http://127.0.0.1:")
    assert re.search(r"Your seat is kept; come back with: arboretum play --server \S+/t/\S+ --token \S+$", text)


def test_what_was_played_from_elsewhere_is_told_and_nothing_is_done_twice(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO)

    def elsewhere(line: int) -> None:
        if line == 0:
            opener.do("act", seat=0, action="+", expected=opener.view()["v"])

    keyboard = Keyboard("+ +", "hand", "quit", before=elsewhere)
    second = Sitter(opener.invitation(), Keyboard("quit"), name="Ben")
    opener.until_seated(1)
    first = Sitter(opener.url, keyboard, token=opener.token())
    opener.do("start")
    text = first.ended()
    assert "Something else happened first: look again, then choose." in text
    assert "What followed it in that line was not done." in text
    assert opener.view()["phase"] == "DRAW_SECOND"
    opener.do("leave", seat=0)
    second.ended()


def test_a_command_whose_answer_was_lost_is_sent_again_and_done_once(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO)
    bot = {"seat": 1, "bot": "random"}
    opener.do("bot", **bot)
    opener.do("start")
    place = enter(Address.parse(opener.url), opener.token(), str)

    class Forgetful(Server):
        answers = 0

        def send(self, path: str, value: Any) -> Reply:  # noqa: ANN401
            reply = super().send(path, value)
            self.answers += 1
            if self.answers == 1:
                raise NoAnswer("lost on the way")
            return reply

    server = Forgetful(place.server.base, place.server.token)
    remote = RemoteTable(dataclasses.replace(place, server=server))
    try:
        while remote.seen.view is None or not remote.seen.view.is_my_turn:
            remote.inbox.wait()
            remote.news()
        remote.news_until(remote.act([DrawPile()]))
        assert server.answers == 2
        assert remote.seen.view.phase.name == "DRAW_SECOND"
        assert view_lines(remote.seen.view)
    finally:
        remote.close()


# A keyboard. ------------------------------------------------------------------------------------------------


def test_at_a_keyboard_news_come_while_one_thinks_and_waits(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "arboretum", "play", "--server", opener.invitation()],
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=10,
        env={**os.environ, "NO_COLOR": "1", "TERM": "xterm"},
    )
    child.delaybeforesend = None
    child.expect(r"Your name\? \[Player\] ")
    child.sendline("Ada")
    child.expect("Ada sits here already")
    child.expect("Another name, or Enter to leave> ")
    child.sendline("Ben")
    child.expect(r"--token ([\w-]+)")
    assert child.match is not None
    ben = Server(serving.base, child.match[1])
    child.expect("The game begins when its host starts it.")
    child.sendline("table")
    child.expect("The game has not begun: wait for it")
    opener.do("start")
    child.expect("Waiting for Ada.")
    child.sendline("paths")
    child.expect("Your paths: none yet.")
    child.sendline("+")
    child.expect(r"Ben cannot play \+ now: Ada is to draw the first card.")
    finish_turn(opener)
    child.expect("first draw> ")
    opener.do("say", phrase=1)
    child.expect("Ada: “Good luck!”")
    child.expect("first draw> ")
    elsewhere = {"kind": "act", "seat": 1, "action": "+", "expected": opener.view()["v"], "id": "from-elsewhere"}
    ben.send(f"{opener.path}/commands", elsewhere)
    child.expect("Your seat was played from elsewhere meanwhile.")
    child.expect("You drew")
    child.expect("second draw> ")
    child.sendintr()
    child.expect("Your seat is kept; come back with:")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def finish_turn(opener: Opener) -> None:
    """The opener draws, places and discards."""
    for _ in range(2):
        opener.do("act", seat=0, action="+", expected=opener.view()["v"])
    view = opener.view()
    place = view["legal"][0]
    discard = next(card for card in view["hand"] if card != place[:3])
    opener.do("turn", seat=0, place=place, discard=f"-{discard}", expected=view["v"])
