"""The player `search`: it looks ahead and needs no solution, so it plays variants of any size."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from random import Random
from typing import TYPE_CHECKING

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Choices
from parlour.match.match import View
from parlour.players.base import MixedPlayer, draw, position, seat_of

if TYPE_CHECKING:
    from parlour.players.search.copies import Mix, Solved

WORK = 60_000_000  # takes about a second
NOISE = 1e-6  # smaller chances are rounding errors


class Search(MixedPlayer):
    """Solves the rest of the game as soon as it is small enough, and looks a few turns ahead before that.

    At the leaves of its tree it estimates how good a state is from a smaller copy of the game, which it solves, or
    from random games where there is no such copy. See `tree.py`.

    `work` limits the outcomes (pairs of actions in a state) that it looks at for one choice. It is not a time, so a
    seed always gives the same match. `seconds` limits it to the work of an ordinary machine in that time.
    """

    mix_varies = True  # with the seed, where random games estimate states

    def __init__(self, work: int = WORK, seconds: float = inf) -> None:
        self.work, self.seconds = work, seconds
        self._rest: Solved | None = None
        self._choices: tuple[Choices, ...] = ()  # that led to it

    def mix(self, game: Game, state: State, player: int, seed: int = 0) -> Mapping[int, float]:
        return self._search(game, state, player, seed)[0]

    def choose(self, view: View, random: Random) -> int:
        game, state, player = view.game, position(view), seat_of(view)
        seed = random.getrandbits(64)
        rest, choices = self._rest, self._choices
        if rest and rest.space.game == game and view.choices[: len(choices)] == choices:
            mix = mix_of(game, state, player, rest.mixes(state))
        else:
            mix, self._rest = self._search(game, state, player, seed)
            self._choices = view.choices
        return draw(mix, random)

    def _search(self, game: Game, state: State, player: int, seed: int) -> tuple[Mapping[int, float], Solved | None]:
        """The mix and, if it was solved, the rest of the game."""
        actions = game.actions(state, player)
        if len(actions) < 2:
            return dict.fromkeys(actions, 1.0), None
        from parlour.players.search.tree import search  # not at the top: it loads NumPy and Numba

        mixes, rest = search(game, state, seed, min(self.work, self.seconds * WORK))
        return mix_of(game, state, player, mixes), rest


def mix_of(game: Game, state: State, player: int, mixes: tuple[Mix, Mix]) -> Mapping[int, float]:
    """The chances of a player's options as chances of actions, without rounding errors."""
    chances = zip(game.actions(state, player), mixes[player].tolist(), strict=True)
    kept = {action: chance for action, chance in chances if chance > NOISE}
    total = sum(kept.values())
    return {action: chance / total for action, chance in kept.items()}
