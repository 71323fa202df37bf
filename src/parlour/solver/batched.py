"""Policies that answer for many states at once: functions on arrays, such as networks, and arrays themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.callback import TOLERANCE, Function
from parlour.fast.devices import on_host
from parlour.fast.legal import legal_actions
from parlour.fast.policy_table import PolicyTable
from parlour.fast.slots import table_type
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.solver.policy import Policy
from parlour.solver.solution import Solution
from parlour.solver.state_space import Space

if TYPE_CHECKING:
    from parlour.solver.stages import Stage


def batched(function: Function) -> Batched:
    """A policy from a function `(table, legal, player)`; also a decorator.

    `table` has one state in each row, with the columns of `Batch.table`; the player is to act in all of them. `legal`
    says which actions are legal, `legal[row, action]`. The function returns the chance of each action in the same
    shape, as an array of NumPy, PyTorch, JAX or CuPy.
    """
    if not callable(function):
        raise ParlourError(f"batched takes a function (table, legal, player), not {type(function).__name__}")
    return Batched(function)


class Batched:
    """What `batched` returns."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def mix(self, game: Game, state: State, player: int) -> dict[int, float]:
        """The chance of each action in one state."""
        table = np.array([state], table_type(game))
        legal = legal_actions(game, table)[:, player]
        given = answered(self.function(table, legal.copy(), player), legal, player)
        problem = illegal_chance(given, legal)
        if problem:
            raise IllegalAction(f"the policy of player {player} in {state} {problem[1]}")
        chances = given[0] / given[0][legal[0]].sum()
        return {int(action): float(chances[action]) for action in np.flatnonzero(legal[0])}

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        table = stage.space.states[stage.states].astype(table_type(stage.space.game))
        return filled(stage, table, lambda rows, legal, player: self.function(table[rows], legal.copy(), player))


class Tabular:
    """A policy from two arrays, one for each player: `arrays[player][row, action]`, in the order of `state_space`."""

    def __init__(self, space: Space, arrays: Any) -> None:
        self.arrays, shape = [on_host(array) for array in arrays], (space.count, space.game.action_count())
        if len(self.arrays) != 2 or any(array.shape != shape for array in self.arrays):
            shapes = ", ".join(str(array.shape) for array in self.arrays)
            raise ParlourError(f"a policy as arrays has two of shape {shape}, one for each player; not {shapes}")
        self.rows = np.argsort(np.argsort(space.index.keys[: space.count]))  # by the number of the state

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        table, numbers = stage.space.states[stage.states], self.rows[stage.states]
        return filled(stage, table, lambda rows, _, player: self.arrays[player][numbers[rows]])


def as_policy(space: Space, policy: Any) -> Policy:
    """What is known for all states at once, in the form that answers so; anything else stays as it is."""
    if isinstance(policy, PolicyTable):
        if policy.game != space.game:
            raise ParlourError(f"this is a table for {policy.game!r}, not for {space.game!r}")
        return Batched(lambda table, _, player: policy.chances(table, player))
    owner = getattr(policy, "__self__", None)
    if isinstance(owner, Solution) and owner.game == space.game and policy == owner.policy:
        return Tabular(space, owner.table().policies)
    is_array = hasattr(policy, "__array__") or hasattr(policy, "__dlpack__")
    return Tabular(space, policy) if is_array or isinstance(policy, tuple | list) else policy


def filled(
    stage: Stage, table: NDArray[Any], answer: Callable[[Any, NDArray[np.bool_], int], Any]
) -> NDArray[np.float64]:
    """The chances of a stage. `answer` gets the rows in which a player is to act and what is legal there."""
    legal = legal_actions(stage.space.game, table.astype(table_type(stage.space.game)))
    chances = np.ones(int(stage.counts.sum()))  # a player who is not to act has one option
    for player in (0, 1):
        rows = np.flatnonzero(legal[:, player].any(axis=1))
        if len(rows):
            allowed = legal[rows, player]
            given = answered(answer(rows, allowed, player), allowed, player)
            problem = illegal_chance(given, allowed)
            if problem:
                row, reason = problem
                state = stage.space.state(int(stage.states[rows[row]]))
                raise IllegalAction(f"the policy of player {player} in {state} {reason}")
            chances[stage.entries(rows, player)] = given[allowed]
    return chances


def answered(chances: Any, legal: NDArray[np.bool_], player: int) -> NDArray[np.float64]:
    """Chances in the shape of `legal`, whatever array they are."""
    try:
        given: NDArray[np.float64] = on_host(chances)
    except (TypeError, ValueError) as error:
        raise ParlourError(f"the policy of player {player} must return an array of real numbers: {error}") from error
    if given.shape != legal.shape:
        wanted = f"chances of shape {legal.shape}, like `legal`"
        raise ParlourError(f"the policy of player {player} must return {wanted}; not of shape {given.shape}")
    return given


def illegal_chance(given: NDArray[np.float64], legal: NDArray[np.bool_]) -> tuple[int, str] | None:
    """A row with a chance for an illegal action, and what is wrong; the sums are checked where all policies are."""
    illegal = np.where(legal, 0.0, given)
    wrong = ~(np.abs(illegal).max(axis=1) <= TOLERANCE)
    if wrong.any():
        row = int(np.argmax(wrong))
        action = int(np.argmax(~(np.abs(illegal[row]) <= TOLERANCE)))
        return row, f"gives a chance of {illegal[row, action]:.3g} to {action}, which is illegal"
    return None
