"""
The process in which bots think: `python -m arboretum.rooms.thinker [BOT ...]`.

The bots that it is started with are compiled and loaded before it says that it is ready. It is given what a seat
has seen, a line of JSON a decision, and answers with an action, a line of JSON. It knows nothing else: no game, no
store, no network. Its work gives way to everybody else's.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import IO, Any, Final

from arboretum.bots.ask import ask, exception_in_words
from arboretum.bots.bot import Bot, Budget
from arboretum.bots.registry import make
from arboretum.bots.styles import is_quick
from arboretum.records.lines import compact, event_from_json, header_from_json
from arboretum.view import View

READY: Final = "ready"
NICE: Final = 10
MEMORY: Final = 4 << 30
"""Bytes of memory that bots may take."""


def main() -> None:
    """Answer until nobody asks any more."""
    answer_all(_get_ready, _answer)


def answer_all(get_ready: Callable[[], None], answer: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
    """Get ready and say so; then answer every line of JSON with one, within the time that it tells."""
    requests, answers = own_pipes()
    be_modest()
    get_ready()
    print(READY, file=answers, flush=True)
    for line in requests:
        request = json.loads(line)
        _at_most(request["limit"])
        told = answer(request)
        _at_most(0)
        print(compact(told), file=answers, flush=True)


def view_of(request: Mapping[str, Any]) -> View:
    """What the seat knows that a request is about: all it has seen, folded again."""
    setup = header_from_json(request["setup"])
    view = View.begin(setup, request["seat"])
    return view.after(*(event_from_json(event, setup.seats) for event in request["seen"]))


def _get_ready() -> None:
    """Warm up the bots that this process is started with."""
    for name in sys.argv[1:]:
        _warm_up(make(name))


def own_pipes() -> tuple[IO[str], IO[str]]:
    """Our own copies of input and output: what a bot reads is empty, and what it prints goes to the errors."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, answers


def be_modest() -> None:
    """Give way to others, take no more memory than is due, leave Ctrl-C to whoever started this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        import resource

        os.nice(NICE)
        with suppress(ValueError, OSError):  # where less is allowed already
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _at_most(seconds: float) -> None:
    """End this process after so many seconds, whatever goes on in it; 0 for never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _warm_up(bot: Bot) -> None:
    """Let a bot compile and load what it needs, once in a process."""
    warm_up: Any = getattr(bot, "warm_up", None)
    if type(bot) not in _warm and callable(warm_up):
        _warm.add(type(bot))
        warm_up()


_warm: Final[set[type]] = set()
"""Those that did."""


def _answer(request: Mapping[str, Any]) -> dict[str, str]:
    """The action of a bot, or how it failed."""
    try:
        view = view_of(request)
        bot = make(request["bot"], request["seed"])
        if not is_quick(request["bot"]):
            _warm_up(bot)
        return {"action": str(ask(bot, view, Budget(seconds=request["seconds"])))}
    except Exception as error:
        return {"failed": exception_in_words(error)}


if __name__ == "__main__":
    main()
