"""The player called `search`: it looks ahead and needs no solution, so that it plays variants of any size."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.view import View
from parlour.players.base import Mixing, drawn, position, seat_of

WORK = 3_000_000  # less than a second
SELDOM = 0.02  # of the likeliest option: what is chosen less often than this was only being tried


class Search(Mixing):
    """A tree search for secret rounds and open turns alike, by regret matching; `tree.py` says how.

    `work` is how many positions and random games it looks at for one decision. It is counted and not timed, so that a
    seed gives the same match again.
    """

    def __init__(self, work: int = WORK) -> None:
        self.work = work

    def mix(self, game: Game, state: State, player: int, seed: int = 0) -> Mapping[int, float]:
        actions = game.actions(state, player)
        if len(actions) < 2:
            return dict.fromkeys(actions, 1.0)
        from parlour.players.search_tree import grown  # not before it is needed: NumPy and Numba come with it

        mix = dict(zip(actions, grown(game, state, seed, self.work)[player].tolist(), strict=True))
        kept = {action: share for action, share in mix.items() if share >= SELDOM * max(mix.values())}
        total = sum(kept.values())
        return {action: share / total for action, share in kept.items()}

    def choose(self, view: View, random: Random) -> int:
        return drawn(self.mix(view.game, position(view), seat_of(view), random.getrandbits(64)), random)
