"""`arboretum serve`, for tests with many tables: nobody is asked to slow down, and who is cut off is soon away."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path
from unittest import mock

from arboretum.cli import main
from arboretum.rooms.dealer import Deal, deal
from arboretum.rooms.host import Host
from arboretum.web.settings import Rates, WebSettings

FREE = Rates(
    commands_per_second=1e6,
    commands_burst=1e6,
    reads_per_second=1e6,
    reads_burst=1e6,
    tables_per_second=1e6,
    tables_burst=1e6,
    hints_per_second=1e6,
    hints_burst=1e6,
)


ANALYST = (sys.executable, str(Path(__file__).resolve().parent.parent / "fake_analyst.py"))
"""Reviews are made up at once."""


class Free:
    """Rates that stay what they are for any crowd."""

    def times(self, crowd: int) -> Rates:
        return FREE


BUILD = os.environ.get("ARBORETUM_TEST_BUILD", "")
"""The version of the client that the server says it has; the true one where nothing is said."""

SEED = os.environ.get("ARBORETUM_TEST_SEED", "")
"""What every game is shuffled by, so that its pages are always the same; by nothing where nothing is said."""


def dealer() -> Deal:
    """Who shuffles and deals."""
    if not SEED:
        return deal
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from room_tables import seeded

    return seeded(int(SEED))


if __name__ == "__main__":
    host = functools.partial(Host, grace=0.5, deal=dealer())
    with (
        mock.patch("arboretum.web.process.Host", host),
        mock.patch("arboretum.web.process.Rates", Free),
        mock.patch("arboretum.web.process.CALM", 1e9),  # nothing is compiled beside the tests
        mock.patch(
            "arboretum.web.process.WebSettings", functools.partial(WebSettings, build=BUILD, analyst=ANALYST)
        ),
    ):
        main()
