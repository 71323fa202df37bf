"""The players called `easy`, `medium` and `hard`: they know the exact solution and are careless to a degree."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players.base import Mixing
from parlour.players.solution_cache import solution_of

EASY, MEDIUM, HARD = 2.0, 1.0, 0.4


class Graded(Mixing):
    """How likely a choice is depends on what it gives away.

    The chance of an action is proportional to

        (its share of the perfect mix + carelessness * its share of no plan at all) * exp(-loss / carelessness)

    The second factor is the rule by which people are known to err, seldom where much is at stake (a logit response). It
    alone would choose evenly among all actions that give nothing away, and a secret choice made evenly is easy to read:
    so the perfect mix is what is erred from. One number moves the player all the way: at 0 it is perfect, far above 1
    it is `random`.
    """

    consults_solution = True

    def __init__(self, carelessness: float) -> None:
        self.carelessness = carelessness

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        solution = solution_of(game)
        perfect, losses = solution.policy(state, player), solution.losses(state, player)
        evenly = self.carelessness / max(1, len(losses))
        weights = {
            action: (perfect.get(action, 0.0) + evenly) * exp(-loss / self.carelessness)
            for action, loss in losses.items()
        }
        total = sum(weights.values())
        return {action: weight / total for action, weight in weights.items()}
