"""A solved game: the value of every state, how to play it, and what each action gives away."""

from __future__ import annotations

from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.solver.certificate import Certificate
from parlour.solver.matrix_games import punished_row
from parlour.solver.progress import silent
from parlour.solver.solver import Arrays, solve_space
from parlour.solver.state_space import Space

ROUNDING = 1e-7  # smaller losses are rounding errors


class Solution:
    """What `parlour.solve(game)` returns. Values are for the first player, from -1 to 1; players are 0 and 1.

    You can look up any state, even one that cannot be reached from the start. The first lookup of such a state solves
    everything that it leads to.
    """

    def __init__(self, space: Space, arrays: Arrays, within: float, seconds: float) -> None:
        self.game: Game = space.game
        self.within = within
        self.seconds = seconds  # to solve and certify
        self.states = space.count  # unfinished states that can be reached from the start
        self.space, self.arrays = space, arrays
        self._lock = Lock()  # held while the space grows

    @property
    def certificate(self) -> Certificate:
        lower, upper = self.bounds(self.game.start())
        return Certificate(lower, upper, float((self.arrays.upper - self.arrays.lower).max(initial=0.0)))

    def value(self, state: State) -> float:
        """The value of a state for the first player when both play perfectly."""
        if self.game.is_over(state):
            return float(self.game.returns(state)[0])
        number = self._number(state)
        lower, upper = self.bounds(state)
        return min(upper, max(lower, float(self.arrays.values[number])))

    def bounds(self, state: State) -> tuple[float, float]:
        """A proved interval that contains the value."""
        if self.game.is_over(state):
            return self.value(state), self.value(state)
        number = self._number(state)
        lower, upper = float(self.arrays.lower[number]), float(self.arrays.upper[number])
        # Rounding may swap the two, or push them beyond -1 and 1.
        return max(-1.0, min(lower, upper)), min(1.0, max(lower, upper))

    def policy(self, state: State, player: int) -> dict[int, float]:
        """How a perfect player chooses: the chance of each action. Empty if the player is not to act."""
        if self.game.checked_player(player) not in self.game.to_act(state):
            return {}
        options, chances = self._mix(self._number(state), player)
        actions = self.game.actions(state, player)
        return {actions[option]: chance for option, chance in zip(options.tolist(), chances.tolist(), strict=True)}

    def loss(self, state: State, player: int, action: int) -> float:
        """What an action gives away against a perfect opponent; 0 if it is part of perfect play.

        If the opponent has several perfect strategies, the one that punishes this action most counts. A loss that is
        smaller than the proved intervals counts as 0.
        """
        if self.game.checked_player(player) not in self.game.to_act(state):
            raise IllegalAction(f"{self.game.words.PLAYERS[player]} is not to act: there is nothing to give away")
        option = self.game.actions(state, player).index(self.game.checked_action(state, player, action))
        number = self._number(state)
        return self._loss(number, player, self._matrix(number, player), option, self._doubt(number))

    def losses(self, state: State, player: int) -> dict[int, float]:
        """What each action gives away. Empty if the player is not to act."""
        if self.game.checked_player(player) not in self.game.to_act(state):
            return {}
        number = self._number(state)
        matrix, doubt = self._matrix(number, player), self._doubt(number)
        actions = self.game.actions(state, player)
        return {action: self._loss(number, player, matrix, option, doubt) for option, action in enumerate(actions)}

    def __reduce__(self) -> tuple[Any, ...]:
        from parlour.solver.cache import from_arrays, to_arrays

        return from_arrays, (self.game, to_arrays(self))

    def _number(self, state: State) -> int:
        if not self.game.holds(state):
            raise IllegalAction(f"not a state of {self.game!r}: it has hidden or impossible values: {state}")
        number = self.space.number(state)
        if number < 0:
            with self._lock:
                self._extend(state)
            number = self.space.number(state)
        return number

    def _extend(self, state: State) -> None:
        """Solves everything new that a state leads to; changes nothing if that fails."""
        space = self.space.copy()
        space.explore(state)
        self.arrays = solve_space(space, self.within, silent, self.arrays)
        self.space = space

    def _mix(self, number: int, player: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        plan = self.arrays.plan
        begin = int(plan.begins[number, player])
        end = begin + int(plan.sizes[number, player])
        return plan.options[begin:end], plan.chances[begin:end]

    def _matrix(self, number: int, player: int) -> NDArray[np.float64]:
        """The values after every pair of actions, to this player; the player's own actions are the rows."""
        matrix = self._outcomes(number, self.arrays.values)
        return matrix if player == 0 else np.ascontiguousarray(-matrix.T)

    def _outcomes(self, number: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        matrix: NDArray[np.float64] = self.space.loops.payoff_matrix(self.game.rules, self.space.index, values, number)
        return matrix

    def _doubt(self, number: int) -> float:
        """The widest proved interval of a state and the states that it leads to."""
        widths = self._outcomes(number, self.arrays.upper) - self._outcomes(number, self.arrays.lower)
        return float(max(self.arrays.upper[number] - self.arrays.lower[number], widths.max(), ROUNDING))

    def _loss(self, number: int, player: int, matrix: NDArray[np.float64], option: int, doubt: float) -> float:
        if option in self._mix(number, player)[0]:
            return 0.0  # however small its chance
        if matrix.shape[1] == 1:
            value, payoff = float(matrix.max()), float(matrix[option, 0])
        else:
            value, payoff = punished_row(matrix, option)
        return value - payoff if value - payoff > doubt else 0.0
