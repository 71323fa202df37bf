"""How much a policy can lose to somebody who knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.solver.certificate import certify
from parlour.solver.policy import Policy, as_plan
from parlour.solver.solver import groups
from parlour.solver.state_space import Space


class BestResponse(NamedTuple):
    value: float  # what the response is worth, from the start, to the player who makes it
    policy: Callable[[State, int], dict[int, float]]


def best_response(game: Game, policy: Policy, player: int) -> BestResponse:
    """The best that `player` can do against an opponent who follows the policy, and how.

    Exact where a game cannot go round in circles. Where it can, the value never flatters the policy: it is what the
    response is worth at most, and rounding apart what it is worth.
    """
    space, other = explored(game), 1 - game.checked_player(player)
    plan = as_plan(space, policy, (other,))
    worth, answers = certify(game, space.tables.states[: space.count], plan, groups(space), other, answering=True)

    def respond(state: State, seat: int) -> dict[int, float]:
        if seat != player or player not in game.to_act(state):
            return {}
        number = space.number(state)
        return {game.actions(state, player)[int(answers[number])]: 1.0} if number >= 0 else {}

    value = float(worth[space.number(game.start())])
    return BestResponse(value if player == 0 else -value, respond)


def exploitability(game: Game, policy: Policy) -> float:
    """What best responses gain against a policy that plays both sides, on average over the two sides.

    0 is perfect play; with values from -1 to 1 nothing is above 1. A policy is a function `(state, player)` that
    returns actions with their chances, a table of the same by `(state, player)`, or a player that has `mix`.
    """
    return (best_response(game, policy, 0).value + best_response(game, policy, 1).value) / 2


def explored(game: Game) -> Space:
    space = Space(game)
    space.explore(game.start(), lambda _: None)
    return space
