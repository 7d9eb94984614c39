"""`arboretum play --server`: how one comes to a table, comes back, and is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from arboretum import NOBODY, ArboretumError
from arboretum.remote.address import Address
from arboretum.remote.enter import enter
from arboretum.remote.seen import Seen
from arboretum.remote.server import Denied, Server
from at_server import TWO, Keyboard, Opener, Serving, Sitter, wait_for
from at_table import play


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for all tests here."""
    server = Serving(tmp_path_factory.mktemp("tables"))
    yield server
    server.kill()


def test_a_refused_name_is_told_and_a_full_table_too(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO)
    invitation = opener.invitation()
    same = Sitter(invitation, name="ada")
    same.ended()
    assert "Ada sits here already" in same.error
    opener.do("bot", seat=1, bot="random")
    late = Sitter(invitation, name="Ben")
    late.ended()
    assert late.error == "ArboretumError: No seat is free at this table."
    opener.do("start")
    watching = Sitter(invitation, name="Ben")
    wait_for(lambda: "The game has begun without you: you look on" in watching.text)
    void = Sitter(f"{serving.base}/join/nosuchtoken", name="Ben")
    void.ended()
    assert void.error == "Denied: This invitation leads to no table any more: ask for a new one."


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nonsense", "--server takes an address such as http://127.0.0.1:8420/join/TOKEN"),
        ("ftp://127.0.0.1/t/abc", "--server takes an address such as"),
        ("http://127.0.0.1:99999/t/abc", "--server takes an address such as"),
        ("http://[::1/t/abc", "--server takes an address such as"),
        ("http://127.0.0.1:8420/", "That address names no table"),
        ("http://127.0.0.1:8420/t/..%2f", "That address names no table"),
        ("http://127.0.0.1:9/t/abc", "No table answers at http://127.0.0.1:9 (Connection refused)"),
    ],
)
def test_an_address_that_is_none_is_told(address: str, sentence: str) -> None:
    result = play("--server", address)
    assert result.exit_code == 1
    assert isinstance(result.exception, ArboretumError)
    assert str(result.exception).startswith(sentence)


def test_a_table_or_a_token_that_is_not_there(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO)
    for address, token, sentence in (
        (f"{serving.base}/t/nosuch", "", "Denied: There is no table 'nosuch'"),
        (opener.url, "wrong", "Denied: That token stands for no seat"),
        (f"{serving.base}/seat/wrong", "", "Denied: This personal link is of no use any more"),
        (opener.invitation(), "both", "ArboretumError: --token belongs to a table's address"),
    ):
        sitter = Sitter(address, token=token)
        sitter.ended()
        assert sitter.error.startswith(sentence), sitter.error


def test_a_personal_link_goes_on_with_a_seat(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO)
    opener.do("bot", seat=1, bot="random")
    opener.do("start")
    sitter = Sitter(f"{serving.base}/seat/{opener.token()}", Keyboard("+", "quit"))
    text = sitter.ended()
    assert (sitter.status, sitter.error) == (0, "")
    assert "You drew" in text
    assert "Your seat is kept; come back with:" in text
    again = Sitter(opener.url, Keyboard("log", "quit"), token=opener.token()).ended()
    assert "1. You drew" in again


def test_who_was_replaced_by_a_bot_takes_the_seat_back(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO)
    Server(serving.base).form(opener.view()["invite"], {"name": "Ben"})
    opener.do("start")
    token = opener.token()
    sitter = Sitter(opener.url, Keyboard("+", before=lambda line: opener.do("leave", seat=0)), token=token)
    text = sitter.ended()
    assert sitter.error == "SeatLost: A bot plays for Ada now, so nothing can be played from here."
    assert "come back with:" in text
    wait_for(lambda: opener.view()["seat"] == 1)
    back = Sitter(opener.url, token=token)
    wait_for(lambda: "A bot played for you meanwhile; now you play again." in back.text)
    wait_for(lambda: "Waiting for Ben." in back.text)
    assert opener.view()["seats"][0]["kind"] == "person"


def test_what_a_server_tells_can_do_nothing_to_a_terminal() -> None:
    seen = Seen(NOBODY)
    told: dict[str, Any] = {"seats": [], "rematch": None, "you": {"seats": []}}
    news = seen.take({"v": 1, "events": [{"v": 1, "say": "\x1b[2JBoo\nhoo"}], "view": told})
    assert news == ["?[2JBoo hoo"]
    for nonsense in (
        {"v": 2, "events": [{"v": 2, "event": "drew"}], "view": told},
        {"v": 2, "events": [{}], "view": told},
        {"v": 2, "events": [3], "view": {}},
        {"hello": {"protocol": 2, "version": 1}},
    ):
        with pytest.raises(ArboretumError):
            seen.take(nonsense)


def test_a_stranger_may_not_watch_a_private_table(serving: Serving) -> None:
    opener = Opener(serving, "/new", **TWO, public="off")
    with pytest.raises(Denied, match="This table is private"):
        enter(Address.parse(opener.url), "", str)


@pytest.mark.parametrize(
    "beside", [["--bot", "greedy"], ["--seed", "1"], ["--resume"], ["--name", "A", "--name", "B"]]
)
def test_server_goes_with_no_option_that_makes_another_game(beside: list[str]) -> None:
    result = play("--server", "http://127.0.0.1:9/t/a", *beside)
    assert result.exit_code == 2
    assert "--server is for one person" in result.output
