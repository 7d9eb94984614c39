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
    2: (1.624, 0.213, 1.050, 0.177, -0.015, 5.101, 0.723, 1.030, 0.142, 0.016, 0.296, 0.596, 0.203, -0.052),
    3: (1.24, 0.12, 0.55, 0.11, 0.3, 6.0, 0.9, 0.9, 0.13, 0.02, 0.3, 0.5, 0.05, 0.1),
    4: (1.24, 0.12, 0.55, 0.11, 0.3, 6.0, 0.9, 0.9, 0.13, 0.02, 0.3, 0.5, 0.05, 0.1),
}


def weights_for(seats: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The weights for a game of so many players: float64[weights]."""
    return np.array(TUNED[seats], np.float64)
