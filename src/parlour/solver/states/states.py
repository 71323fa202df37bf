"""`States`: every state of a game, numbered, as arrays."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.devices import legal_actions
from parlour.fast.slots import state_of, table_type
from parlour.games.contract import State
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.solver.states.explorer import Explorer, keys_of


class States:
    """Every unfinished state that can be reached from the start, numbered in the order of their keys.

    That order is always the same. Finding a state by its key needs no compiled code. The legal actions and the states
    that follow need it, and are calculated on first use.
    """

    def __init__(self, game: Game, keys: NDArray[np.int64], explorer: Explorer | None = None) -> None:
        self.game, self.keys = game, keys
        self.fields: tuple[str, ...] = game.start()._fields
        self._keys, self._explorer = keys_of(game), explorer

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def table(self) -> NDArray[Any]:
        """The fields of every state, one in each row."""
        return self._keys.states(self.keys).astype(table_type(self.game))

    def find(self, state: State) -> int:
        """The number of an unfinished state within the bounds of the game; -1 if play does not reach it."""
        key = self._keys.of_state(state)
        number = int(np.searchsorted(self.keys, key))
        return number if number < len(self.keys) and self.keys[number] == key else -1

    def find_known(self, rows: NDArray[Any]) -> NDArray[np.int64]:
        """The numbers of states that are known to be among these, one in each row."""
        return np.searchsorted(self.keys, self._keys.of(rows))

    def number(self, state: State) -> int:
        """The number of a state, which is its row in arrays. IllegalAction if it is over or not reached."""
        number = self.find(state) if self.game.holds(state) and not self.game.is_over(state) else -1
        if number < 0:
            raise IllegalAction(f"{self.game.name} does not reach {state} from the start, or it is over")
        return number

    def numbers(self, states: Any) -> NDArray[np.int64]:
        """The number of each of many states, such as those of `Batch.table`; -1 for one that is over or not reached."""
        given = np.asarray(states, np.int64).reshape(-1, len(self.fields))
        lowest, highest = np.array(self._keys.lowest), np.array(self._keys.highest)
        within: NDArray[np.bool_] = np.all((given >= lowest) & (given <= highest), axis=1)
        wanted = self._keys.of(np.where(within[:, None], given, lowest))
        numbers = np.minimum(np.searchsorted(self.keys, wanted), len(self) - 1)
        return np.where(within & (self.keys[numbers] == wanted), numbers, -1)

    def state(self, number: int) -> State:
        """The state with a number, for the methods of a `Game`."""
        return state_of(self.game, self._keys.states(self.keys[number : number + 1])[0])

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        """`legal[number, player, action]`; none for a player who is not to act."""
        return legal_actions(self.game, self.table)

    @cached_property
    def options(self) -> NDArray[np.int64]:
        """`options[number, player]`: how many actions a player can choose from; 0 for one who is not to act."""
        options: NDArray[np.int64] = self.legal.sum(axis=2)
        return options

    @property
    def explorer(self) -> Explorer:
        """The states as compiled code finds them, with the order in which they can be solved."""
        if self._explorer is None:
            self._explorer = explore(self.game)
        return self._explorer


def explore(game: Game, check: Any = lambda _: None) -> Explorer:
    """Finds all states of a game. `check` is called now and then and may raise to stop it."""
    explorer = Explorer(game)
    explorer.explore(game.start(), check)
    explorer.sort()
    return explorer
