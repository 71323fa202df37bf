"""Numbers every unfinished state that the bounds of a game allow, so that one can be found by its number."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.game import Game


class Keys(NamedTuple):
    """The bounds of an unfinished state, and the weight of each field in a key."""

    lowest: Any
    highest: Any
    strides: Any

    def of(self, states: NDArray[np.int64]) -> NDArray[np.int64]:
        """The key of each row; its fields must be within the bounds."""
        keys: NDArray[np.int64] = (states - np.array(self.lowest)) @ np.array(self.strides)
        return keys

    def of_state(self, state: State) -> int:
        return sum((field - low) * stride for field, low, stride in zip(state, self.lowest, self.strides, strict=True))

    def states(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The fields of the state with each key, as rows."""
        sizes = np.array(self.highest) - np.array(self.lowest) + 1
        states: NDArray[np.int64] = keys[:, None] // np.array(self.strides) % sizes + np.array(self.lowest)
        return states


def keys_of(game: Game) -> Keys:
    lowest, highest = (bound._replace(winner=0) for bound in game.bounds())
    strides, stride = [], 1
    for low, high in zip(lowest, highest, strict=True):
        strides.append(stride)
        stride *= high - low + 1
    return Keys(lowest, highest, type(lowest)(*strides))
