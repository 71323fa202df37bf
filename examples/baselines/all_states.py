"""Every state of a game as arrays, with where each pair of options leads: what the tabular methods work on.

A mix is one row: the chance of the first option, the second, and so on. `mixes[player]` has a row for each state, in
an order in which a state comes after those that it leads to, as far as play does not cycle.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

import parlour
from parlour.solver.states.stage import OVER, Outcomes, outcomes_of


class AllStates:
    def __init__(self, game: parlour.Game) -> None:
        states = parlour.states(game)
        self.game, self.count = game, len(states)
        explorer = states.explorer
        self.games = outcomes_of(explorer, np.concatenate([group.states for group in explorer.groups()]))
        options = self.games.options  # [state, player]: how many; a player who is not to act has one
        self.used = [np.arange(most) < options[:, [player]] for player, most in enumerate(options.max(axis=0))]
        self.values = np.zeros(self.count)  # by the number of the state, for the first player
        self.legal = [states.legal[self.games.states, player] for player in (0, 1)]

    def random_mixes(self, seed: int) -> list[Any]:
        """A mix for each player in each state, from all mixes alike."""
        random = np.random.default_rng(seed)
        return [scaled(np.where(used, random.standard_exponential(used.shape), 0.0)) for used in self.used]

    def sweep(self, mixes: list[Any], rate: float = 1.0) -> tuple[list[Any], Any]:
        """What each option gets against the other player's mix, and what the mixes get, from the last states back.

        The options lead to states with a value. With a rate of 1 that is what the mixes get from there on; with a lower
        rate it is an average, in which this sweep has a weight of `rate`.
        """
        payoffs, gained = [np.zeros(used.shape) for used in self.used], np.zeros(self.count)
        evaluate(self.games, mixes[0], mixes[1], rate, self.values, payoffs[0], payoffs[1], gained)
        return payoffs, gained

    def exploitability(self, mixes: list[Any]) -> float:
        return parlour.exploitability(self.game, self.policy(mixes))

    def policy(self, mixes: list[Any]) -> tuple[Any, Any]:
        """Mixes as Parlour takes them: a row for each state of `parlour.states(game)`, and a column for each action."""
        first, second = (self._by_action(mixes[player], player) for player in (0, 1))
        return first, second

    def _by_action(self, mixes: Any, player: int) -> Any:
        legal = self.legal[player]
        chances = np.zeros(legal.shape)
        chances[legal] = mixes[self.used[player] & legal.any(axis=1, keepdims=True)]
        policy = np.zeros(legal.shape)
        policy[self.games.states] = chances
        return policy


def scaled(weights: Any) -> Any:
    """Weights as chances, which sum to 1 in each row."""
    return weights / weights.sum(axis=1, keepdims=True)


@njit(cache=True)
def evaluate(
    games: Outcomes, first: Any, second: Any, rate: float, values: Any, payoffs1: Any, payoffs2: Any, gained: Any
) -> None:
    for k in range(len(games.states)):
        cell = games.cells[k]
        for i in range(games.options[k, 0]):
            for j in range(games.options[k, 1]):
                outcome = games.outcomes[cell]
                value = values[outcome] if outcome >= 0 else games.rewards[OVER - outcome]
                payoffs1[k, i] += second[k, j] * value
                payoffs2[k, j] -= first[k, i] * value
                cell += 1
            gained[k] += first[k, i] * payoffs1[k, i]
        values[games.states[k]] += rate * (gained[k] - values[games.states[k]])
