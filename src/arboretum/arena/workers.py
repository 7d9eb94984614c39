"""The deals of a match, spread over processes. What is played depends on the deal alone, not on who plays it."""

from __future__ import annotations

import dataclasses
import multiprocessing
import pickle
import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final, cast

from arboretum.arena.match import Match
from arboretum.arena.patience import deaf_to_ctrl_c
from arboretum.arena.spreading import Played
from arboretum.bots.ask import exception_in_words
from arboretum.bots.registry import end_programs
from arboretum.errors import ArboretumError
from arboretum.language import say, speak_here, spoken

READY: Final = "ready"
DONE: Final = "done"
REFUSED: Final = "refused"
SECONDS_TO_LEAVE: Final = 5


@dataclasses.dataclass(frozen=True)
class Processes:
    """A spreader over so many processes started anew (`spawn`)."""

    workers: int

    def __call__(self, match: Match, numbers: Sequence[int]) -> Generator[Played, None, None]:
        """
        The deals, in whatever order they come.

        When the generator is closed or an exception passes, Ctrl-C for one, the processes are ended. Raises
        ArboretumError for a deal that a worker could not play, or a worker that died.
        """
        waiting = iter(numbers)
        playing: dict[Connection, int] = {}
        with _crew(match, min(self.workers, len(numbers))) as crew:
            for hired in crew:
                playing[hired] = 0  # not a deal yet: it reports when it is ready
            while playing:
                for hired in cast(list[Connection], wait(list(playing))):
                    number = playing.pop(hired)
                    kind, what = _heard(hired, crew[hired], match, number)
                    if kind == REFUSED:
                        raise ArboretumError(what)
                    following = next(waiting, None)
                    if following is not None:
                        playing[hired] = following
                        _tell(hired, pickle.dumps(following))
                    if kind == DONE:
                        yield number, what


def _tell(hired: Connection, message: bytes) -> None:
    """Send something to a worker. If it is gone, it will be missed when it is to report."""
    with suppress(OSError):
        hired.send_bytes(message)


def _heard(hired: Connection, process: SpawnProcess, match: Match, number: int) -> tuple[str, Any]:
    """What a worker says. Raises ArboretumError if it is gone."""
    try:
        kind, what = hired.recv()
    except (EOFError, OSError):
        process.join(SECONDS_TO_LEAVE)
        status = process.exitcode
        if number:
            raise ArboretumError(
                say(
                    "A worker process ended with status {status} while it played deal {deal}: did a bot end it?",
                    status=status,
                    deal=match.deal_at(number)[0],
                )
            ) from None
        raise ArboretumError(
            say(
                "A worker process ended with status {status} before it could begin. A program that calls play with"
                " workers must be a file that has the line {line} around that call; or use one worker.",
                status=status,
                line='`if __name__ == "__main__":`',
            )
        ) from None
    return kind, what


@contextmanager
def _crew(match: Match, count: int) -> Iterator[dict[Connection, SpawnProcess]]:
    """So many processes that know the match, by the pipe to each; ended when the block is left."""
    try:
        plan = pickle.dumps(match)
    except Exception as error:
        raise ArboretumError(_not_sent(error)) from error
    crew: dict[Connection, SpawnProcess] = {}
    try:
        with deaf_to_ctrl_c():
            for _ in range(count):
                ours, theirs = multiprocessing.Pipe()
                context = multiprocessing.get_context("spawn")
                crew[ours] = context.Process(target=_work, args=(theirs,), daemon=True)
                crew[ours].start()
                theirs.close()
        for hired in crew:
            _tell(hired, pickle.dumps(spoken()))
            _tell(hired, plan)
        yield crew
    finally:
        _dismissed(crew)


def _dismissed(crew: dict[Connection, SpawnProcess]) -> None:
    """End all processes and wait for them, so that none is left behind."""
    for process in crew.values():
        if process.pid is not None:
            process.terminate()
    for hired, process in crew.items():
        hired.close()
        if process.pid is not None:
            process.join(SECONDS_TO_LEAVE)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()


def _not_sent(error: Exception) -> str:
    """That a match cannot be told to another process."""
    return say(
        "A bot cannot be sent to another process ({why}) Name it as {file}, or use one worker.",
        why=exception_in_words(error),
        file="path/to/bot.py:ClassName",
    )


def _work(pipe: Connection) -> None:
    """A worker: plays the deals that it is told, until nobody tells it any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    sys.stdout = sys.stderr  # what a bot prints must not come between the results
    try:
        speak_here(pipe.recv())
        plan = pipe.recv_bytes()
        try:
            match: Match = pickle.loads(plan)
        except Exception as error:
            pipe.send((REFUSED, _not_sent(error)))
            return
        pipe.send((READY, None))
        while True:
            number = pipe.recv()
            try:
                pipe.send((DONE, match.play_deal(number)))
            except ArboretumError as error:
                pipe.send((REFUSED, str(error)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # who told us the deals has gone
    finally:
        end_programs()


def _leave(number: int, frame: object) -> None:
    """End this worker, and the programs that play in it, when it is told to."""
    sys.exit(0)
