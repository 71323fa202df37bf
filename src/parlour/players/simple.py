"""Players that need no knowledge of the game: `random`, and one that plays a given list of actions."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING

from parlour.games.errors import ParlourError
from parlour.match.match import View
from parlour.players.base import MixedPlayer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlour.solver.states.stage import Options


class Uniform(MixedPlayer):
    """Every legal action is equally likely."""

    def chances(self, options: Options) -> NDArray[np.float64]:
        return options.even_shares()

    def choose(self, view: View, random: Random) -> int:
        return random.choice(view.actions)  # without NumPy, which takes long to load


class Scripted:
    """Plays these actions, one after the other."""

    def __init__(self, actions: Iterable[int]) -> None:
        self._actions = tuple(actions)
        self._next = 0

    def choose(self, view: View, random: Random) -> int:
        if self._next == len(self._actions):
            raise ParlourError(f"the script ends after {len(self._actions)} actions")
        self._next += 1
        return self._actions[self._next - 1]
