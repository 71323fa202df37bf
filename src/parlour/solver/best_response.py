"""How much a policy loses to an opponent who knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.solver.certificate import certify
from parlour.solver.policy import Policy, as_plan
from parlour.solver.state_space import Space


class BestResponse(NamedTuple):
    value: float  # at the start of the game, to the player who responds
    policy: Callable[[State, int], dict[int, float]]


def best_response(game: Game, policy: Policy, player: int) -> BestResponse:
    """The best that `player` can do against an opponent who follows the policy.

    The value is exact where the game cannot cycle. Where it can, the value may be too high, never too low.
    """
    other = 1 - game.checked_player(player)
    space = Space(game)
    space.explore(game.start())
    plan = as_plan(space, policy, (other,))
    values, responses = certify(game, space.states, plan, space.groups(), other, respond=True)

    def respond(state: State, seat: int) -> dict[int, float]:
        if seat != player or player not in game.to_act(state):
            return {}
        number = space.number(state)
        return {game.actions(state, player)[int(responses[number])]: 1.0} if number >= 0 else {}

    value = float(values[space.number(game.start())])
    return BestResponse(value if player == 0 else -value, respond)


def exploitability(game: Game, policy: Policy) -> float:
    """What best responses gain against a policy that plays both sides, averaged over the two sides.

    0 is perfect play and 1 is the most. A policy is a function `(state, player)` that returns the chance of each
    action, a mapping from `(state, player)` to the same, or a player with a `mix` method.
    """
    return (best_response(game, policy, 0).value + best_response(game, policy, 1).value) / 2
