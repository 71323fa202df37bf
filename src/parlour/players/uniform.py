"""The player `random`: every legal action is equally likely."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.match import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlour.solver.stages import Stage


class Uniform:
    def mix(self, game: Game, state: State, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        return dict.fromkeys(actions, 1.0 / max(1, len(actions)))

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        """The same in many states at once."""
        import numpy as np  # not at the top: a player that is only listed must not load it

        return np.repeat(1.0 / stage.counts, stage.counts)

    def choose(self, view: View, random: Random) -> int:
        return random.choice(view.actions)
