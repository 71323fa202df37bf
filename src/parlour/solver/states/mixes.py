"""The shape of a strategy and of an order of states: all that the solver and its certificate share."""

from typing import NamedTuple

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


class Part(NamedTuple):
    """The mixes of some states one after another, the first player's before the second's."""

    states: NDArray[np.int32]
    sizes: NDArray[np.int32]  # [position in `states`, player]
    options: NDArray[np.int32]
    chances: NDArray[np.float64]
