"""The shape of a strategy and of an order of states: all that the solver and its certificate share."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

NOISE = 1e-14  # a smaller chance is a rounding error


class Group(NamedTuple):
    """States that only lead to states of earlier groups or, if the group is cyclic, to each other."""

    states: NDArray[np.int32]
    cyclic: bool


class Mixes(NamedTuple):
    """A mix for each player in each state. States are numbered, and a player's options are counted from 0."""

    begins: NDArray[np.int64]  # [state, player]: where the mix begins in the last two arrays
    sizes: NDArray[np.int32]  # [state, player]: how many options it has
    options: NDArray[np.int32]
    chances: NDArray[np.float64]


NO_MIXES = Mixes(np.zeros((0, 2), np.int64), np.zeros((0, 2), np.int32), np.zeros(0, np.int32), np.zeros(0))


class Part(NamedTuple):
    """The mixes of some states of a game: there, states are counted by their position among these."""

    states: NDArray[np.signedinteger[Any]]
    mixes: Mixes
