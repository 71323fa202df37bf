"""The player `random`: every legal action is equally likely."""

from __future__ import annotations

from random import Random

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.view import View


class Uniform:
    def mix(self, game: Game, state: State, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        return dict.fromkeys(actions, 1.0 / max(1, len(actions)))

    def choose(self, view: View, random: Random) -> int:
        return random.choice(view.actions)
