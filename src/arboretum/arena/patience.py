"""Ctrl-C, and who does not hear it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """
    Do something to its end whoever presses Ctrl-C; processes started meanwhile ignore it too.

    Outside the main thread nothing is changed: Ctrl-C is not heard there.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
