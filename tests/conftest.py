"""Settings for all tests: the language, hypothesis profiles, and how many run at once."""

from __future__ import annotations

import os

import hypothesis
import pytest

os.environ["ARBORETUM_LANG"] = "en"  # whatever the machine speaks; programs that tests start inherit it

hypothesis.settings.register_profile(
    "default", deadline=None, max_examples=60, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile("ci", parent=hypothesis.settings.get_profile("default"), derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Two workers more than there are cores: many tests wait, for a browser, a server or another process."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return 2 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
