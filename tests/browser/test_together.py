"""Several people at one table: by invitation, at one screen, looking on."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from arboretum.rooms.room import PHRASE_SECONDS
from browser.conftest import PHONE, Visitor
from browser.table import TablePage
from browser.watch import Watch, Wire, cards_in

MOST_TURNS = 60


def opened(page: Page, *, name: str = "Ada", **fields: str) -> TablePage:
    """A new table from its form; fields by their names there."""
    page.goto("/new")
    page.locator("[name=seat0_name]").fill(name)
    for field, value in fields.items():
        where = page.locator(f"[name={field}]")
        if where.first.evaluate("(each) => each.type") == "radio":
            page.locator(f"[name={field}][value='{value}']").check(force=True)
        elif where.first.evaluate("(each) => each.localName") == "select":
            where.select_option(value)
        else:
            where.fill(value)
    page.get_by_role("button", name="Open the table").click()
    return TablePage(page)


def invitation(page: Page) -> str:
    """The link that the host sends to friends."""
    return page.get_by_label("Invitation link").input_value()


def seated(page: Page, link: str, name: str) -> TablePage:
    """Follow an invitation."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    return TablePage(page)


def hidden(table: TablePage, query: str = "") -> set[str]:
    """The cards of a hand that nobody else saw go there."""
    told = table.told(query)
    return set(told["hand"]) - set(told["hands"][told["you"]["as"]]["known"])


@pytest.mark.browser_long
def test_a_game_by_invitation_and_nobody_is_told_a_hidden_card(visitor: Visitor, watch: Watch) -> None:
    host = visitor().new_page()
    guest = visitor(**PHONE).new_page()
    wires = {"Ada": Wire(host), "Ben": Wire(guest)}
    ada = opened(host)
    link = invitation(host)
    seated(guest, link, "Ben")
    assert urlsplit(guest.url).path == f"/t/{ada.id}"
    assert urlsplit(link).path not in guest.evaluate("history.length && location.href + document.referrer")

    late = visitor().new_page()
    late.goto(link)
    late.get_by_label("Your name").fill("Cyd")
    with watch.expecting("status of 422"):
        late.get_by_role("button", name="Sit down").click()
        expect(late.get_by_role("alert")).to_have_text("No seat is free at this table.")
    wires["onlooker"] = Wire(late)
    late.goto(f"/t/{ada.id}")
    guest.goto(link)
    assert urlsplit(guest.url).path == f"/t/{ada.id}", "Whoever sits already is led to the table."

    host.get_by_role("button", name="Start").click()
    expect(late.locator(".game.watching")).to_be_visible()
    tables = {"Ada": ada, "Ben": TablePage(guest, hand="touch")}
    told = ada.told()
    for number in range(MOST_TURNS):
        who = told["players"][told["seat"]]
        assert tables[who].wait_for_me()
        tables[who].turn(number)
        told = ada.told()
        if told["status"] == "over":
            break
        secrets = {name: hidden(tables[name]) for name in tables}
        for mine, secret in secrets.items():
            assert secret
            assert secret <= wires[mine].cards, "What is told is heard."
            for other in set(wires) - {mine}:
                assert not secret & wires[other].cards, (mine, other)
        if number % 4 == 0:
            assert not (secrets["Ada"] | secrets["Ben"]) & cards_in(late)
    for page in (host, guest, late):
        expect(page.locator(".endpage #count")).to_be_visible()
    for who in tables.values():
        who.skip_the_count()
    assert wires["onlooker"].frames > 20
    host.get_by_role("button", name="Rematch").click()
    guest.get_by_role("link", name="To the next game").tap()
    expect(guest.locator(".game")).to_be_visible()


@pytest.mark.browser_long
def test_an_onlooker_has_no_hand_and_nothing_to_press(visitor: Visitor) -> None:
    page = visitor().new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    table = TablePage(page)
    looking = visitor().new_page()
    wire = Wire(looking)
    looking.goto(f"/t/{table.id}")
    for number in range(2):
        table.wait_for_me()
        table.turn(number)
    table.wait_for_me()
    table.draw_two()
    expect(looking.locator(".watching .deck .count")).to_have_text(str(table.told()["pile"]))
    secret = hidden(table)
    assert len(secret) > 3
    assert not secret & cards_in(looking)
    assert not secret & wire.cards
    assert wire.frames > 5
    assert wire.cards, "What lies on the table is told."
    expect(looking.locator("[data-focus=end], [data-zone=hand], .lit")).to_have_count(0)
    looking.locator("[data-focus=pile]").click()
    expect(looking.locator("#say-assertive")).to_contain_text("It is not your turn.")


