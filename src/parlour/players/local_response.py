"""A responder that needs no solution: it knows how its opponent chooses next."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS
from parlour.match.match import View
from parlour.players.base import position, seat_of
from parlour.players.roster import player as by_name
from parlour.strategy import check_mix

if TYPE_CHECKING:
    from parlour.solver.policies.strategies import PolicyLike

REPLIES = 64  # of the opponent that are drawn for an action
RANDOM_GAMES = 4_000  # for one choice, or one for each reply to each action if those are more
NONE = -1  # in place of a reply: the opponent is not to act, or not alone


class LocalResponse:
    """Takes the action that does best on average if the opponent answers it by a policy and random play follows.

    This is a local best response in the sense of Lisý and Bowling (2017). Unlike a best response, it asks the
    policy only about the states that its actions lead to, so it plays games of any size. It may be far from the best;
    its score is a lower bound of the best score.

    `policy` is the name of a player, or a policy as for `parlour.exploitability`, except arrays.
    """

    def __init__(self, policy: PolicyLike | str) -> None:
        from parlour.solver.policies.strategies import as_strategy  # not at the top: it loads NumPy

        known: Any = by_name(policy) if isinstance(policy, str) else policy
        self.strategy = as_strategy(known)

    def choose(self, view: View, random: Random) -> int:
        game, state, player = view.game, position(view), seat_of(view)
        actions = game.actions(state, player)
        if len(actions) == 1:
            return actions[0]
        gains = self.gains(game, state, player, random)
        return max(zip(actions, gains, strict=True), key=lambda pair: pair[1])[0]

    def gains(self, game: Game, state: State, player: int, random: Random) -> list[float]:
        """The average result of each of a player's actions, to that player."""
        import numpy as np  # not at the top: a player that is only listed must not load it

        from parlour.fast.compile import compile_kernels
        from parlour.players.search.copies import KERNEL

        states, chosen, drawn = zip(*self._all_replies(game, state, player, random), strict=True)
        rows, actions, replies = np.array([list(each) for each in states], np.int32), np.array(chosen), np.array(drawn)
        games, seed, found = max(1, RANDOM_GAMES // replies.size), random.getrandbits(32), np.zeros(len(rows))
        kernel = compile_kernels(game, KERNEL)
        kernel.fill_gains(game.rules, rows, player, actions, replies, games, seed, MAX_TURNS, found)
        gains: list[float] = found.tolist()
        return gains

    def _all_replies(self, game: Game, state: State, player: int, random: Random) -> list[tuple[State, int, list[int]]]:
        """Where the opponent answers each of the player's actions, and how.

        The action is 0 if it has been played, that is, unless both choose at the same time.
        """
        actions, opponent = game.actions(state, player), 1 - player
        if opponent in game.to_act(state):  # both choose in secret; the same replies are fair to all actions
            replies = self._replies(game, state, opponent, random)
            return [(state, action, replies) for action in actions]
        asked = []
        for action in actions:
            after = game.play(state, action, action)
            alone = game.to_act(after) == (opponent,)
            asked.append((after, 0, self._replies(game, after, opponent, random) if alone else [NONE] * REPLIES))
        return asked

    def _replies(self, game: Game, state: State, opponent: int, random: Random) -> list[int]:
        """Choices of the opponent, drawn from the policy."""
        mix = check_mix(game, state, opponent, self.strategy.mix(game, state, opponent))
        return random.choices(list(mix), list(mix.values()), k=REPLIES)
