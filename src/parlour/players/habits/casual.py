"""Simple strategies that stand for a casual person. The levels are calibrated against some of them.

Each follows one strategy from `opponents.py` of its game, but one choice in ten is a slip: any action, all equally
likely.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parlour.games.game import Game
from parlour.games.habits import Column, Pick, Seen
from parlour.players.base import MixedPlayer
from parlour.players.careless import Careless
from parlour.players.habits.habitual import seats
from parlour.players.simple import Uniform
from parlour.solver.stage import Options

SLIPS = 0.1  # the share of choices that are slips


class Casual(MixedPlayer):
    """Follows one strategy, with slips."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick

    def chances(self, options: Options) -> NDArray[np.float64]:
        chances = options.even_shares(SLIPS)
        for player, seen in enumerate(seats(options)):
            chances[options.begins[:, player] + self.options(seen)] += 1.0 - SLIPS
        return chances

    def options(self, seen: Seen) -> Column:
        chosen: Column = np.clip(self.pick(seen), 0, seen.counts - 1)
        return chosen


def calibration_opponents(game: Game) -> list[Casual | Uniform]:
    """The casual strategies of a game; uniform play for a game that has none."""
    return [Casual(strategy) for strategy in getattr(game.part("opponents"), "CASUAL", ())] or [Uniform()]


def held_out_opponents(game: Game) -> list[Casual | Uniform | Careless]:
    """Those that took no part in the calibration: uniform play, a careless perfect player, and more strategies."""
    return [Uniform(), Careless(1.0), *map(Casual, getattr(game.part("opponents"), "HELD_OUT", ()))]
