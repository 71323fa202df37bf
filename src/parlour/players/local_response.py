"""A responder that needs no solution: it knows how its opponent chooses, and looks one decision ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.view import View
from parlour.players.base import position, seat_of

if TYPE_CHECKING:
    from parlour.solver.policy import Policy

REPLIES = 64  # of the opponent, drawn where both choose at the same time
RANDOM_GAMES = 4_000  # for one decision, or one for each pair of an action and a reply if those are more


class LocalResponse:
    """Takes the action that does best on average against a policy, if both play at random afterwards.

    This is a local best response in the sense of Lisý and Bowling (2017). In contrast to a best response it needs no
    other state than the one it is asked about, so it plays games of any size. It may be far from the best; what it
    wins is a lower bound of what can be won.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, view: View, random: Random) -> int:
        game, state, player = view.game, position(view), seat_of(view)
        actions = game.actions(state, player)
        if len(actions) == 1:
            return actions[0]
        gains = self._gains(game, state, player, actions, random)
        return max(zip(actions, gains, strict=True), key=lambda pair: pair[1])[0]

    def _gains(self, game: Game, state: State, player: int, actions: Sequence[int], random: Random) -> list[float]:
        """What each action gets on average, to this player."""
        import numpy as np  # not at the top: a player that is only listed must not load it

        from parlour.fast.compile import compiled
        from parlour.players.search_copy import KERNEL

        rows, gains = np.array([list(state)], np.int32), np.zeros(len(actions))
        own = np.array(actions, np.int64)
        replies = np.array(self._replies(game, state, 1 - player, random), np.int64)
        games = max(1, RANDOM_GAMES // (len(own) * len(replies)))
        seed = random.getrandbits(32)
        compiled(game, KERNEL).fill_gains(game.rules, rows, player, own, replies, games, seed, gains)
        found: list[float] = gains.tolist()
        return found

    def _replies(self, game: Game, state: State, opponent: int, random: Random) -> list[int]:
        """What the opponent may choose at the same time; the same for all actions, so that luck favours none."""
        if opponent not in game.to_act(state):
            return [0]
        from parlour.solver.policy import as_function, checked_mix

        mix = checked_mix(game, state, opponent, as_function(game, self.policy)(state, opponent))
        return random.choices(list(mix), list(mix.values()), k=REPLIES)
