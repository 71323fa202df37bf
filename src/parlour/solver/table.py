"""A solved game as plain arrays: what is known about each state, found by its key, without compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State, rewards
from parlour.games.game import Game
from parlour.solver.keys import Keys, keys_of
from parlour.solver.solver import Arrays
from parlour.solver.units import from_units, rounded_down, rounded_up, to_units


class Outcomes(NamedTuple):
    """Where every pair of actions leads. The first player's actions are the rows."""

    numbers: NDArray[np.int64]  # of the next state; -1 if the game is over
    rewards: NDArray[np.float64]  # to the first player if the game is over

    def of(self, known: NDArray[np.float64]) -> NDArray[np.float64]:
        """What is known about the next states."""
        return np.where(self.numbers < 0, self.rewards, known[self.numbers])


class Table:
    """States in the order of their keys. A state's number is its place in that order."""

    def __init__(self, game: Game, keys: NDArray[np.int64], arrays: Arrays) -> None:
        self.game, self.keys, self.arrays = game, keys, arrays
        self._keys: Keys = keys_of(game)

    def __len__(self) -> int:
        return len(self.keys)

    def number(self, state: State) -> int:
        """The number of an unfinished state within the bounds; -1 if it is not in the table."""
        key = self._keys.of_state(state)
        number = int(np.searchsorted(self.keys, key))
        return number if number < len(self.keys) and self.keys[number] == key else -1

    def states(self) -> NDArray[np.int64]:
        """The fields of every state, as rows."""
        return self._keys.states(self.keys)

    def mix(self, number: int, player: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """The options that a perfect player may choose, and the chance of each."""
        plan = self.arrays.plan
        begin = int(plan.begins[number, player])
        end = begin + int(plan.sizes[number, player])
        return plan.options[begin:end], plan.chances[begin:end]

    def outcomes(self, state: State) -> Outcomes:
        """One step of plain rules."""
        game, play = self.game, self.game.module.play
        rows, columns = (game.actions(state, player) or (0,) for player in (0, 1))
        shape = len(rows), len(columns)
        after = [play(game.rules, state, first, second) for first in rows for second in columns]
        winners = [next_state.winner for next_state in after]
        going_on = np.array([winner == 0 for winner in winners])
        numbers: NDArray[np.int64] = np.full(len(after), -1)
        if going_on.any():
            keys = self._keys.of(np.array(after)[going_on])
            numbers[going_on] = np.searchsorted(self.keys, keys)
        rewarded = np.array([float(rewards(winner)[0]) for winner in winners])
        return Outcomes(numbers.reshape(shape), rewarded.reshape(shape))


def tabulated(game: Game, keys: NDArray[np.int64], arrays: Arrays) -> Table:
    """A table of states in any order. Values and bounds are rounded to whole units, bounds outwards."""
    order = np.argsort(keys)
    lower, upper = np.minimum(arrays.lower, arrays.upper), np.maximum(arrays.lower, arrays.upper)  # up to rounding
    lower, upper = rounded_down(np.maximum(lower, -1.0)), rounded_up(np.minimum(upper, 1.0))
    values = np.clip(from_units(to_units(arrays.values)), lower, upper)
    return Table(game, keys[order], reordered(Arrays(values, lower, upper, arrays.plan), order))


def reordered(arrays: Arrays, order: NDArray[Any]) -> Arrays:
    plan = arrays.plan
    in_order = plan._replace(begins=plan.begins[order], sizes=plan.sizes[order])
    return Arrays(arrays.values[order], arrays.lower[order], arrays.upper[order], in_order)
