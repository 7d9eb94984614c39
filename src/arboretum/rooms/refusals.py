"""Why a table refuses a command. Each is a sentence for a person, and changes nothing."""

from __future__ import annotations

from arboretum.errors import ArboretumError
from arboretum.language import say


class Refused(ArboretumError):
    """A command that the table cannot follow now."""

    def __init__(self, sentence: str, *, reason: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        """Name of the reason, such as `SEAT_TAKEN`."""


class Forbidden(Refused):
    """A command of somebody who may not give it."""

    def __init__(self, sentence: str, *, reason: str = "NOT_YOURS") -> None:
        super().__init__(sentence, reason=reason)


class OutOfDate(Refused):
    """A command chosen before something else happened that matters to it: look again, then choose."""

    def __init__(self, sentence: str, *, version: int) -> None:
        super().__init__(sentence, reason="STALE")
        self.version = version
        """The table's version now."""


class NoSuchRoom(Refused):
    """There is no table of this name."""

    def __init__(self, room_id: str) -> None:
        super().__init__(
            say(
                "There is no table {room}: its address may be mistyped, or it was cleared away.",
                room=repr(room_id[:20]),
            ),
            reason="NO_SUCH_ROOM",
        )


class DamagedLog(ArboretumError):
    """What the store has of a room cannot have happened."""


class StoreFailed(ArboretumError):
    """The store could not keep or find something; nothing was done."""

    def __init__(self, why: str) -> None:
        super().__init__(
            say("The table could not be kept or read ({why}). Nothing was done: try again.", why=why.rstrip("."))
        )
