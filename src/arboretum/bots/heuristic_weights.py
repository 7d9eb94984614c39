"""The weights of the heuristic, by the number of players; made by `tools/tune_heuristic.py`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

NAMES: Final = (
    "ahead early",
    "ahead late",
    "behind early",
    "behind late",
    "lead",
    "spread",
    "denied early",
    "denied late",
    "gift",
    "gift right",
    "pile early",
    "pile late",
    "hold",
    "take",
)
"""What the weights are, in the order of `outlook`."""

TUNED: Final = {
    2: (1.617, 0.176, 1.348, 0.224, -0.010, 6.904, 0.649, 1.317, 0.144, 0.002, 0.476, 0.564, 0.450, -0.051),
    3: (1.218, 0.290, 1.015, 0.104, -0.205, 8.276, 0.709, 0.414, -0.100, -0.160, -0.287, 0.297, 0.306, 0.077),
    4: (1.088, 0.147, 0.985, 0.118, 0.422, 8.905, 0.507, 0.272, -0.113, -0.232, -0.150, 0.244, 0.219, 0.008),
}


def weights_for(seats: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The weights for a game of so many players: float64[weights]."""
    return np.array(TUNED[seats], np.float64)