@pytest.mark.browser_long
def test_one_screen_for_two_hides_each_hand_from_the_other(visitor: Visitor) -> None:
    page = visitor().new_page()
    wire = Wire(page)
    table = opened(page, seat1_kind="hot", seat1_name="Ben", start="0")
    page.get_by_role("button", name="Start").click()
    for number in range(4):
        seat = number % 2
        curtain = page.locator(".curtain")
        expect(curtain.locator("h1")).to_have_text(("Ada", "Ben")[seat])
        assert not (hidden(table, "?as=0") | hidden(table, "?as=1")) & cards_in(page)
        table.come()
        table.wait_for_me()
        assert hidden(table, f"?as={seat}") <= wire.cards, "What is told is heard."
        other = hidden(table, f"?as={1 - seat}")
        assert not other & cards_in(page)
        if number == 0:
            assert not other & wire.cards, "The page is not told a hand before its player comes to the screen."
        table.turn(number)
    page.reload()
    expect(page.locator(".curtain")).to_be_visible()
    assert not (hidden(table, "?as=0") | hidden(table, "?as=1")) & cards_in(page)


@pytest.mark.browser_long
def test_bots_fill_seats_and_an_absent_player_is_voted_over_to_one(visitor: Visitor) -> None:
    host = visitor().new_page()
    table = opened(host, seats="3", start="2")
    guest_context = visitor()
    seated(guest_context.new_page(), invitation(host), "Ben")
    expect(host.locator(".chair.person")).to_have_count(2)
    host.get_by_label("A bot on seat C").select_option("greedy")
    expect(host.locator(".chair.bot")).to_have_count(1)
    host.get_by_role("button", name="Start").click()
    expect(host.locator(".game")).to_be_visible()
    assert table.told()["players"][1] == "Ben"
    guest_context.close()
    vote = host.get_by_role("group", name="Ben is away")
    vote.get_by_role("button", name="Let a bot play").click()
    expect(vote).to_have_count(0)
    assert table.told()["seats"][1]["kind"] == "bot"
    table.wait_for_me()
    table.turn()


def test_my_other_device_plays_the_same_seat(visitor: Visitor) -> None:
    page = visitor().new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    table = TablePage(page)
    table.wait_for_me()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Play on my other device").click()
    field = page.get_by_label("Your personal link")
    expect(field).to_have_value(re.compile("/seat/"))
    phone = visitor(**PHONE).new_page()
    phone.goto(field.input_value())
    assert urlsplit(phone.url).path == f"/t/{table.id}"
    other = TablePage(phone, hand="touch")
    other.wait_for_me()
    other.draw_two()
    page.get_by_role("button", name="Close").click()
    table.held(9)
    assert set(table.hand) == set(other.hand)


@pytest.mark.browser_long
def test_what_is_said_is_read_by_the_others_unless_muted(visitor: Visitor) -> None:
    host = visitor().new_page()
    table = opened(host)
    guest = visitor().new_page()
    seated(guest, invitation(host), "Ben")
    host.get_by_role("button", name="Start").click()
    expect(guest.locator(".game")).to_be_visible()
    phrases = table.told()["phrases"]

    def say(number: int) -> None:
        host.get_by_role("button", name="Say").click()
        host.locator(".phrases button").nth(number).click()

    def listen(*, wanted: bool) -> None:
        guest.get_by_role("button", name="Menu").click()
        guest.get_by_label("Show what Ada says").set_checked(wanted)
        guest.get_by_role("button", name="Close").click()

    listen(wanted=False)
    say(0)
    guest.get_by_role("button", name="Log").click()
    expect(guest.locator(".loglist")).to_contain_text(phrases[0])
    guest.get_by_role("button", name="Close").click()
    expect(guest.locator(".bubble")).to_have_count(0)
    expect(guest.locator("#say-polite")).not_to_contain_text(phrases[0])
    listen(wanted=True)
    host.wait_for_timeout(1000 * PHRASE_SECONDS)
    say(1)
    expect(guest.locator(".bubble")).to_have_text(phrases[1])
