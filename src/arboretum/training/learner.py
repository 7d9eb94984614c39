"""The learning step, by PyTorch: the one place that knows it. What goes in and comes out is NumPy's."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.training.errands import FIRST_WEIGHTS, Halves, Singles
from arboretum.value.features import OF_SPECIES
from arboretum.value.network import MARGIN, POINTS, SHAPES, WIN, Network

SMALL: Final = 0.01
"""How large the first weights of the outputs are: what knows nothing says so."""
SPREAD: Final = 1.4
OF_WIN: Final = 2.0
"""What an error in the chance of winning counts, beside one of POINTS in the margin."""

State = dict[str, np.ndarray[Any, Any]]


def torch() -> Any:  # noqa: ANN401 - it is optional
    """PyTorch itself. Raises ArboretumError if it is not installed."""
    try:
        import torch
    except ImportError as error:
        raise ArboretumError(
            say(
                "Learning needs PyTorch, which cannot be imported ({why}): install it with {command}.",
                why=str(error),
                command='pip install "arboretum-game[train]"',
            )
        ) from error
    return torch


def first_network(seed: int) -> Network:
    """A network that knows nothing: weights by chance, the same for the same seed."""
    chance = np.random.default_rng([seed, FIRST_WEIGHTS])
    drawn = []
    for name, zeros in SHAPES._asdict().items():
        if zeros.ndim == 1:
            scale = 0.0
        else:
            scale = SMALL if name in ("out", "direct") else SPREAD / float(np.sqrt(zeros.shape[0]))
        drawn.append((scale * chance.standard_normal(zeros.shape)).astype(np.float32))
    return Network(*drawn)


class Learner:
    """A network that learns: by Adam (Kingma, Ba 2014), the squares of its errors."""

    def __init__(self, network: Network, threads: int = 1) -> None:
        self._torch = torch()
        self._torch.set_num_threads(threads)
        self._weights = [
            self._torch.nn.Parameter(self._torch.from_numpy(np.array(each, np.float32))) for each in network
        ]
        self._adam = self._torch.optim.Adam(self._weights)

    @property
    def network(self) -> Network:
        """The network as it is now; it does not change when this one learns on."""
        return Network(*(each.detach().numpy().copy() for each in self._weights))

    def learn(self, inputs: Halves, targets: Singles, rate: float) -> tuple[float, float]:
        """Learn from some lessons at once; tells the squared errors: of the chance, of the margin in POINTS."""
        for group in self._adam.param_groups:
            group["lr"] = rate
        shown = self._torch.from_numpy(inputs).float()
        meant = self._torch.from_numpy(targets)
        win, margin = self._forward(shown)
        of_win = ((win - meant[:, WIN]) ** 2).mean()
        of_margin = ((margin - meant[:, MARGIN] / POINTS) ** 2).mean()
        self._adam.zero_grad()
        (OF_WIN * of_win + of_margin).backward()
        self._adam.step()
        return float(of_win.detach()), float(of_margin.detach())

    def valued(self, inputs: Singles) -> Singles:
        """What the network makes of some lessons, as `value.network.valued`: float32[lessons, 2]."""
        with self._torch.no_grad():
            win, margin = self._forward(self._torch.from_numpy(inputs))
            both: Singles = self._torch.stack([win, POINTS * margin], 1).numpy()
        return both

    def _forward(self, shown: Any) -> tuple[Any, Any]:  # noqa: ANN401 - tensors
        """The chance of winning and the margin in POINTS: the twin of `value.network.valued`."""
        weights = Network(*self._weights)
        rectified = self._torch.relu
        hidden = rectified(shown @ weights.into + weights.into_bias)
        shared = rectified(hidden @ weights.on + weights.on_bias).mean(1)
        joint = self._torch.cat([shared, shown[:, 0, OF_SPECIES:]], 1)
        told = rectified(joint @ weights.joined + weights.joined_bias) @ weights.out + weights.out_bias
        told = told + joint @ weights.direct
        lead = told[:, WIN]
        return 0.5 + 0.5 * lead / self._torch.sqrt(1.0 + lead * lead), told[:, MARGIN]

    def state(self) -> State:
        """Everything that is needed to go on, as arrays."""
        told: State = {f"weights.{name}": each for name, each in self.network._asdict().items()}
        for name, each in zip(Network._fields, self._weights, strict=True):
            for kind, value in self._adam.state.get(each, {}).items():
                told[f"{kind}.{name}"] = value.detach().numpy().copy()
        return told

    def go_on_from(self, state: State) -> None:
        """Be as the learner was that told this `state`."""
        for name, each in zip(Network._fields, self._weights, strict=True):
            each.data.copy_(self._torch.from_numpy(state[f"weights.{name}"]))
            known = {kind: f"{kind}.{name}" for kind in ("step", "exp_avg", "exp_avg_sq")}
            if all(key in state for key in known.values()):
                self._adam.state[each] = {
                    kind: self._torch.from_numpy(np.array(state[key])) for kind, key in known.items()
                }
