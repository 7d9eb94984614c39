"""Sitting down: from an address to a seat at a table, or to a place from which to watch it."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Callable

from arboretum.errors import ArboretumError
from arboretum.events import NOBODY
from arboretum.language import said, say
from arboretum.remote.address import Address
from arboretum.remote.server import STRANGE, Denied, Json, Server

Naming = Callable[[str], str]
"""Asks for a name; it is given why the name before was refused, or nothing. Raises ArboretumError to give up."""


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Somebody at a table."""

    server: Server
    table: str
    """Its public name."""
    seat: int
    """NOBODY for a spectator."""
    note: str = ""
    """A sentence about how one came here."""

    @property
    def url(self) -> str:
        """The table's address."""
        return f"{self.server.base}/t/{self.table}"


def enter(address: Address, token: str, name: Naming) -> Place:
    """Come to a table, by whatever its address is. Raises ArboretumError."""
    try:
        return _entered(address, token, name)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, ArboretumError):
            raise
        raise ArboretumError(said(STRANGE)) from None


def _entered(address: Address, token: str, name: Naming) -> Place:
    if address.kind == "table":
        return _seated(Server(address.base, token), address.name) if token else _watching(address)
    if token:
        raise ArboretumError(say("--token belongs to a table's address (.../t/NAME): a link has its own."))
    if address.kind == "seat":
        table = _table_of(Server(address.base).get(address.path).location)
        return _seated(Server(address.base, address.name), table)
    return _invited(address, name)


def _watching(address: Address) -> Place:
    server = Server(address.base)
    server.get(f"{address.path}/view")
    return Place(server, address.name, NOBODY)


def _invited(address: Address, name: Naming) -> Place:
    """Claim a seat by an invitation, and make a token of one's own for it."""
    server = Server(address.base)
    table = _table_of(server.get(address.path).location or _claimed(server, address, name))
    seats = _seats(server, table)
    if not seats:
        note = say("The game has begun without you: you look on, and see what is public.")
        return Place(server, table, NOBODY, note)
    seat = seats[-1]
    secret = server.send(f"/t/{table}/link", {"seat": seat}).json["token"]
    return Place(Server(address.base, str(secret)), table, seat)


def _claimed(server: Server, address: Address, name: Naming) -> str:
    """Ask for a name until it is taken: where that leads to."""
    problem = ""
    while True:
        try:
            return server.form(address.path, {"name": name(problem)}).location
        except Denied as error:
            if error.status != 422:
                raise
            problem = str(error)


def _seated(server: Server, table: str) -> Place:
    """Go on with the seat of a token; if a bot plays it meanwhile, take it back from the bot."""
    view = server.get(f"/t/{table}/view").json
    held = view["you"]["seats"]
    if held:
        return Place(server, table, int(held[0]))
    for seat, sitter in enumerate(view["seats"]):
        if sitter["kind"] == "bot" and _took_back(server, table, seat, sitter):
            return Place(server, table, seat, say("A bot played for you meanwhile; now you play again."))
    raise ArboretumError(say("The seat of that link is not yours any more: ask for a new invitation."))


def _took_back(server: Server, table: str, seat: int, sitter: Json) -> bool:
    command = {"kind": "join", "seat": seat, "name": sitter["name"], "id": uuid.uuid4().hex}
    try:
        server.send(f"/t/{table}/commands", command)
    except Denied as error:
        if error.status != 403:
            raise
        return False  # another's seat
    return True


def _seats(server: Server, table: str) -> list[int]:
    return [int(seat) for seat in server.get(f"/t/{table}/view").json["you"]["seats"]]


def _table_of(location: str) -> str:
    """The table that a redirection leads to. Raises ArboretumError."""
    head, _, name = location.rpartition("/t/")
    if not name or "/" in name or "?" in name or (head and "://" not in head):
        raise ArboretumError(said(STRANGE))
    return name
