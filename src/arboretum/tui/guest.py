"""Somebody at this terminal who comes to a table of a server, and leaves it."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from arboretum.errors import ArboretumError
from arboretum.events import NOBODY, Ended
from arboretum.language import said, say
from arboretum.records.ending import final_score
from arboretum.remote.address import Address
from arboretum.remote.enter import Place, enter
from arboretum.remote.follow import PATIENCE
from arboretum.remote.table import RemoteTable
from arboretum.tui.attentive import Attentive
from arboretum.tui.host import INTERRUPTED, LEFT
from arboretum.tui.remote import AtServer
from arboretum.tui.seating import DEFAULT_NAME
from arboretum.tui.session import sit
from arboretum.tui.tally import score_lines
from arboretum.view import View


class Guest:
    """Plays one game at one table, or watches it."""

    def __init__(
        self, terminal: Attentive, *, stacked: bool = False, warns: bool = False, patience: float = PATIENCE
    ) -> None:
        """patience: seconds for which a server that went away is waited for."""
        self._warns = warns
        self._terminal = terminal
        self._stacked = stacked
        self._patience = patience
        self._place: Place | None = None
        self._is_over = False

    def visit(self, address: str, *, token: str = "", name: str = "") -> int:
        """
        Come to the table at this address, stay until the game is over, and tell the exit status.

        token: that of a seat, for a table's address. name: what to be called, for an invitation. Raises
        ArboretumError if that cannot be, or the server is gone; how to come back is told before.
        """
        try:
            self._place = enter(Address.parse(address), token, self._naming(name))
            self._stay(self._place)
        except EOFError:
            self._terminal.say("", say("The input ended."), *self._farewell())
        except KeyboardInterrupt:
            self._terminal.say("", say("Interrupted."), *self._farewell())
            return INTERRUPTED
        except ArboretumError:
            if self._place is not None:
                self._terminal.say("", *self._farewell())
            raise
        return LEFT

    def _naming(self, given: str) -> Callable[[str], str]:
        """Asks what to be called; a name that was given is tried first."""
        terminal, names = self._terminal, [given] if given else []

        def ask(problem: str) -> str:
            if problem and not terminal.asks:
                raise ArboretumError(problem)
            if not problem:
                return names.pop() if names else self._asked_name()
            terminal.tell(problem)
            name = terminal.ask(say("Another name, or Enter to leave") + "> ").strip()
            if not name:
                raise ArboretumError(say("You did not sit down."))
            return name

        return ask

    def _asked_name(self) -> str:
        """What is typed, or the usual name."""
        usual = said(DEFAULT_NAME)
        return self._terminal.ask(say("Your name? [{name}]", name=usual) + " ").strip() or usual

    def _stay(self, place: Place) -> None:
        """Sit or look on until the game is over, or this person leaves."""
        terminal = self._terminal
        if place.note:
            terminal.tell(place.note)
        if place.seat != NOBODY:
            terminal.tell(say("Your seat is kept by the server. From anywhere you come back to it with:"))
            terminal.say(f"  {self._command()}", say("Keep that line to yourself: whoever has it plays for you."))
        remote = RemoteTable(place, self._patience)
        try:
            sitting = AtServer(remote, terminal, stacked=self._stacked)
            if not sit(sitting, terminal, stacked=self._stacked, warns=self._warns):
                terminal.say("", *self._farewell())
                return
            self._is_over = True
            self._tell_score(sitting.view(place.seat))
            if remote.seen.rematch:
                address = f"{place.server.base}{remote.seen.rematch}"
                terminal.tell(say("The same players play again: {address}", address=address))
            terminal.say("", say("The record: {address}", address=f"{place.url}/record"))
        finally:
            terminal.ear = None
            remote.close()

    def _tell_score(self, view: View) -> None:
        """The score as the score pad tells it."""
        end, terminal = view.seen[-1], self._terminal
        assert isinstance(end, Ended)
        terminal.say("", *score_lines(final_score(view, end), terminal.columns, ink=terminal.ink))

    def _command(self) -> str:
        """What to type to be here again."""
        assert self._place is not None
        token = f" --token {self._place.server.token}" if self._place.server.token else ""
        return f"arboretum play --server {shlex.quote(self._place.url)}{token}"

    def _farewell(self) -> list[str]:
        """What becomes of the seat."""
        place = self._place
        if place is None:
            return [say("You did not sit down.")]
        if self._is_over:
            return [say("The game was over.")]
        if place.seat == NOBODY:
            return [say("Look on again with:"), f"  {self._command()}"]
        return [say("Your seat is kept; come back with:"), f"  {self._command()}"]
