"""A browser, a server, and visitors whose pages are watched, for the tests of the pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from browser.running import Running
from browser.watch import Watch

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
"""A telephone of middle size."""

DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
"""A laptop; nothing moves, so that no test waits for it."""

Visitor: TypeAlias = Callable[..., BrowserContext]
"""Makes somebody new, with a browser of their own; what is given goes to the context."""


def chromium() -> str | None:
    """Where Chromium is."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests. Where continuous integration has none, that is a fault."""
    place = chromium()
    if place is None:
        if os.environ.get("CI"):
            pytest.fail("There is no Chromium here, and continuous integration needs one.")
        pytest.skip("There is no Chromium here.")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=place, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests, whose bots answer at once."""
    running = Running(tmp_path_factory.mktemp("tables") / "tables.db")
    yield running
    running.stop()


@pytest.fixture
def watch(server: Running) -> Iterator[Watch]:
    """Hears everything that a page complains of; at the end of a test there must be nothing."""
    ears = Watch(server.url.removeprefix("http://"))
    yield ears
    assert not ears.faults, "\n".join(ears.faults)


@pytest.fixture
def visitor(browser: Browser, server: Running, watch: Watch) -> Iterator[Visitor]:
    """Makes visitors, and sends them away when the test is over."""
    contexts: list[BrowserContext] = []

    def somebody(**how: Any) -> BrowserContext:  # noqa: ANN401 - whatever a context is made from
        context = browser.new_context(base_url=server.url, **(DESK | how))
        context.set_default_timeout(10_000)
        watch.over(context)
        contexts.append(context)
        return context

    yield somebody
    for context in contexts:
        context.close()
