"""The player `perfect`: it plays the mix of the exact solution, which nobody can beat on average."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.solution_cache import solution_of


class Perfect(MixedPlayer):
    consults_solution = True

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        return solution_of(game).policy(state, player)
