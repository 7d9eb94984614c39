"""A person at a keyboard, line by line: told what happened, asked what is due, answered in words."""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.table import Phase
from arboretum.telling import paragraph, since_my_turn, turns
from arboretum.tui.commands import Ask, Command, Word, parse
from arboretum.tui.counsel import Counsel, HomeCounsel
from arboretum.tui.draft import Draft, check_turn
from arboretum.tui.draw import hand_lines, heading, player, table
from arboretum.tui.due import due, prompt
from arboretum.tui.ink import wrapped
from arboretum.tui.look import answer, gained
from arboretum.tui.terminal import Terminal
from arboretum.view import View


class Person:
    """
    Plays every seat of one keyboard: one person, or several who take turns at it.

    What it shows and answers is made from the view of the seat that is to act, and nothing else.
    """

    def __init__(
        self,
        terminal: Terminal,
        *,
        counsel: Counsel | None = None,
        shared: bool = False,
        stacked: bool = False,
        warns: bool = False,
    ) -> None:
        """
        counsel: who gives hints; nobody if left out. shared: several persons use this keyboard, so hands are
        hidden between turns.

        stacked: draw one player under the other, never side by side. warns: ask before a costly discard.
        """
        self._counsel = counsel or HomeCounsel(())
        self._warns = warns
        self._warned = Draft()
        self._terminal = terminal
        self._shared = shared
        self._stacked = stacked
        self._turn = 0
        self._shown = False
        self._draft = Draft()
        self._line: list[Command] = []

    def decide(self, view: View) -> Sequence[Action] | None:
        """
        What the acting seat does: a draw, or the placing and the discard; None if it leaves the table.

        Raises EOFError where the input ends.
        """
        self._announce(view)
        while True:
            command = self._next(view)
            if command == Ask(Word.QUIT):
                return None
            try:
                actions = self._done(command, view)
            except ArboretumError as error:
                self.refuse(str(error))
                continue
            if actions:
                return actions

    def _announce(self, view: View) -> None:
        """Tell what is new since this person was last asked, and what is due now."""
        if self._turn != view.turn:
            self._turn, self._draft, self._line = view.turn, Draft(), []
            self._begin_turn(view)
        elif view.phase is not Phase.DISCARD:
            self._terminal.tell(paragraph(view.seen[-1:], view.players, view.me))
            self._show_hand(view)
        if view.phase is Phase.DISCARD:  # the placing was sent before, and stands
            self._draft = Draft(discard=self._draft.discard)
        if view.pile_size == 0:
            self._terminal.tell(say("The draw pile is empty: the game ends with this turn."))
        if not self._line:
            self._terminal.tell(due(view, self._draft))

    def _begin_turn(self, view: View) -> None:
        """What happened since this seat's last turn, and all that lies on the table."""
        terminal, name = self._terminal, view.players[view.me]
        self.cover()
        if terminal.forget():
            terminal.tell(say("What was typed before this turn began is not done."))
        if self._shared:
            terminal.ask(
                say("Pass the keyboard to {name}. {name}, press Enter to see your hand.", name=name) + " "
            )
        terminal.say("", *map(terminal.ink.strong, wrapped(heading(view), terminal.columns)))
        for group in turns(since_my_turn(view)):
            if said := paragraph(group, view.players, view.me):
                terminal.tell(said, "  ")
        drawn = table(view, ink=terminal.ink, columns=terminal.columns, stacked=self._stacked)
        gap = [] if view.seats > 3 else [""]  # four players need every line of a small screen
        terminal.say("", *drawn, *gap)
        self._show_hand(view)

    def cover(self) -> None:
        """At a shared keyboard, take a hand that was shown off the screen."""
        if self._shared and self._shown:
            self._terminal.hide()
        self._shown = False

    def _show_hand(self, view: View) -> None:
        self._terminal.say(*hand_lines(view, self._terminal.ink, self._terminal.columns))
        self._shown = True

    def _next(self, view: View) -> Command:
        """The next command of the line that was typed, or of a new one."""
        while not self._line:
            line = self._terminal.ask(self._terminal.ink.strong(prompt(view, self._draft)))
            try:
                self._line = parse(line, view)
            except ArboretumError as error:
                self._terminal.tell(str(error))
            else:
                if not self._line:
                    self._terminal.tell(due(view, self._draft))
        return self._line.pop(0)

    def refuse(self, sentence: str) -> None:
        """Say why something is not done; what followed it in the line is not done either."""
        self._terminal.tell(sentence)
        if self._line:
            self._terminal.tell(say("What followed it in that line was not done."))
        self._line = []

    def _done(self, command: Command, view: View) -> Sequence[Action]:
        """Do what can be done here; what is to be sent, or nothing yet. Raises ArboretumError."""
        match command:
            case DrawPile() | DrawDiscard():
                view.check(command)
                return [command]
            case Place() | Discard():
                self._choose(command, view)
            case Ask(Word.END):
                return self._end(view)
            case Ask(Word.UNDO):
                self._undo(view)
            case Ask(Word.HINT):
                for sentence in self._counsel.hint(view, self._draft):
                    self._terminal.tell(sentence)
            case Ask():
                ink, columns = self._terminal.ink, self._terminal.columns
                self._terminal.say(*answer(command, view, self._draft, ink, columns, self._stacked))
        return []

    def _choose(self, action: Place | Discard, view: View) -> None:
        """Put a choice into the draft, and show what it makes of one's arboretum."""
        terminal = self._terminal
        self._draft = self._draft.with_action(view, action)
        if isinstance(action, Place):
            columns, ink = terminal.columns, terminal.ink
            terminal.say(*player(view, view.me, ink=ink, columns=columns, draft=action))
            terminal.tell(gained(action, view.tableau, self._draft.tableau(view)))
        if not self._line:
            terminal.tell(due(view, self._draft))

    def _end(self, view: View) -> Sequence[Action]:
        """The placing and the discard, if both are chosen."""
        if not self._draft.is_complete(view):
            self._terminal.tell(f"{say('The turn cannot end yet.')} {due(view, self._draft)}")
            return []
        check_turn(view, self._draft.actions)
        return [] if self._is_warned(view) else self._draft.actions

    def _is_warned(self, view: View) -> bool:
        """Whether the turn is not ended yet: its discard costs much, which is said once."""
        if not self._warns or self._warned == self._draft:
            return False
        self._warned = self._draft
        warning = self._counsel.warning(view, self._draft)
        for sentence in warning:
            self._terminal.tell(sentence)
        if warning:
            self._terminal.tell(say("Type end again to discard it all the same, or choose another card."))
        return bool(warning)

    def _undo(self, view: View) -> None:
        """Take back the latest choice that is not sent."""
        if not self._draft.actions:
            self._terminal.tell(say("There is nothing to take back: draws never are."))
            return
        taken = self._draft.actions[-1]
        self._draft = self._draft.without_last()
        self._terminal.tell(f"{say('{action} is taken back.', action=taken)} {due(view, self._draft)}")
