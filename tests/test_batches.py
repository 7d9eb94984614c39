"""Deals in batches: none is lost, none counts twice, whatever happens to those who play them."""

from __future__ import annotations

import random

from arboretum.arena.batches import LOSSES, MOST, Batches


def test_first_single_deals_then_as_many_as_take_two_seconds() -> None:
    batches = Batches(range(1, 10_001))
    assert batches.take(4) == (1,)
    batches.back((1,), 0.1)
    assert batches.take(4) == tuple(range(2, 22))
    batches.back(range(2, 22), 0.0)
    assert len(batches.take(4)) == MOST
    batches.back(range(22, 222), 2_000.0)
    assert len(batches.take(4)) == 1


def test_towards_the_end_batches_are_small() -> None:
    batches = Batches(range(1, 101))
    batches.back(batches.take(2), 0.001)
    sizes = []
    while batch := batches.take(2):
        sizes.append(len(batch))
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], sizes[-1], sum(sizes)) == (25, 1, 99)


def test_a_lost_batch_comes_again_deal_by_deal() -> None:
    batches = Batches(range(1, 101))
    batches.back(batches.take(1), 0.2)
    batch = batches.take(1)
    assert batch == tuple(range(2, 12))
    assert batches.lost(batch) is None
    assert [batches.take(1) for _ in batch] == [(number,) for number in batch]
    assert batches.take(1)[0] == 12


def test_a_deal_that_is_lost_each_time_is_told() -> None:
    batches = Batches([1, 2])
    told = []
    for _ in range(LOSSES):
        assert batches.take(1) == (1,)
        told.append(batches.lost((1,)))
    assert told == [None] * (LOSSES - 1) + [1]


def test_what_comes_twice_counts_once() -> None:
    batches = Batches([1, 2, 3])
    first = batches.take(1)
    batches.lost(first)
    assert batches.back(first, 1.0) == {1}, "it was not lost after all"
    assert batches.back(first, 1.0) == set()
    assert batches.take(1) == (2,), "and it is not played again"
    assert batches.back((2, 7), 1.0) == {2}, "a deal that nobody asked for"
    assert not batches.are_done
    assert batches.back((3,), 1.0) == {3}
    assert batches.are_done


def test_whatever_is_lost_each_deal_counts_once() -> None:
    for seed in range(50):
        chance = random.Random(seed)
        numbers = chance.sample(range(1, 500), 200)
        batches = Batches(numbers)
        out: list[tuple[int, ...]] = []
        counted: list[int] = []
        while not batches.are_done:
            while len(out) < 6 and (batch := batches.take(3)):
                out.append(batch)
            batch = out.pop(chance.randrange(len(out)))
            if chance.random() < 0.3:
                batches.lost(batch)
            if chance.random() < 0.8:
                counted += batches.back(batch, len(batch) * chance.random())
            else:
                batches.lost(batch)
        assert sorted(counted) == sorted(numbers)
