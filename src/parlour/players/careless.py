"""The players that know the exact solution: `perfect`, and careless ones, which make mistakes.

`levels.py` says how careless `beginner`, `easy`, `medium` and `hard` are.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, inf
from typing import TYPE_CHECKING

from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.solution_cache import losses_of, solution_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlour.solver.stages import Stage


class Perfect(MixedPlayer):
    """Plays the mix of the solution. On average no opponent can hold it below the value of its seat."""

    consults_solution = True

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        return solution_of(game).policy(state, player)

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        """The same in many states at once."""
        return stage.perfect


class Careless(MixedPlayer):
    """The more an action gives away, the less likely it is.

    The probability of an action is proportional to

        (its probability in the perfect mix + carelessness * an even share) * exp(-loss / carelessness)

    The second factor is a logit response, which models how people err: seldom where much is at stake. Alone, it would
    choose evenly among the actions that give nothing away, and an even mix is easy to exploit in a secret round; hence
    the first factor. Near 0 the player is `perfect`, far above 1 it is `random`.
    """

    consults_solution = True

    def __init__(self, carelessness: float) -> None:
        if not 0.0 < carelessness < inf:
            raise ParlourError(
                f"carelessness must be a number above 0, not {carelessness!r}; Perfect() makes no mistakes"
            )
        self.carelessness = carelessness

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        perfect, losses = solution_of(game).policy(state, player), losses_of(game, state, player)
        even_share = self.carelessness / max(1, len(losses))
        weights = {
            action: (perfect.get(action, 0.0) + even_share) * exp(-loss / self.carelessness)
            for action, loss in losses.items()
        }
        total = sum(weights.values())
        return {action: weight / total for action, weight in weights.items()}

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        """The same in many states at once."""
        import numpy as np  # not at the top: a player that is only listed must not load it

        even_shares = np.repeat(self.carelessness / stage.counts, stage.counts)
        return stage.scaled((stage.perfect + even_shares) * np.exp(-stage.losses / self.carelessness))
