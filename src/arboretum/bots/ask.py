"""Asking a bot for its action, and finding out whether the answer is one."""

from __future__ import annotations

import reprlib
import traceback
from typing import Any, Final

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.bots.bot import Bot, Budget
from arboretum.errors import ArboretumError, BotError, FaultKind, IllegalAction
from arboretum.events import NOBODY
from arboretum.language import say
from arboretum.setup import Setup
from arboretum.view import View

KINDS: Final = (DrawPile, DrawDiscard, Place, Discard)
LONGEST: Final = 200
"""Letters of a bot's own words that a sentence repeats."""

IN_SHORT: Final = reprlib.Repr()
IN_SHORT.maxother = 100


def ask(bot: Bot, view: View, budget: Budget) -> Action:
    """
    The legal action that a bot chooses.

    Raises BotError, with a sentence, if it raises an exception or answers anything else; a bot that raises a
    BotError has said what is wrong itself. KeyboardInterrupt and SystemExit are not the bot's to raise, and pass.
    """
    try:
        answer = bot.choose(view, budget)
    except BotError:
        raise
    except Exception as error:
        sentence = say(
            "The bot {name}, in turn {turn} ({phase}), failed with {why}",
            **_where(view),
            why=exception_in_words(error),
        )
        raise BotError(sentence, bot=bot.name, seat=view.me) from error
    legal = _legal(view, answer)
    if legal is None:
        raise answered(bot, view, shown(answer), _why_not(view, answer))
    return legal


def farewell(bot: Bot, view: View) -> None:
    """
    Tell a bot that its game is over, or is not gone on with, if it wants to know: its `game_over` is called.

    Raises BotError, with a sentence, if it raises an exception.
    """
    game_over: Any = getattr(bot, "game_over", None)
    if callable(game_over):
        try:
            game_over(view)
        except Exception as error:
            told = {"name": view.players[view.me], "why": exception_in_words(error)}
            sentence = say("The bot {name}, told that its game was over, failed with {why}", **told)
            raise BotError(sentence, bot=bot.name, seat=view.me) from error


def refuse_table(bot: Bot, setup: Setup) -> None:
    """Raise BotError if a bot says that it does not play at such a table: its `plays` is asked, if it has one."""
    plays: Any = getattr(bot, "plays", None)
    why = plays(setup) if callable(plays) else ""
    if why:
        sentence = say("The bot {name} cannot sit at this table: {why}", name=bot.name, why=why)
        raise BotError(sentence, bot=bot.name, seat=NOBODY)


def _legal(view: View, answer: object) -> Action | None:
    """The legal action that equals an answer, whose parts may be of any type; None if there is none."""
    try:
        return (
            next((action for action in view.legal_actions if answer == action), None) if _is_kind(answer) else None
        )
    except Exception:  # a part that cannot be compared with a card, a cell or a seat is none
        return None


def _is_kind(answer: object) -> bool:
    return type(answer) in KINDS


def _why_not(view: View, answer: object) -> str:
    """Why an answer cannot be, as a sentence."""
    if isinstance(answer, KINDS):
        try:
            view.check(answer)
        except IllegalAction as refused:
            return str(refused)
        except (TypeError, AttributeError, ValueError, AssertionError):
            return say("its parts are not a card, a cell or a seat.")
    return say("that is none of the {count} legal actions.", count=len(view.legal_actions))


def unanswered(bot: Bot, view: View, why: str, kind: FaultKind = "failed") -> BotError:
    """The error of a bot that gave no answer."""
    sentence = say("The bot {name}, in turn {turn} ({phase}), did not answer: {why}", **_where(view), why=why)
    return BotError(sentence, bot=bot.name, seat=view.me, kind=kind)


def answered(bot: Bot, view: View, answer: str, why: str) -> BotError:
    """The error of a bot that answered something else than a legal action."""
    told = {**_where(view), "answer": answer, "why": why}
    sentence = say("The bot {name}, in turn {turn} ({phase}), answered {answer}: {why}", **told)
    return BotError(sentence, bot=bot.name, seat=view.me, kind="illegal")


def _where(view: View) -> dict[str, object]:
    return {"name": view.players[view.me], "turn": view.turn, "phase": view.phase.name}


def exception_in_words(error: BaseException) -> str:
    """An exception in a line, with the place it was raised: `ValueError: no card (bot.py, line 12).`"""
    what = printable(traceback.format_exception_only(error)[-1])
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, ArboretumError) or not frames:
        return what
    last = frames[-1]
    file = last.filename.replace("\\", "/").rpartition("/")[2]
    cut = what if what.endswith("...") else what.rstrip(".")
    return say("{what} ({file}, line {line}).", what=cut, file=file, line=last.lineno)


def shown(answer: object) -> str:
    """Anything a bot may answer, in a line."""
    try:
        return printable(str(answer) if isinstance(answer, KINDS) else IN_SHORT.repr(answer))
    except Exception:  # its own words fail, so it is named by its type
        return say("an object of type {type}", type=printable(type(answer).__name__))


def printable(text: str, longest: int = LONGEST) -> str:
    """A text in one line without signs that could do anything to a terminal, cut where it is long."""
    line = "".join(sign if sign.isprintable() else " " for sign in " ".join(text.split()))
    return line if len(line) <= longest else line[: longest - 3] + "..."
