"""The simple players: `random`, one that plays a given list, and those that know the exact solution.

`habits/levels.py` says how careless `beginner`, `easy`, `medium` and `hard` are.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
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


class Perfect(MixedPlayer):
    """Plays the mix of the solution. On average no opponent can hold it below the proved bound of its seat."""

    consults_solution = True

    def chances(self, options: Options) -> NDArray[np.float64]:
        return options.perfect


class Careless(MixedPlayer):
    """The greater the loss of an action, the less likely it is.

    The probability of an action is proportional to

        (its probability in the perfect mix + carelessness * an even share) * exp(-loss / carelessness)

    The second factor is a logit response, which models how people err: seldom where much is at stake. Alone, it would
    choose evenly among the actions without a loss, and an even mix is easy to exploit in a secret round; hence the
    first factor. Near 0 the player is `perfect`, far above 1 it is `random`.
    """

    consults_solution = True

    def __init__(self, carelessness: float) -> None:
        if not 0.0 < carelessness < inf:
            raise ParlourError(
                f"carelessness must be a number above 0, not {carelessness!r}; Perfect() makes no mistakes"
            )
        self.carelessness = carelessness

    def chances(self, options: Options) -> NDArray[np.float64]:
        import numpy as np  # not at the top: a player that is only listed must not load it

        weights = options.perfect + options.even_shares(self.carelessness)
        return options.scale(weights * np.exp(-options.losses / self.carelessness))
