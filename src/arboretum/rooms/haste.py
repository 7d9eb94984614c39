"""How long a bot takes for a decision at a table: by chance, and never by what it holds or finds."""

from __future__ import annotations

import random
from typing import Final

LEAST: Final = 0.75
"""Of the usual time, at least; ..."""
MORE: Final = 0.35
"""... on average so much more, mostly less and now and then much more (exponential); ..."""
MOST: Final = 2.0
"""... and at most."""


def thinking_time(pace: float, chance: random.Random) -> float:
    """
    Seconds for a decision, where `pace` seconds are usual: like a person's, mostly short and sometimes long.

    It knows no game, so it tells nothing about one.
    """
    return pace * min(MOST, LEAST + chance.expovariate(1 / MORE))
