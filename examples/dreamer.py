"""A bot that imagines: it asks of worlds that its view allows what each discard would cost."""

from arboretum import Action, Budget, Discard, Phase, State, View, play
from arboretum.bots.simple import Greedy
from arboretum.events import Discarded
from arboretum.rules.jit import stream
from arboretum.worlds import sample


class Dreamer:
    """Discards as if the game ended now, in eight worlds that could be; for the rest it is greedy."""

    name = "dreamer"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.greedy = Greedy()

    def choose(self, view: View, budget: Budget) -> Action:
        if view.phase is not Phase.DISCARD:
            return self.greedy.choose(view, budget)
        chance = stream(self.seed, len(view.seen))  # its seed and what it has seen: the same view, the same choice
        worlds = [sample(view, chance) for _ in range(8)]
        return max(view.legal_actions, key=lambda action: sum(lead(world, action) for world in worlds))


def lead(world: State, action: Action) -> int:
    """How far the acting seat would be ahead of its best rival."""
    assert isinstance(action, Discard)
    totals = list(world.after(Discarded(world.seat, action.card)).score.totals or ())
    return totals.pop(world.seat) - max(totals)


if __name__ == "__main__":
    print(play([Dreamer, "greedy"], deals=3, seed=1).table())
