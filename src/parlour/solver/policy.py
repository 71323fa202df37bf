"""Anybody's policy as a plan for every state, so that it can be answered exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

import numpy as np

from parlour.games.checks import shortened, whole_number
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.solver.certificate import Plan
from parlour.solver.state_space import Space

Mix: TypeAlias = Mapping[int, float]  # actions and their chances


class Mixer(Protocol):
    """A player that can say how likely each of its actions is."""

    def mix(self, game: Game, state: State, player: int) -> Mix:
        """The actions with a chance, for a player who is to act."""


Policy: TypeAlias = Callable[[Any, int], Mix] | Mapping[Any, Mix] | Mixer
SUM = 1e-6  # chances may miss one by this


def as_function(game: Game, policy: Policy) -> Callable[[State, int], Mix]:
    """A function of state and player from a function, a table by (state, player), or a player with `mix`."""
    if isinstance(policy, Mapping):
        table = policy

        def looked_up(state: State, player: int) -> Mix:
            if (state, player) not in table:
                raise ParlourError(f"the table says nothing of player {player} in {state}")
            return table[state, player]

        return looked_up
    if hasattr(policy, "mix"):
        mixer: Mixer = policy
        return lambda state, player: mixer.mix(game, state, player)
    if callable(policy):
        return policy
    raise ParlourError(
        "a policy is a function of state and player, a table by (state, player), or a player with "
        f"mix(game, state, player); {type(policy).__name__} is none of these"
    )


def as_plan(space: Space, policy: Policy, players: tuple[int, ...]) -> Plan:
    """The policy written down for these players in every state; the others do whatever comes first."""
    game, choose = space.game, as_function(space.game, policy)
    begins, sizes = np.zeros((space.count, 2), np.int64), np.ones((space.count, 2), np.int32)
    chosen, chances = [0], [1.0]  # what a player does who is not asked
    for number in range(space.count):
        state = space.state(number)
        for player in game.to_act(state):
            if player in players:
                mix = checked_mix(game, state, player, choose(state, player))
                places = {action: place for place, action in enumerate(game.actions(state, player))}
                begins[number, player], sizes[number, player] = len(chosen), len(mix)
                chosen += [places[action] for action in mix]
                chances += mix.values()
    return Plan(begins, sizes, np.array(chosen, np.int32), np.array(chances, np.float64))


def checked_mix(game: Game, state: State, player: int, mix: object) -> dict[int, float]:
    """The actions that have a chance, with chances that add up to one; or an error that says what is wrong."""
    where = f"of player {player} in {state}"
    if not isinstance(mix, Mapping):
        raise ParlourError(f"the policy {where} must be actions with their chances, not {shortened(mix)}")
    allowed, made = game.actions(state, player), {}
    for action, chance in mix.items():
        number = whole_number(action)
        if number is None or number not in allowed:
            raise IllegalAction(f"the policy {where} gives a chance to {shortened(action)}, which is not allowed")
        share = float(chance)
        if not 0.0 <= share <= 1.0 + SUM:
            raise ParlourError(f"the policy {where} gives {action} a chance of {shortened(chance)}")
        if share > 0.0:
            made[number] = share
    total = sum(made.values())
    if abs(total - 1.0) > SUM:
        raise ParlourError(f"the chances {where} add up to {total:.6g}, not to 1")
    return {action: share / total for action, share in made.items()}
