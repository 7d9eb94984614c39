"""The tables of one visitor, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from arboretum.errors import ArboretumError
from arboretum.events import NOBODY
from arboretum.language import all_of, later, said, say, say_many
from arboretum.rooms.room import Room
from arboretum.table import Phase
from arboretum.web.site import Site

SHOWN: Final = 100
"""Tables in a list; older ones are found by their addresses."""

DUE: Final = {
    Phase.DRAW_FIRST: later("first draw"),
    Phase.DRAW_SECOND: later("second draw"),
    Phase.PLACE: later("place and discard"),
    Phase.DISCARD: later("discard"),
}


async def games_of(site: Site, session: str) -> list[dict[str, Any]]:
    """This visitor's tables: those that wait for them, then those under way, then those that are over."""
    if not session:
        return []
    told = []
    for listed in (await site.store.list_rooms(session))[:SHOWN]:
        try:
            room = await site.host.open(listed.room)
        except ArboretumError:
            continue  # a damaged table is in the server's log, and not in the way of the others
        if room is not None:
            told.append(_game(room, session))
    order = {"playing": 1, "lobby": 2, "over": 3}
    return sorted(told, key=lambda game: 0 if game["your_turn"] else order[game["status"]])


def _game(room: Room, session: str) -> dict[str, Any]:
    mine = room.seats_of(session)
    names = [seat.name for number, seat in enumerate(room.seats) if number not in mine and seat.name]
    view = room.view(mine[0] if mine else NOBODY) if room.game else None
    return {
        "id": room.id,
        "url": f"/t/{room.id}",
        "replay": f"/t/{room.id}/replay" if room.status == "over" else "",
        "tag": _tag(room),
        "names": names,
        "status": room.status,
        "your_turn": view is not None and not view.is_over and view.seat in mine,
        "says": _says(room, mine),
        "cells": [[str(cell), str(card)] for cell, card in view.tableau.items()] if view else [],
    }


def _tag(room: Room) -> str:
    """What kind of game it is, if it did not begin at its table."""
    if room.opened.imported:
        return say("imported")
    return "" if room.opened.practice is None else say("practice")


def _says(room: Room, mine: tuple[int, ...]) -> str:
    """What is going on at a table."""
    if room.archive is not None and room.archive.result is not None:
        end = room.archive.result
        return _won(max(end.totals), [room.archive.setup.players[seat] for seat in end.winners])
    if room.game is None:
        free = sum(seat.kind == "open" for seat in room.seats)
        return say_many("{count} seat free", "{count} seats free", free) if free else say("ready to begin")
    if room.game.is_over:
        return _result(room, mine)
    view = room.view(NOBODY)
    due = said(DUE[view.phase])
    if view.seat in mine:
        return say("your turn, {due}, turn {turn}", due=due, turn=view.turn)
    return say("{player}'s turn, {due}, turn {turn}", player=view.players[view.seat], due=due, turn=view.turn)


def _result(room: Room, mine: tuple[int, ...]) -> str:
    """How a game ended, from where the visitor sits."""
    assert room.game is not None
    score = room.game.score
    assert score.totals is not None
    assert score.winners is not None
    if len(mine) != 1:
        return _won(max(score.totals), [score.players[seat] for seat in score.winners])
    [me] = mine
    others = ", ".join(str(total) for seat, total in enumerate(score.totals) if seat != me)
    if me not in score.winners:
        return say("lost {points} to {others}", points=score.totals[me], others=others)
    if len(score.winners) > 1:
        return say("shared {points} to {others}", points=score.totals[me], others=others)
    return say("won {points} to {others}", points=score.totals[me], others=others)


def _won(points: int, names: Sequence[str]) -> str:
    """Who won, and with how many points."""
    return say_many(
        "{names} won with {count} point", "{names} won with {count} points", points, names=all_of(names)
    )
