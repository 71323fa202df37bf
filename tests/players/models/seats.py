"""What the tests of models share: a small game, a player that is easy to foresee, and a model for every test."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import parlour
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players.base import MixedPlayer
from parlour.players.models.player import ModelPlayer

KEY = "sk-test-0123456789-secret"
GAME = parlour.game("token-showdown", tokens=12, points=2)

Seat: TypeAlias = Callable[..., ModelPlayer]


class Least(MixedPlayer):
    """Always chooses its lowest action."""

    def mix(self, game: Game, state: Any, player: int) -> dict[int, float]:
        return {game.actions(state, player)[0]: 1.0}


def choose(player: ModelPlayer, game: Game = GAME) -> int:
    return player.choose(Match(game).view(0), Random(0))
