"""All states of a game as arrays, and what a solution says about them: `parlour.state_space` and `solution.table()`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.legal import legal_actions
from parlour.fast.policy_table import runs
from parlour.fast.slots import table_type
from parlour.games.contract import State
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.solver.keys import keys_of
from parlour.solver.state_space import Space
from parlour.solver.table import reordered

if TYPE_CHECKING:
    from parlour.solver.solver import Arrays


class StateTable:
    """Every unfinished state that can be reached from the start, one in each row, always in the same order."""

    def __init__(self, space: Space, count: int) -> None:
        self.game: Game = space.game
        self.fields: tuple[str, ...] = self.game.start()._fields
        self._space = space
        self._order = np.argsort(space.index.keys[:count])  # states of later numbers are not reached
        self._rows = np.argsort(self._order)
        self._keys, self._sorted_keys = keys_of(self.game), space.index.keys[self._order]
        self.states: NDArray[Any] = space.states[self._order].astype(table_type(self.game))

    def __len__(self) -> int:
        return len(self.states)

    def row(self, state: State) -> int:
        """The row of a state."""
        number = self._space.number(state) if self.game.holds(state) else -1
        if not 0 <= number < len(self):
            raise IllegalAction(f"{self.game.name} does not reach {state} from the start, or it is over")
        return int(self._rows[number])

    def rows(self, states: Any) -> NDArray[np.int64]:
        """The row of each of many states, such as those of `Batch.table`; -1 for one that is over or not reached."""
        given = np.asarray(states, np.int64).reshape(-1, len(self.fields))
        lowest, highest = np.array(self._keys.lowest), np.array(self._keys.highest)
        within: NDArray[np.bool_] = np.all((given >= lowest) & (given <= highest), axis=1)
        wanted = self._keys.of(np.where(within[:, None], given, lowest))
        rows = np.minimum(np.searchsorted(self._sorted_keys, wanted), len(self) - 1)
        return np.where(within & (self._sorted_keys[rows] == wanted), rows, -1)

    def state(self, row: int) -> State:
        """The state in a row, for the methods of a `Game`."""
        return self._space.state(int(self._order[row]))

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        """`legal[row, player, action]`; none for a player who is not to act."""
        return legal_actions(self.game, self.states)


class SolvedTable(StateTable):
    """The states with their exact values, which are for the first player, and perfect play."""

    def __init__(self, space: Space, arrays: Arrays, count: int) -> None:
        super().__init__(space, count)
        solved = reordered(arrays, self._order)
        self.values, self.lower, self.upper, self._plan = solved  # `lower` and `upper` are proved bounds

    @cached_property
    def policies(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For each player, the chance of each action: `policies[player][row, action]`; zeros in rows without a choice.

        In standard Token Showdown the two take 280 MB.
        """
        return self._policy(0), self._policy(1)

    def _policy(self, player: int) -> NDArray[np.float64]:
        plan, legal = self._plan, self.legal[:, player]
        rows = np.flatnonzero(legal.any(axis=1))
        sizes = plan.sizes[rows, player]
        entries = runs(plan.begins[rows, player], sizes)
        actions = np.nonzero(legal)[1]  # of every option, row by row
        first = np.cumsum(legal.sum(axis=1)) - legal.sum(axis=1)
        owners = np.repeat(rows, sizes)
        policy = np.zeros(legal.shape)
        policy[owners, actions[first[owners] + plan.options[entries]]] = plan.chances[entries]
        return policy
