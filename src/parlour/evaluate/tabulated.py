"""A known player's mixes in all states of a game, calculated at once: asked state by state they would take hours."""

from __future__ import annotations

import numpy as np

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.solution_cache import explored
from parlour.solver.stages import stages


class Tabulated(MixedPlayer):
    """Chooses like the player that it is made from, in every state that can be reached."""

    def __init__(self, game: Game, player: MixedPlayer) -> None:
        self._space, solved = explored(game)
        self._begins = np.zeros((self._space.count, 2), np.int64)  # of each player's chances, by state
        parts, done = [], 0
        for stage in stages(self._space, solved):
            self._begins[stage.states] = done + stage.begins
            parts.append(stage.mixes_of(player))
            done += len(parts[-1])
        self._chances = np.concatenate(parts)

    def mix(self, game: Game, state: State, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        begin = self._begins[self._space.number(state), player]
        return dict(zip(actions, self._chances[begin : begin + len(actions)].tolist(), strict=True))
