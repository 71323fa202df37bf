"""The player `search`: it looks ahead and needs no solution, so it plays variants of any size."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from random import Random

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.view import View
from parlour.players.base import MixedPlayer, drawn, position, seat_of

WORK = 3_000_000  # less than a second
RARE = 0.02  # of the likeliest action's probability; rarer actions are only traces of exploration


class Search(MixedPlayer):
    """Tree search by regret matching, for secret rounds and ordinary turns (see `kernels/search.py`).

    `work` counts the states and random games that it evaluates for one decision. It is not a time, so a seed always
    gives the same match, unless `seconds` ends the search before.
    """

    mix_varies = True  # with the seed of the search

    def __init__(self, work: int = WORK, seconds: float = inf) -> None:
        self.work, self.seconds = work, seconds

    def mix(self, game: Game, state: State, player: int, seed: int = 0) -> Mapping[int, float]:
        actions = game.actions(state, player)
        if len(actions) < 2:
            return dict.fromkeys(actions, 1.0)
        from parlour.players.search_tree import root_mixes  # not at the top: it loads NumPy and Numba

        found = root_mixes(game, state, seed, self.work, self.seconds)[player].tolist()
        least = RARE * max(found)
        kept = {action: probability for action, probability in zip(actions, found, strict=True) if probability >= least}
        total = sum(kept.values())
        return {action: probability / total for action, probability in kept.items()}

    def choose(self, view: View, random: Random) -> int:
        return drawn(self.mix(view.game, position(view), seat_of(view), random.getrandbits(64)), random)
