"""How much a policy loses to an opponent who knows it."""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.errors import ParlourError, WideProof
from parlour.games.game import Game
from parlour.solver.batched import as_policy
from parlour.solver.explored import explored
from parlour.solver.policy import Policy
from parlour.solver.progress import Progress, silent
from parlour.solver.replies import Replies
from parlour.solver.stages import Stage, stages
from parlour.solver.state_space import Space

EXACT = 1e-9  # a wider interval is reported


class Response:
    """The policy of a player who always takes the best option against another policy."""

    def __init__(self, space: Space, player: int, options: NDArray[np.int32]) -> None:
        self.space, self.player, self.options = space, player, options

    def __call__(self, state: State, player: int) -> dict[int, float]:
        game, number = self.space.game, self.space.number(state)
        if player != self.player or player not in game.to_act(state) or number < 0:
            return {}
        return {game.actions(state, player)[int(self.options[number])]: 1.0}

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        """The same in many states at once. The other player takes the first option."""
        if stage.space.game != self.space.game:
            raise ParlourError(f"this is a response in {self.space.game!r}, not in {stage.space.game!r}")
        keys = self.space.index.keys[: self.space.count]
        order = np.argsort(keys)
        places = np.searchsorted(keys, stage.space.index.keys[stage.states], sorter=order)
        options = np.zeros((len(stage.states), 2), np.int64)
        options[:, self.player] = self.options[order[places]]
        chances = np.zeros(int(stage.counts.sum()))
        chances[stage.begins + options] = 1.0
        return chances


class BestResponse(NamedTuple):
    value: float  # what following the policy gets from the start, to the player who responds
    policy: Response
    at_most: float  # proved: no policy gets more


def best_response(game: Game, policy: Policy, player: int, *, progress: Progress = silent) -> BestResponse:
    """The best that `player` can do against an opponent who follows the policy.

    The value is exact apart from rounding. Where play can cycle and leaves the cycle so rarely that rounding hides
    better choices, a `WideProof` warning says so, and the best value lies between `value` and `at_most`. A game that is
    too large to solve raises `TooLarge`. `progress` is a callback as in `solve`.
    """
    return best_responses(game, policy, (game.check_player(player),), progress)[0]


def exploitability(game: Game, policy: Policy, *, progress: Progress = silent) -> float:
    """What best responses gain against a policy that plays both sides, averaged over the two sides.

    0 is perfect play and 1 is the most. A policy is one of

    - a function `(state, player)` that returns the chance of each action, or a mapping from `(state, player)` to it;
    - a player with a `mix` method, such as those of the roster;
    - `parlour.batched(function)`, for a function `(table, legal, player)` on arrays, such as a network;
    - two arrays, one for each player, with a row for each state of `parlour.state_space(game)` and a column for each
      action.
    """
    first, second = best_responses(game, policy, (0, 1), progress)
    return (first.value + second.value) / 2


def best_responses(game: Game, policy: Policy, players: tuple[int, ...], progress: Progress) -> list[BestResponse]:
    """The best that each of these players can do against the policy of the other one."""
    space, solved = explored(game, getattr(policy, "consults_solution", False), progress)
    judged = as_policy(space, policy)
    kinds = (False, True) if space.cyclic else (False,)
    replies = {(player, proved): Replies(player, space.count, proved) for player in players for proved in kinds}
    opponents, done = tuple(1 - player for player in players), 0
    for stage in stages(space, solved):
        mixes = stage.mixes_of(judged, opponents)
        for each in replies.values():
            each.add(stage, mixes, lambda _: progress("responding", None))
        done += len(stage.states)
        progress("responding", done / space.count)
    found = [result(space, replies[player, False], replies[player, space.cyclic]) for player in players]
    for best in found:
        if best.at_most > best.value + EXACT:
            more = best.at_most - best.value
            message = f"the best response in {game!r} gets {best.value:.6g}; another may get up to {more:.2g} more"
            warnings.warn(message, WideProof, stacklevel=3)
    return found


def result(space: Space, replies: Replies, proved: Replies) -> BestResponse:
    player, start = replies.player, space.number(space.game.start())
    sign = 1.0 if player == 0 else -1.0
    value, at_most = (sign * float(each.values[start]) + 0.0 for each in (replies, proved))  # not -0.0
    return BestResponse(value, Response(space, player, replies.options), at_most)
