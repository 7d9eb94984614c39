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
    3: (1.24, 0.12, 0.55, 0.11, 0.3, 6.0, 0.9, 0.9, 0.13, 0.02, 0.3, 0.5, 0.05, 0.1),
    4: (1.24, 0.12, 0.55, 0.11, 0.3, 6.0, 0.9, 0.9, 0.13, 0.02, 0.3, 0.5, 0.05, 0.1),
}


def weights_for(seats: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The weights for a game of so many players: float64[weights]."""
    return np.array(TUNED[seats], np.float64)
