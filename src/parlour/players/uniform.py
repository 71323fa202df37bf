"""The player `random`: every legal action is equally likely."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from parlour.match.match import View
from parlour.players.base import MixedPlayer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlour.solver.stage import Options


class Uniform(MixedPlayer):
    def chances(self, options: Options) -> NDArray[np.float64]:
        return options.even_shares()

    def choose(self, view: View, random: Random) -> int:
        return random.choice(view.actions)  # without NumPy, which takes long to load
