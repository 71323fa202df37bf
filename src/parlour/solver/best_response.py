"""How much a policy loses to an opponent who knows it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import NamedTuple

from parlour.games.contract import State
from parlour.games.errors import WideProof
from parlour.games.game import Game
from parlour.solver.certificate import certify
from parlour.solver.estimate import SizeCheck
from parlour.solver.policy import Policy, as_plan
from parlour.solver.state_space import Space

EXACT = 1e-9  # a wider interval is reported


class BestResponse(NamedTuple):
    value: float  # what following the policy gets from the start, to the player who responds
    policy: Callable[[State, int], dict[int, float]]
    at_most: float  # proved: no policy gets more


def best_response(game: Game, policy: Policy, player: int) -> BestResponse:
    """The best that `player` can do against an opponent who follows the policy.

    The value is exact apart from rounding. Where play can cycle and leaves the cycle so rarely that rounding hides
    better choices, a `WideProof` warning says so, and the best value lies between `value` and `at_most`. A game that is
    too large to solve raises `TooLarge`.
    """
    other = 1 - game.checked_player(player)
    check = SizeCheck(game)
    space = Space(game)
    space.explore(game.start(), check)
    plan, groups, start = as_plan(space, policy, (other,)), space.groups(), space.number(game.start())
    sign = 1.0 if player == 0 else -1.0
    values, responses = certify(game, space.states, plan, groups, other, respond=True)
    value = at_most = sign * float(values[start]) + 0.0  # not -0.0
    if space.cyclic:
        at_most = sign * float(certify(game, space.states, plan, groups, other)[0][start])
    if at_most > value + EXACT:
        message = f"the best response in {game!r} is between {value:.6g} and {at_most:.6g}"
        warnings.warn(message, WideProof, stacklevel=2)

    def respond(state: State, seat: int) -> dict[int, float]:
        if seat != player or player not in game.to_act(state):
            return {}
        number = space.number(state)
        return {game.actions(state, player)[int(responses[number])]: 1.0} if number >= 0 else {}

    return BestResponse(value, respond, at_most)


def exploitability(game: Game, policy: Policy) -> float:
    """What best responses gain against a policy that plays both sides, averaged over the two sides.

    0 is perfect play and 1 is the most. A policy is a function `(state, player)` that returns the chance of each
    action, a mapping from `(state, player)` to the same, or a player with a `mix` method.
    """
    return (best_response(game, policy, 0).value + best_response(game, policy, 1).value) / 2
