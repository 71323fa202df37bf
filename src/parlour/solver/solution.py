"""A solved game: the value of every state, how to play it, and what each action gives away."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.solver.certificate import Certificate
from parlour.solver.progress import Progress, silent
from parlour.solver.punishment import punished_rows
from parlour.solver.solver import Arrays, solve_space
from parlour.solver.state_space import Space
from parlour.solver.table import Outcomes, Table, reordered, tabulated

if TYPE_CHECKING:
    from parlour.solver.state_table import SolvedTable

ROUNDING = 1e-7  # smaller losses are rounding errors


class Solution:
    """What `parlour.solve(game)` returns. Values are for the first player, from -1 to 1; players are 0 and 1.

    You can look up any state, even one that cannot be reached from the start. The first lookup of such a state solves
    everything that it leads to, without the last pass of `refine.py`. Other lookups need no compiled code.
    """

    def __init__(
        self, table: Table, within: float, seconds: float, source: str = "solved", space: Space | None = None
    ) -> None:
        self.game: Game = table.game
        self.within = within
        self.seconds = seconds  # to solve and certify
        self.states = len(table)  # unfinished states that can be reached from the start
        self.source = source  # "solved", "cache" or "package"
        self.stored = table
        self._space = space  # explored when it is first needed
        self._lock = Lock()  # held while the table grows

    @classmethod
    def of(cls, space: Space, arrays: Arrays, within: float, seconds: float) -> Solution:
        """The solution of a space that has just been solved."""
        table = tabulated(space.game, space.index.keys[: space.count], arrays)
        return cls(table, within, seconds, space=space)

    @property
    def certificate(self) -> Certificate:
        arrays = self.stored.arrays
        return Certificate(*self.bounds(self.game.start()), float((arrays.upper - arrays.lower).max(initial=0.0)))

    def value(self, state: State) -> float:
        """The value of a state for the first player when both play perfectly."""
        if self.game.is_over(state):
            return float(self.game.returns(state)[0])
        table, number = self._find(state)
        return float(table.arrays.values[number])

    def bounds(self, state: State) -> tuple[float, float]:
        """A proved interval that contains the value."""
        if self.game.is_over(state):
            return self.value(state), self.value(state)
        table, number = self._find(state)
        return float(table.arrays.lower[number]), float(table.arrays.upper[number])

    def policy(self, state: State, player: int) -> dict[int, float]:
        """How a perfect player chooses: the chance of each action. Empty if the player is not to act."""
        if self.game.check_player(player) not in self.game.to_act(state):
            return {}
        table, number = self._find(state)
        options, chances = table.mix(number, player)
        actions = self.game.actions(state, player)
        return {actions[option]: chance for option, chance in zip(options.tolist(), chances.tolist(), strict=True)}

    def loss(self, state: State, player: int, action: int) -> float:
        """What an action gives away against a perfect opponent; 0 if it is part of perfect play.

        If the opponent has several perfect strategies, the one that punishes this action most counts. A loss that is
        smaller than the proved intervals counts as 0.
        """
        if self.game.check_player(player) not in self.game.to_act(state):
            raise IllegalAction(f"{self.game.words.PLAYERS[player]} is not to act: there is nothing to give away")
        checked = self.game.check_action(state, player, action)
        return self._losses(state, player, (checked,))[checked]

    def losses(self, state: State, player: int) -> dict[int, float]:
        """What each action gives away. Empty if the player is not to act."""
        if self.game.check_player(player) not in self.game.to_act(state):
            return {}
        return self._losses(state, player, self.game.actions(state, player))

    def table(self) -> SolvedTable:
        """Every state that can be reached from the start, with its value, bounds and perfect play, as arrays."""
        from parlour.solver.state_table import SolvedTable  # not at the top: it loads compiled code

        space, arrays = self.explored()
        return SolvedTable(space, arrays, self.states)

    def explored(self) -> tuple[Space, Arrays]:
        """All states that can be reached from the start, for compiled code, and what is known about them."""
        if self._space is None:
            space = Space(self.game)
            space.explore(self.game.start())
            self._space = space
        numbers = np.searchsorted(self.stored.keys, self._space.index.keys[: self._space.count])
        return self._space, reordered(self.stored.arrays, numbers)

    def extended(self, states: Iterable[State], progress: Progress = silent) -> Solution:
        """The solution with everything that these states lead to."""
        space, arrays = self.explored()
        space = space.copy()
        for state in states:
            space.explore(state, lambda _: progress("exploring", None))
        return Solution.of(space, solve_space(space, self.within, progress, arrays), self.within, self.seconds)

    def __reduce__(self) -> tuple[Any, ...]:
        from parlour.solver.file_format import from_arrays, to_arrays

        return from_arrays, (self.game, to_arrays(self), self.source)

    def _find(self, state: State) -> tuple[Table, int]:
        """A table that contains the state, and the state's number there."""
        if not self.game.holds(state):
            raise IllegalAction(f"not a state of {self.game!r}: it has hidden or impossible values: {state}")
        number = self.stored.number(state)
        if number < 0:
            with self._lock:
                if self.stored.number(state) < 0:
                    more = self.extended([state])
                    self.stored, self._space = more.stored, more._space
        table = self.stored
        return table, table.number(state)

    def _losses(self, state: State, player: int, actions: tuple[int, ...]) -> dict[int, float]:
        table, number = self._find(state)
        outcomes = table.outcomes(state)
        matrix, doubt = own_rows(outcomes.of(table.arrays.values), player), doubtful(table, number, outcomes)
        options = {action: option for option, action in enumerate(self.game.actions(state, player))}
        perfect = set(table.mix(number, player)[0].tolist())  # however small the chance
        mistakes = [action for action in actions if options[action] not in perfect]
        losses = dict.fromkeys(actions, 0.0)
        for action, loss in zip(mistakes, punished_rows(matrix, [options[each] for each in mistakes]), strict=True):
            losses[action] = loss if loss > doubt else 0.0
        return losses


def own_rows(matrix: NDArray[np.float64], player: int) -> NDArray[np.float64]:
    """Values to this player; the player's own actions are the rows."""
    return matrix if player == 0 else np.ascontiguousarray(-matrix.T)


def doubtful(table: Table, number: int, outcomes: Outcomes) -> float:
    """The widest proved interval of a state and the states that it leads to."""
    lower, upper = table.arrays.lower, table.arrays.upper
    widths = outcomes.of(upper) - outcomes.of(lower)
    return float(max(upper[number] - lower[number], widths.max(), ROUNDING))
