"""Settings for all tests: hypothesis profiles, and a place of its own for compiled rules."""

from __future__ import annotations

import os

import hypothesis

os.environ["ARBORETUM_LANG"] = "en"  # whatever the machine speaks; programs that tests start inherit it

hypothesis.settings.register_profile(
    "default", deadline=None, max_examples=60, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile("ci", parent=hypothesis.settings.get_profile("default"), derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "default")
