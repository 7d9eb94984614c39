"""Luck of the draw: what a card of the draw pile was worth, against what was to be expected of it."""

from __future__ import annotations

from typing import Final

from arboretum.analysis.judge import Judge, at_a_look
from arboretum.analysis.model import NOTHING, Worth
from arboretum.analysis.seen import Made
from arboretum.cards import Card
from arboretum.events import PILE, Drew
from arboretum.view import View
from arboretum.worlds import out_of_game

FEW: Final = 10
"""Cards in a draw pile from which on each is judged closely: near the end one card can decide the game."""


def luck(made: Made, judge: Judge = at_a_look) -> Worth:
    """
    What a draw from the draw pile brought by chance; `judge` judges closely.

    It is the worth of the card that came, by the knowledge of who drew it, less the mean over all cards that were
    in the draw pile. So over many games it is 0: it tells nothing about how well somebody plays. Where the record
    does not tell the draw pile, all unseen cards stand for it, and then it is below 0 on the whole, since
    rivals keep the cards that are worth having.
    """
    assert made.card is not None
    pile = made.pile
    chances = chances_of(made.view) if pile is None else dict.fromkeys(sorted(pile), 1.0 / len(pile))
    judge = judge if len(chances) <= FEW else at_a_look
    mean = NOTHING
    came = NOTHING
    for card, chance in chances.items():
        worth = judge(made.view.after(Drew(made.seat, PILE, card)), [])[0].worth
        mean = mean + Worth(chance * worth.win, chance * worth.margin)
        if card == made.card:
            came = worth
    return came - mean


def chances_of(view: View) -> dict[Card, float]:
    """
    The chance of each unseen card to be the next one of the draw pile, for this view.

    Where the species in play are secret (option O3), those of which no card was seen are in the game with the
    same chance each, and all cards of the game with the same chance as each other.
    """
    unseen = view.unseen
    out = out_of_game(view)
    whole = {kind for kind in view.species if sum(card.species is kind for card in unseen) == 8}
    in_game = 1.0 - out / len(whole) if out else 1.0
    weights = {card: in_game if card.species in whole else 1.0 for card in sorted(unseen)}
    total = sum(weights.values())
    return {card: weight / total for card, weight in weights.items() if weight > 0.0}
