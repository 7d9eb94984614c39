"""A server, a browser, and people with browsers of their own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from browser.running import Running
from browser.variants import DESK, PHONE
from browser.watch import Watch

__all__ = ["DESK", "PHONE"]

PATIENCE: Final = 10_000
"""Milliseconds that a step in a browser may take on a busy machine."""

Visitor: TypeAlias = Callable[..., BrowserContext]
"""Somebody new, with a browser of their own; what is given goes to the context."""


# The scope is the package, not the session: while Playwright runs, no other event loop can in this process.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The one browser of these tests, if this machine has it; where tests must be complete, it must be there."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        sentence = "There is no Chromium here, so the table is not looked at: install the package chromium."
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def quick_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for many tables; its bots answer at once."""
    server = Running(tmp_path_factory.mktemp("tables") / "tables.db")
    yield server
    server.stop()


@pytest.fixture(scope="package")
def still_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Another for many tables, whose games are all shuffled by one seed."""
    server = Running(tmp_path_factory.mktemp("still") / "tables.db", seed=1)
    yield server
    server.stop()


@pytest.fixture
def server(quick_server: Running) -> Running:
    """The server of a test; a class may have one of its own."""
    return quick_server


@pytest.fixture
def watch(server: Running) -> Watch:
    """What the pages did wrong; nothing, when the test is over."""
    return Watch(server.url.removeprefix("http://"))


@pytest.fixture
def visitor(chromium: Browser, server: Running, watch: Watch) -> Iterator[Visitor]:
    """Somebody new: `visitor()`, `visitor(**PHONE)`. Nothing moves unless that is asked for."""
    contexts: list[BrowserContext] = []

    def come(**how: Any) -> BrowserContext:  # noqa: ANN401 - whatever a context is made from
        context = chromium.new_context(**({"base_url": server.url, "reduced_motion": "reduce"} | DESK | how))
        context.set_default_timeout(PATIENCE)
        watch.over(context)
        contexts.append(context)
        return context

    yield come
    for context in contexts:
        context.close()
    assert not watch.faults, "\n".join(watch.faults)
