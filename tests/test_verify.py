"""Verification: the first thing wrong is named with its line and clause."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from arboretum import NOBODY, Card, Cell, RecordError, Species
from arboretum.events import PILE, Dealt, Discarded, Drew, Ended, Event, Placed, Shuffled, Started
from arboretum.record import Record
from arboretum.setup import commitment
from record_games import find, games, records, replaced, seen_record, true_record, verified_or_refused


def breach(record: Record) -> tuple[int, str | None]:
    """The line and the clause that verification names."""
    with pytest.raises(RecordError) as told:
        record.verify()
    assert str(told.value).startswith(f"Line {told.value.line}: ")
    assert told.value.clause is None or f"(clause {told.value.clause})" in str(told.value)
    return told.value.line, told.value.clause


Change = Callable[[Record], tuple[int, Record]]
"""Makes a record false, and tells the index of the first false event."""


def change(kind: type[Event], number: int = 0, **values: object) -> Change:
    """Change a field of an event."""

    def make(record: Record) -> tuple[int, Record]:
        index = find(record, kind, number)
        return index, replaced(record, index, dataclasses.replace(record.events[index], **values))  # type: ignore[arg-type]

    return make


def drop(kind: type[Event], number: int = 0) -> Change:
    return lambda record: (find(record, kind, number), replaced(record, find(record, kind, number)))


def double(kind: type[Event], number: int = 0) -> Change:
    def make(record: Record) -> tuple[int, Record]:
        index = find(record, kind, number)
        return index + 1, replaced(record, index, *[record.events[index]] * 2)

    return make


def another_start(record: Record) -> tuple[int, Record]:
    """The other seat starts: nothing is wrong before the hands are dealt."""
    return find(record, Dealt), change(Started, seat=1)(record)[1]


def swap_deck(record: Record) -> tuple[int, Record]:
    """The last two cards of the deck exchanged."""
    shuffled = record.events[0]
    assert isinstance(shuffled, Shuffled)
    *rest, one, other = shuffled.deck
    return 0, replaced(record, 0, dataclasses.replace(shuffled, deck=(*rest, other, one)))


def deck_with(card: str) -> Change:
    """Another card in place of the first of the deck."""

    def make(record: Record) -> tuple[int, Record]:
        shuffled = record.events[0]
        assert isinstance(shuffled, Shuffled)
        return 0, replaced(record, 0, dataclasses.replace(shuffled, deck=(Card.parse(card), *shuffled.deck[1:])))

    return make


def too_long(record: Record) -> tuple[int, Record]:
    """Another turn after the draw pile became empty."""
    last = record.events[-2]
    assert isinstance(last, Discarded)
    events = (*record.events[:-1], Drew(1 - last.seat, last.seat, last.card), record.events[-1])
    return len(record.events) - 1, Record(record.setup, events)


def too_short(record: Record) -> tuple[int, Record]:
    """The end comes a turn early."""
    return len(record.events) - 5, Record(record.setup, (*record.events[:-5], record.events[-1]))


def in_the_middle_of_the_last_turn(record: Record) -> tuple[int, Record]:
    """The end comes when the draw pile is empty but the turn is not complete."""
    return len(record.events) - 2, Record(record.setup, (*record.events[:-2], record.events[-1]))


def hands_exchanged(record: Record) -> tuple[int, Record]:
    end = record.events[-1]
    assert isinstance(end, Ended)
    one, other = end.hands
    return len(record.events) - 1, replaced(
        record, len(record.events) - 1, dataclasses.replace(end, hands=(other, one))
    )


def hand_reordered(record: Record, reverse: bool) -> tuple[int, Record]:
    """The first hand, its cards in another order than they were dealt."""
    index = find(record, Dealt)
    dealt = record.events[index]
    assert isinstance(dealt, Dealt)
    return index, replaced(record, index, dataclasses.replace(dealt, cards=dealt.cards[::-1]))


def card_elsewhere(kind: type[Event]) -> Change:
    """Places or discards a card that the other player holds."""

    def make(record: Record) -> tuple[int, Record]:
        index = find(record, kind, 2)
        event = record.events[index]
        assert isinstance(event, Placed | Discarded)
        held = list(record.tables())[index].hands[1 - event.seat]  # type: ignore[union-attr]
        return index, replaced(record, index, dataclasses.replace(event, card=held[0]))

    return make


def lower_card_of_the_pile(record: Record) -> tuple[int, Record]:
    """A draw from a discard pile takes a card that is not its top."""
    for index, (event, table) in enumerate(zip(record.events[1:], record.tables(), strict=False), 1):
        if isinstance(event, Drew) and event.source != PILE and len(table.discards[int(event.source)]) > 1:
            below = table.discards[int(event.source)][0]
            return index, replaced(record, index, dataclasses.replace(event, card=below))
    raise AssertionError("no draw from a pile of two cards")


def first_draw_from_an_empty_pile(record: Record) -> tuple[int, Record]:
    index = find(record, Drew)
    return index, replaced(record, index, Drew(0, 1, Card.parse("OK1")))


def taken_cell(record: Record) -> tuple[int, Record]:
    index = find(record, Placed, 2)
    event = record.events[index]
    assert isinstance(event, Placed)
    return index, replaced(record, index, dataclasses.replace(event, cell=Cell(0, 0)))


def end_with(**values: object) -> Change:
    return change(Ended, 0, **values)


FALSE: list[tuple[str, Change, str | None]] = [
    ("a deck that the header does not commit to", swap_deck, "S3"),
    ("a card twice in the deck", deck_with("WI8"), "S1"),
    ("a card of another species in the deck", deck_with("TP1"), "S2"),
    ("a deck that is too short", change(Shuffled, deck=()), "S1"),
    ("no removed species", change(Shuffled, removed=()), "S2"),
    ("a removed species that is in play", change(Shuffled, removed=(Species.CASSIA,) * 4), "S2"),
    ("a removed species of the other edition", change(Shuffled, removed=(Species.LILAC,)), "S2"),
    ("another salt", change(Shuffled, salt="0" * 64), "S3"),
    ("no seed, where the header says that there is one", change(Shuffled, seed=None), None),
    ("a second shuffle", double(Shuffled), "S3"),
    ("no start", drop(Started), "S5"),
    ("a second start", double(Started), "S5"),
    ("hands that do not begin with the starter", another_start, "S3"),
    ("a hand missing", drop(Dealt, 1), "S3"),
    ("a hand dealt twice", double(Dealt), "S3"),
    ("three hands for two", double(Dealt, 1), "S3"),
    ("six cards", change(Dealt, cards=tuple(map(Card.parse, ["OK1", "OK2", "OK3", "OK4", "OK5", "OK6"]))), "S3"),
    ("a hand that the deck does not give", change(Dealt, 1, cards=(Card.parse("OK1"),) * 7), "S3"),
    ("cards dealt in another order", lambda record: hand_reordered(record, True), "S3"),
    ("a first discard without option O4", change(Dealt, discard=Card.parse("OK1")), "S4"),
    ("a draw left out", drop(Drew), "S3"),
    ("the second draw left out", drop(Drew, 1), "T1"),
    ("three draws", double(Drew, 1), "T1"),
    ("no placing", drop(Placed, 1), "T1"),
    ("two placings", double(Placed, 1), "T1"),
    ("no discard", drop(Discarded, 1), "T1"),
    ("two discards", double(Discarded, 1), "S5"),
    ("a draw of a card that is not next", change(Drew, card=Card.parse("TP1")), "S3"),
    ("a draw of another seat", change(Drew, seat=1), "S5"),
    ("a placing of another seat", change(Placed, seat=1), "T1"),
    ("an empty discard pile", first_draw_from_an_empty_pile, "T2"),
    ("a card that is not the top", lower_card_of_the_pile, "T2"),
    ("a card of the other's hand placed", card_elsewhere(Placed), "T3"),
    ("a card of the other's hand discarded", card_elsewhere(Discarded), "T4"),
    ("a card that is not in the game placed", change(Placed, card=Card.parse("TP1")), "T3"),
    ("the first card elsewhere", change(Placed, cell=Cell(1, 0)), "T3"),
    ("a taken cell", taken_cell, "T3"),
    ("a detached cell", change(Placed, 2, cell=Cell(9, 9)), "T3"),
    ("a cell that has the same number on the torus", change(Placed, 2, cell=Cell(13, -10)), "T3"),
    ("a cell so far away that no byte holds it", change(Placed, 2, cell=Cell(999, -999)), "T3"),
    ("a turn too many", too_long, "E1"),
    ("a turn too few", too_short, "E1"),
    ("the end in a turn", in_the_middle_of_the_last_turn, "E1"),
    ("the end twice", double(Ended), "E1"),
    ("the wrong hands at the end", hands_exchanged, "E4"),
    ("no hands at the end", end_with(hands=((), ())), "E4"),
    ("other removed species at the end", end_with(removed=()), "E4"),
    ("another deck at the end", end_with(deck=()), "E4"),
    ("another salt at the end", end_with(salt="0" * 64), "E4"),
    ("another seed at the end", end_with(seed=8), "E4"),
    ("wrong totals", end_with(totals=(3, 99)), "R1-P3"),
]


@pytest.mark.parametrize(("make", "clause"), [(m, c) for _, m, c in FALSE], ids=[name for name, _, _ in FALSE])
def test_the_first_thing_wrong_is_named(make: Change, clause: str | None) -> None:
    """Fault R099: replay stops at the false event, with its line, and never skips one."""
    index, record = make(true_record(2, 1))
    assert record.setup.players[0] == "Ada"
    assert breach(record) == (index + 2, clause)
    index, record = make(Record.parse(true_record(2, 1).dump(), source="a.jsonl"))
    with pytest.raises(RecordError, match="Line"):
        record.verify()


def test_winners_are_checked() -> None:
    """By points (W1), by the tie-break (W2), and as a shared win (W3)."""
    folder = Path(__file__).parent / "records"
    for name, clause in (
        ("two-players.jsonl", "W3"),
        ("tie-decided-by-species.jsonl", "W2"),
        ("tie-decided-by-cards.jsonl", "W2"),
        ("win-shared.jsonl", "W3"),
    ):
        record = Record.load(folder / name)
        end = record.result
        assert end is not None
        others = {(), (0,), (1,), (0, 1)} - {end.winners}
        best = {seat for seat, total in enumerate(end.totals) if total == max(end.totals)}
        for wrong in others:
            with pytest.raises(RecordError) as told:
                replaced(record, len(record.events) - 1, dataclasses.replace(end, winners=wrong)).verify()
            expected = clause if set(wrong) <= best else "W1"
            if name == "two-players.jsonl":
                expected = "W1"
            assert told.value.clause == expected, (name, wrong)


def test_the_first_edition_needs_its_discards() -> None:
    record = true_record(3, 1, "first-edition")
    assert breach(change(Dealt, 1, discard=None)(record)[1]) == (5, "O4")
    assert breach(change(Dealt, 0, discard=Card.parse("OK1"))(record)[1]) == (4, "O4")
    assert breach(change(Dealt, 1, discard=Card.parse("TP1"))(record)[1]) == (5, "O4")


def test_a_named_start_is_kept() -> None:
    record = true_record(2, 1, "start=1")
    assert breach(change(Started, seat=0)(record)[1]) == (3, "S5")


def test_the_correct_starter_is_replayed() -> None:
    """Fault R099: a game that another than seat 0 begins."""
    record = true_record(3, 1, "start=2")
    assert record.table.starter == 2
    assert [turn.seat for turn in record.turns()][:4] == [2, 0, 1, 2]


def test_the_deck_counts_and_not_the_seed() -> None:
    """Fault R098: a record with a deck and a seed that would give another one is the game of its deck."""
    record = true_record()
    other = replaced(record, 0, dataclasses.replace(record.events[0], seed=99))  # type: ignore[arg-type]
    other = replaced(other, len(record.events) - 1, dataclasses.replace(record.events[-1], seed=99))  # type: ignore[arg-type]
    other.verify()
    assert other.table.tableaux == record.table.tableaux


# What can be verified without seeing everything.


def test_what_a_seat_could_know_is_verified_at_its_line() -> None:
    """Before the end nothing tells the deck; then the rest is compared with it."""
    record = seen_record(1)
    running = Record(record.setup, record.events[:-1])
    mine = [i for i, event in enumerate(record.events) if isinstance(event, Drew) and event.seat == 1]
    index = next(i for i in mine if record.events[i].source == PILE)  # type: ignore[union-attr]
    later = next(
        event.card
        for event in true_record().events[index + 4 :]
        if isinstance(event, Drew) and event.seat == 0 and event.source == PILE
    )
    taken = replaced(running, index, Drew(1, PILE, record.events[2].cards[0]))  # type: ignore[union-attr]
    assert breach(taken) == (index + 2, "S1")
    other_species = replaced(running, index, Drew(1, PILE, Card.parse("TP1")))
    assert breach(other_species) == (index + 2, "S2")
    assert later is not None
    false = replaced(record, index, Drew(1, PILE, later))
    line, clause = breach(false)
    assert line >= index + 2
    assert clause is not None


def test_a_rival_cannot_place_what_was_seen_elsewhere() -> None:
    record = seen_record(1)
    index = find(record, Placed)
    mine = record.events[2].cards[0]  # type: ignore[union-attr]
    assert isinstance(mine, Card)
    assert breach(replaced(record, index, Placed(0, mine, Cell(0, 0)))) == (index + 2, "T3")
    # one that is seen nowhere could be in that hand, until the end tells the deck
    unseen = true_record().events[find(true_record(), Dealt, 0)].cards[3]  # type: ignore[union-attr]
    assert isinstance(unseen, Card)
    running = replaced(Record(record.setup, record.events[: index + 1]), index, Placed(0, unseen, Cell(0, 0)))
    running.verify()


def test_more_species_than_are_in_play_are_noticed() -> None:
    """Option O3: a spectator does not know the species, but counts them."""
    record = seen_record(NOBODY, 2, 1, "species=secret")
    placed = [i for i, event in enumerate(record.events) if isinstance(event, Placed | Discarded)]
    seen: set[Species] = set()
    for index in placed:
        event = record.events[index]
        assert isinstance(event, Placed | Discarded)
        seen.add(event.card.species)
        if len(seen) == 6:
            break
    more = next(i for i in placed if i > index)
    strange = next(s for s in Species if s not in seen and s.code not in ("LI", "MG", "OL"))
    event = record.events[more]
    assert isinstance(event, Placed | Discarded)
    false = replaced(record, more, dataclasses.replace(event, card=Card.of(strange, 1)))
    assert breach(false) == (more + 2, "S2")


def test_the_end_is_held_against_what_was_seen() -> None:
    record = seen_record(0)
    last = len(record.events) - 1
    for make, clause in (
        (hands_exchanged, "E4"),
        (end_with(totals=(50, 50)), "R1-P3"),
        (end_with(removed=()), "S2"),
        (end_with(salt="1" * 64), "S3"),
        (end_with(seed=None), None),
    ):
        index, false = make(record)
        assert index == last
        assert breach(false) == (last + 2, clause)


def test_the_end_of_a_game_whose_deck_nobody_noted_is_checked() -> None:
    """Option O3 at a table with cardboard: hands and removed species must fit what everybody saw."""
    seen = seen_record(NOBODY, 2, 1, "species=secret")
    end = seen.result
    assert end is not None
    end = dataclasses.replace(end, deck=(), salt="", seed=None)
    setup = dataclasses.replace(seen.setup, commitment="", shuffled_by="system")
    record = Record(setup, (*seen.events[:-1], end))
    record.verify()
    line = len(record.events) + 1
    (ada, ben), placed = end.hands, next(event for event in seen.events if isinstance(event, Placed))
    before = Record(setup, seen.events[:-1]).table
    unknown = next(card for card in ben if card not in before.shown[1])
    hidden = next(card for card in ada if card not in before.shown[0])
    gone = Card.of(end.removed[0], 1)
    for change_end, clause in (
        ({"hands": (ada, tuple(placed.card if card == unknown else card for card in ben))}, "E4"),
        ({"hands": (ada, tuple(gone if card == unknown else card for card in ben))}, "E4"),
        ({"hands": (ada[:6], ben)}, "E4"),
        ({"removed": (placed.card.species, *end.removed[1:])}, "E4"),
        ({"removed": end.removed[1:]}, "S2"),
        ({"removed": (Species.LILAC, *end.removed[1:])}, "S2"),
        ({"hands": (tuple(unknown if card == hidden else card for card in ada), ben)}, "S1"),
    ):
        false = replaced(record, line - 2, dataclasses.replace(end, **change_end))
        assert breach(false) == (line, clause)


def test_a_deck_that_was_stacked_is_noticed() -> None:
    """Whoever ran the game shows another deck at the end, with a commitment that fits it."""
    record = seen_record(0)
    end = record.result
    assert end is not None
    first, *rest, last = end.deck  # the first was dealt to this seat
    false_end = dataclasses.replace(end, deck=(last, *rest, first))
    false = replaced(record, len(record.events) - 1, false_end)
    assert breach(false) == (len(record.events) + 1, "S3")
    setup = dataclasses.replace(record.setup, commitment=commitment(end.salt, false_end.deck, end.removed))
    assert breach(Record(setup, false.events)) == (3, "S3")


cards = st.sampled_from([Card(i) for i in range(104)])
cells = st.builds(Cell, st.integers(-20, 20), st.integers(-20, 20))


@st.composite
def other_events(draw: st.DrawFn, seats: int) -> Event:
    """Any event that can be read from a file."""
    seat = st.integers(0, seats - 1)
    species = st.lists(st.sampled_from(list(Species)), max_size=4).map(tuple)
    unseen = st.one_of(st.none(), cards)
    hand = st.lists(cards, min_size=6, max_size=8).map(tuple)
    any_event: st.SearchStrategy[Event] = st.one_of(
        st.builds(Shuffled, st.lists(cards).map(tuple), species, st.just(""), st.none()),
        st.builds(Started, seat),
        st.builds(Dealt, seat, st.lists(unseen, min_size=6, max_size=8).map(tuple), unseen),
        st.builds(Drew, seat, st.just(PILE), unseen),
        st.builds(Drew, seat, seat, cards),
        st.builds(Placed, seat, cards, cells),
        st.builds(Discarded, seat, cards),
        st.builds(
            Ended,
            st.tuples(*[hand] * seats),
            species,
            st.lists(cards).map(tuple),
            st.just(""),
            st.none(),
            st.tuples(*[st.integers(0, 50)] * seats),
            st.lists(seat, max_size=seats).map(tuple),
        ),
    )
    return draw(any_event)


@st.composite
def changed_records(draw: st.DrawFn, origin: st.SearchStrategy[Record]) -> tuple[int, Record]:
    """A record with one event changed, doubled, lost or moved, and the index of the change."""
    record = draw(origin.filter(lambda record: len(record.events) > 1))
    index = draw(st.integers(0, len(record.events) - 2))
    index = draw(st.sampled_from([index, len(record.events) - 1]))
    event = record.events[index]
    how = draw(st.sampled_from(["other", "double", "drop", "swap", "card", "cell", "seat"]))
    if how == "swap" and index + 1 < len(record.events):
        events = list(record.events)
        events[index], events[index + 1] = events[index + 1], events[index]
        return index, Record(record.setup, tuple(events))
    if how == "double":
        return index, replaced(record, index, event, event)
    if how == "drop":
        return index, replaced(record, index)
    if how == "card" and isinstance(event, Drew | Placed | Discarded):
        event = dataclasses.replace(event, card=draw(cards))
    elif how == "cell" and isinstance(event, Placed):
        event = dataclasses.replace(event, cell=draw(cells))
    elif how == "seat" and not isinstance(event, Shuffled | Ended):
        event = dataclasses.replace(event, seat=draw(st.integers(0, record.setup.seats - 1)))
    else:
        event = draw(other_events(record.setup.seats))
    return index, replaced(record, index, event)


@given(changed_records(records()))
def test_a_changed_event_is_legal_or_named(change: tuple[int, Record]) -> None:
    """What stands before the change is never blamed, and nothing but a RecordError comes of it."""
    index, record = change
    error = verified_or_refused(record)
    if error is not None:
        the_end_was_changed = record.result is not None and index >= len(record.events) - 2
        assert error.line >= index + 2 or the_end_was_changed


@given(changed_records(games))
def test_the_examiner_finds_the_same_fault(change: tuple[int, Record]) -> None:
    """The rules written a second time in `oracle.py` stop at the same event, or at none."""
    index, record = change
    error = verified_or_refused(record)
    if index == 0:  # the rest may be the record of somebody who did not see the shuffle
        return
    false = first_false_event(record.opened())
    assert (error and error.line) == (None if false is None else false + 2)


def first_false_event(record: Record) -> int | None:
    """The index of the first event that the examiner does not allow; the shuffle must be true."""
    shuffled, *events = record.events
    assert isinstance(shuffled, Shuffled)
    setup = record.setup
    deck = [str(card) for card in shuffled.deck]
    species = sorted({oracle.species_of(card) for card in deck})
    starter = next((event.seat for event in events if isinstance(event, Started)), 0)
    examiner = oracle.Oracle(setup.seats, species, deck, starter, setup.options.to_json())
    due: list[Event] = [Started(starter) if setup.options.start == "random" else Started(int(setup.options.start))]
    for step in range(setup.seats):
        seat = (starter + step) % setup.seats
        cards = tuple(Card.parse(card) for card in deck[step : 7 * setup.seats : setup.seats])
        first = examiner.discards[seat]
        due.append(Dealt(seat, cards, Card.parse(first[0]) if first else None))
    for index, event in enumerate(events, 1):
        if due:
            if event != due.pop(0):
                return index
        elif isinstance(event, Ended) and examiner.phase == "OVER":
            if event != examined_end(examiner, shuffled) or isinstance(events[index - 2], Ended):
                return index
        elif not allowed(examiner, event):
            return index
    return None


def allowed(examiner: oracle.Oracle, event: Event) -> bool:
    """Let the examiner do what an event tells, and see whether the same comes of it."""
    match event:
        case Drew():
            pile = examiner.pile[:1] if event.source == PILE else examiner.discards[int(event.source)][-1:]
            action: tuple[object, ...] = ("draw", event.source)
            if pile != [str(event.card)]:
                return False
        case Placed():
            action = ("place", str(event.card), tuple(event.cell))
        case Discarded():
            action = ("discard", str(event.card))
        case _:
            return False
    if event.seat != examiner.seat or action not in examiner.legal():
        return False
    examiner.apply(action)
    return True


def examined_end(examiner: oracle.Oracle, shuffled: Shuffled) -> Ended:
    """The end of a game as the examiner sees it."""
    score = examiner.score()
    hands = tuple(tuple(sorted(Card.parse(card) for card in hand)) for hand in examiner.hands)
    told = (hands, shuffled.removed, shuffled.deck, shuffled.salt, shuffled.seed)
    return Ended(*told, tuple(score["totals"]), tuple(score["winners"]))
