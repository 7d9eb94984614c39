"""A table of a server, played or watched at this terminal: the same game, only that others are waited for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arboretum.actions import Action
from arboretum.errors import ArboretumError
from arboretum.events import NOBODY, Discarded, Ended
from arboretum.language import say
from arboretum.remote.seen import News
from arboretum.remote.server import Denied
from arboretum.remote.table import RemoteTable
from arboretum.telling import paragraph
from arboretum.tui.attentive import Attentive
from arboretum.tui.commands import Ask, Word, parse
from arboretum.tui.counsel import Counsel
from arboretum.tui.counsel_far import TableCounsel
from arboretum.tui.draft import Draft
from arboretum.tui.draw import heading, table
from arboretum.tui.introduce import introduction
from arboretum.tui.look import answer
from arboretum.tui.session import Interrupted, Left
from arboretum.view import View

NOT_DONE: Final = (409, 422)
"""Statuses with which a table says that a command was not done, and why."""

NOT_YOURS: Final = 403
"""That of a seat which is not played from here any more."""


class AtServer:
    """A game that a server keeps, as one person at this terminal plays it or looks on."""

    def __init__(self, remote: RemoteTable, terminal: Attentive, *, stacked: bool = False) -> None:
        me = remote.place.seat
        self.persons: Sequence[int] = [] if me == NOBODY else [me]
        self.counsel: Counsel = TableCounsel(remote.place)
        self._remote = remote
        self._terminal = terminal
        self._stacked = stacked
        self._introduced = False
        self._waited_for = ""
        self._asked_at: tuple[int, str] | None = None
        terminal.ear = self

    # What Sitting asks for. --------------------------------------------------------------------------------

    def turn(self) -> View | None:
        """See Sitting. What happens meanwhile is told, and what is typed is answered."""
        self._asked_at = None
        self._hear(self._remote.news())
        while True:
            view = self._view
            if view is not None and view.is_over:
                return None
            if view is not None and view.is_my_turn:
                self._asked_at, self._waited_for = _moment(view), ""
                return view
            self._tell_whom()
            line = self._terminal.line_or_news()
            if line is None:
                self._hear(self._remote.news())
            else:
                self._answer(line)

    def do(self, seat: int, actions: Sequence[Action]) -> str:
        """See Sitting. Raises ArboretumError if the server is gone, or the seat."""
        try:
            version = self._remote.act(actions)
        except Denied as error:
            if error.status == NOT_YOURS:  # the stream tells why, if it has not done so yet
                self._remote.inbox.wait(seconds=1.0)
                self._hear(self._remote.news())
            if error.status not in NOT_DONE:
                raise
            self._hear(self._remote.news_until(error.version))
            return str(error)
        self._hear(self._remote.news_until(version))
        return ""

    def view(self, seat: int) -> View:
        """See Sitting."""
        assert self._view is not None
        return self._view

    # What Ear asks for. ------------------------------------------------------------------------------------

    def wait(self, files: list[int]) -> bool:
        """See Ear."""
        return self._remote.inbox.wait(files)

    def lines(self) -> list[str]:
        """See Ear: a question is void when something was played for one's own seat from elsewhere."""
        news = self._remote.news()
        told = [new for new in news if isinstance(new, str)]
        view = self._view
        if view is not None and self._asked_at is not None and _moment(view) != self._asked_at:
            for sentence in told:
                self._terminal.tell(sentence)
            self._terminal.tell(say("Your seat was played from elsewhere meanwhile."))
            raise Interrupted
        return told

    # ---------------------------------------------------------------------------------------------------------

    @property
    def _view(self) -> View | None:
        return self._remote.seen.view

    def _hear(self, news: Sequence[News]) -> None:
        """Tell what happened at the table; of the game only that it begins, and to a spectator everything."""
        late = not self._introduced and any(isinstance(new, Discarded) for new in news)
        for new in news:
            view = self._view
            if view is not None and not isinstance(new, str) and not self._introduced:
                self._introduced = True
                self._terminal.say("", *introduction(view.setup, self._terminal.ink, self._terminal.columns))
            if not late:
                self._tell(new)
        if not self.persons and any(isinstance(new, Discarded) for new in news):
            self._draw()

    def _tell(self, new: News) -> None:
        """One thing that happened, if it has words for this person."""
        if isinstance(new, str):
            self._terminal.tell(new)
            return
        assert self._view is not None
        said = "" if self.persons or isinstance(new, Ended) else paragraph([new], self._view.players, NOBODY)
        if said:
            self._terminal.tell(said, "  ")

    def _draw(self) -> None:
        """The whole table, to a spectator after a turn."""
        view, terminal = self._view, self._terminal
        assert view is not None
        if not view.is_over:
            drawn = table(view, ink=terminal.ink, columns=terminal.columns, stacked=self._stacked)
            terminal.say("", terminal.ink.strong(heading(view)), "", *drawn, "")

    def _tell_whom(self) -> None:
        """Whom one waits for, once for each; a spectator sees it on the table."""
        seen = self._remote.seen
        if self._view is not None:
            name = self._view.players[self._view.seat]
            text = say("Waiting for {name}.", name=name) if self.persons else say("You look on.")
        else:
            sat = ", ".join(sitter.name for sitter in seen.sitters if sitter.name) or say("nobody yet")
            free = sum(sitter.kind == "open" for sitter in seen.sitters)
            text = say("At the table: {names}; no free.", names=sat)
            if free:
                text = say("At the table: {names}; {count} free.", names=sat, count=free)
            text = f"{text} {say('The game begins when its host starts it.')}"
        if seen.sitters and text != self._waited_for:
            self._waited_for = text
            self._terminal.tell(text)

    def _answer(self, line: str) -> None:
        """What was typed while others are to act. Raises Left."""
        terminal, view = self._terminal, self._view
        words = line.casefold().split()
        if words and words[0] in Word.QUIT.value:
            raise Left
        if view is None:
            if words:
                terminal.tell(
                    say("The game has not begun: wait for it, or type quit to leave; your seat is kept.")
                )
            return
        try:
            for command in parse(line, view):
                if isinstance(command, Ask):
                    self._look(command, view)
                else:
                    view.check(command)
        except ArboretumError as error:
            terminal.tell(str(error))

    def _look(self, ask: Ask, view: View) -> None:
        """Answer a question that can be answered now. Raises Left."""
        terminal = self._terminal
        if ask.word is Word.QUIT:
            raise Left
        if ask.word is Word.HINT:
            terminal.tell(say("It is not your turn: a hint is about a decision that is due."))
        elif ask.word in (Word.END, Word.UNDO):
            name = view.players[view.seat]
            end = ask.word is Word.END
            terminal.tell(
                say("There is nothing to end: {name} is to act.", name=name)
                if end
                else say("There is nothing to undo: {name} is to act.", name=name)
            )
        elif view.me == NOBODY and ask.seat is None and ask.word in (Word.HAND, Word.PATHS, Word.LIST):
            terminal.tell(
                say("You only look on: name a player, such as {example}.", example=f"{Word.PATHS.value[0]} b")
            )
        else:
            terminal.say(*answer(ask, view, Draft(), terminal.ink, terminal.columns, self._stacked))


def _moment(view: View) -> tuple[int, str]:
    """The decision that is due."""
    return view.turn, view.phase.name
