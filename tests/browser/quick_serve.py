"""`arboretum serve`, for tests with many tables: nobody is asked to slow down, and who is cut off is soon away."""

from __future__ import annotations

import functools
import os
from unittest import mock

from arboretum.cli import main
from arboretum.rooms.host import Host
from arboretum.web.settings import Rates, WebSettings

FREE = Rates(
    commands_per_second=1e6,
    commands_burst=1e6,
    reads_per_second=1e6,
    reads_burst=1e6,
    tables_per_second=1e6,
    tables_burst=1e6,
)

BUILD = os.environ.get("ARBORETUM_TEST_BUILD", "")
"""The version of the client that the server says it has; the true one where nothing is said."""

if __name__ == "__main__":
    with (
        mock.patch("arboretum.web.process.Host", functools.partial(Host, grace=0.5)),
        mock.patch("arboretum.web.process.WebSettings", functools.partial(WebSettings, rates=FREE, build=BUILD)),
    ):
        main()
