"""
How often a hint that is given at a look is not what the review of the game will like best, and what that costs.

    python benchmarks/hints.py [GAMES]

In games of `learned` against Basil (level 2), each decision is judged at a look, as the first hints of a process
are, and to the end of the turn, as reviews are and hints once that is compiled.
"""

from __future__ import annotations

import sys

from arboretum import Budget, Game
from arboretum.analysis.judge import to_the_end
from arboretum.bots.learned import Learned
from arboretum.bots.levels import Basil
from arboretum.table import Phase
from arboretum.value.judge import judged_at_once
from arboretum.view import View


def cost(view: View) -> float:
    """The chance of winning that the choice which is best at a look costs by the review; 0 if it is the same."""
    hint = judged_at_once(view)[0].action
    choices = to_the_end(view, [hint])
    return choices[0].worth.win - next(choice.worth.win for choice in choices if choice.action == hint)


def main() -> None:
    """Print a line for each phase of a turn."""
    costs: dict[Phase, list[float]] = {phase: [] for phase in Phase if phase is not Phase.OVER}
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 8):
        game = Game.new(["learned", "basil"], seed=seed)
        bots = Learned(seed), Basil(seed)
        while not game.is_over:
            view = game.view(game.seat)
            costs[view.phase].append(cost(view))
            game.play(game.seat, bots[game.seat].choose(view, Budget()))
    for phase, found in costs.items():
        other = sum(each > 0 for each in found) / len(found)
        dear = sum(each >= 0.05 for each in found) / len(found)
        print(
            f"{phase.name:12} {len(found):5} decisions: {other:.1%} differ, {dear:.1%} by five games of a hundred"
        )


if __name__ == "__main__":
    main()
