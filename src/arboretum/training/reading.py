"""What reads hands is learned at the end of a training, from guesses in games of the network that was learned."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

import numpy as np

from arboretum.training.errands import HANDS
from arboretum.training.guesses import LEAST, Guesses, guessed, surprise
from arboretum.training.learner import torch
from arboretum.value.hands import BLANK, Reader
from arboretum.value.network import Network

TO_LEARN: Final = 0
HELD_OUT: Final = 1
TO_LEARN_FOR_ONE: Final = 8
"""Guesses that are learned from, for each that shows how good it is."""
PASSES: Final = 8
BATCH: Final = 4096
RATE: Final = 2e-3


@dataclasses.dataclass(frozen=True)
class Reading:
    """How good a reader of hands is: what the truth was to it, in nats for each unseen card, by other games."""

    guesses: int
    surprise: float
    without: float
    """To whoever takes every card to be as likely as another."""

    def to_json(self) -> dict[str, Any]:
        """By name, rounded."""
        return {
            "guesses": self.guesses,
            "surprise": round(self.surprise, 4),
            "surprise_without": round(self.without, 4),
        }


def learned_reader(network: Network, seats: int, count: int, choices: int, seed: int) -> tuple[Reader, Reading]:
    """Learn to read hands from so many guesses, in games of a network that weighs so many choices."""
    reader = fitted(guessed(network, seats, count, choices, seed, HANDS, TO_LEARN), seed)
    others = guessed(network, seats, max(1, count // TO_LEARN_FOR_ONE), choices, seed, HANDS, HELD_OUT)
    return reader, Reading(count, surprise(others, reader), surprise(others, BLANK))


def fitted(guesses: Guesses, seed: int) -> Reader:
    """The reader to which guesses are least surprising, by Adam (Kingma, Ba 2014); the same for the same seed."""
    learning = torch()
    learning.set_num_threads(1)
    chance = np.random.default_rng([seed, HANDS])
    weights = [
        learning.nn.Parameter(learning.from_numpy(_first(each, chance) if name == "into" else each.copy()))
        for name, each in BLANK._asdict().items()
    ]
    weights[Reader._fields.index("out")].data.copy_(learning.from_numpy(_first(BLANK.out, chance)))
    even = learning.from_numpy(np.clip(guesses.chances, LEAST, 1 - LEAST))
    even = learning.log(even / (1 - even))
    held = learning.from_numpy(guesses.held.astype(np.float32))
    adam = learning.optim.Adam(weights)
    steps = PASSES * -(-len(held) // BATCH)
    done = 0
    for _ in range(PASSES):
        order = chance.permutation(len(held))
        for begin in range(0, len(order), BATCH):
            some = order[begin : begin + BATCH]
            for group in adam.param_groups:
                group["lr"] = RATE * (1 - done / steps)
            told = _told(learning, Reader(*weights), learning.from_numpy(guesses.clues[some]))
            lost = learning.nn.functional.binary_cross_entropy_with_logits(told + even[some], held[some])
            adam.zero_grad()
            lost.backward()
            adam.step()
            done += 1
    return Reader(*(each.detach().numpy().copy() for each in weights))


def _first(zeros: Any, chance: np.random.Generator) -> Any:  # noqa: ANN401 - arrays of any shape
    """First weights, by chance."""
    return (chance.standard_normal(zeros.shape) / np.sqrt(zeros.shape[0])).astype(np.float32)


def _told(learning: Any, reader: Any, clues: Any) -> Any:  # noqa: ANN401 - tensors
    """The logarithm of the odds: the twin of `value.hands.read` and `odds_of`."""
    hidden = learning.relu(clues @ reader.into + reader.into_bias)
    return 2.0 * learning.asinh((hidden @ reader.out + reader.out_bias) / 2.0)
