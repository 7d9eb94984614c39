"""A bot by hand: nothing to inherit, nothing to register, and no hidden card in reach."""

from arboretum import Action, Budget, Discard, DrawDiscard, DrawPile, Place, View, play


class Gardener:
    """Places for the longest path in sight; throws away the species it holds least of."""

    name = "gardener"

    def choose(self, view: View, budget: Budget) -> Action:
        return max(view.legal_actions, key=lambda action: self.worth(view, action))

    def worth(self, view: View, action: Action) -> float:
        match action:
            case DrawPile():
                return 4.5  # the mean value of a card nobody has seen
            case DrawDiscard(seat):
                return view.hand.total(view.discards[seat][-1].species)
            case Place(card, cell):
                return view.tableau.placing(card, cell).points.get(card.species, 0)
            case Discard(card):
                return -view.hand.total(card.species)


if __name__ == "__main__":
    result = play([Gardener(), "random"], deals=5, seed=7)
    print(result.table())
