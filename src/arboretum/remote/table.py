"""A table that a server keeps: what was seen of it, and how to act at it."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from typing import Final

from arboretum.actions import Action
from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.remote.enter import Place
from arboretum.remote.follow import PATIENCE, Follower, Found, Frame, Heard, Lost, Over
from arboretum.remote.inbox import Inbox
from arboretum.remote.seen import News, Seen
from arboretum.remote.server import BUSY, Denied, NoAnswer

AGAIN: Final = 0.5
"""Seconds before a command that was not answered is sent again."""


class RemoteTable:
    """One table, through the eyes of one seat or a spectator. Close it in the end."""

    def __init__(self, place: Place, patience: float = PATIENCE) -> None:
        """patience: seconds for which a server that went away is waited for."""
        self.place = place
        self.seen = Seen(place.seat)
        self.inbox: Inbox[Heard] = Inbox()
        self._patience = patience
        self._follower = Follower(place.server, place.table, self.inbox, patience)
        self._follower.start()

    def close(self) -> None:
        """Follow it no more."""
        self._follower.stop()
        self.inbox.close()

    def news(self) -> list[News]:
        """What was heard since, perhaps nothing. Raises ArboretumError when no more can come."""
        news: list[News] = []
        for heard in self.inbox.take():
            match heard:
                case Frame(told):
                    news += self.seen.take(told)
                case Lost():
                    news.append(say("The connection to the table broke off. It is tried again; nothing is lost."))
                case Found():
                    news.append(say("The connection is back."))
                case Over(error):
                    raise error
        return news

    def news_until(self, version: int) -> list[News]:
        """What was heard until the table had this version."""
        news = self.news()
        while self.seen.version < version:
            self.inbox.wait()
            news += self.news()
        return news

    def act(self, actions: Sequence[Action]) -> int:
        """
        Draw, or place and discard together: the version of the table after it.

        What is not answered is sent again with the same id, so that it is done once. Raises Denied where the
        table says no, NoAnswer if nothing answers for long.
        """
        command: dict[str, object] = {
            "id": uuid.uuid4().hex,
            "expected": self.seen.version,
            "seat": self.place.seat,
        }
        if len(actions) == 2:
            command |= {"kind": "turn", "place": str(actions[0]), "discard": str(actions[1])}
        else:
            command |= {"kind": "act", "action": str(actions[0])}
        began = time.monotonic()
        while True:
            try:
                version = self.place.server.send(f"/t/{self.place.table}/commands", command).json["version"]
            except (NoAnswer, Denied) as error:
                busy = isinstance(error, NoAnswer) or error.status in BUSY
                if not busy or time.monotonic() - began > self._patience:
                    raise
                time.sleep(error.wait if isinstance(error, Denied) else AGAIN)
                continue
            if type(version) is not int:
                raise ArboretumError(say("The server answered something that cannot be read here."))
            return version
