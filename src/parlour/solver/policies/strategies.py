"""Everything that you may pass as a policy, as a `Strategy`: functions, mappings, functions on arrays, arrays."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.fast.devices import legal_actions, on_host
from parlour.fast.duel import Function
from parlour.fast.policy_table import PolicyTable
from parlour.fast.slots import table_type
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.solver.policies.policy import check_legal, policy_of_arrays
from parlour.solver.states.stage import Options, Position
from parlour.solver.states.states import States
from parlour.strategy import Mix, Strategy


class Mixer(Protocol):
    """A player that knows the chances of its actions."""

    def mix(self, game: Game, state: State, player: int) -> Mix: ...


Arrays: TypeAlias = NDArray[Any] | tuple[Any, Any] | list[Any]  # one for each player
PolicyLike: TypeAlias = Mixer | Callable[[Any, int], Mix] | Mapping[Any, Mix] | Arrays


def as_strategy(policy: PolicyLike, states: Callable[[], States] | None = None) -> Strategy:
    """The one door for policies. Every function that takes one begins here.

    Arrays are a policy of all `states`. Where only some are met, nothing numbers them, and arrays are refused.
    """
    if isinstance(policy, Strategy):
        return policy
    if isinstance(policy, PolicyTable):
        return Batched(lambda table, _, player: policy.chances(table, player), policy.game)
    if isinstance(policy, tuple | list) or hasattr(policy, "__array__") or hasattr(policy, "__dlpack__"):
        if states is None:
            raise ParlourError("arrays need every state of a game; pass parlour.tabulate(game, arrays)")
        return policy_of_arrays(states(), policy)
    if isinstance(policy, Mapping) or hasattr(policy, "mix") or (callable(policy) and not takes_arrays(policy)):
        return Wrapped(policy)
    raise ParlourError(
        "a policy is a function (state, player), a mapping from (state, player), a player with mix(game, state, "
        f"player), a function on arrays in parlour.batched(...), or two arrays; not {description(policy)}"
    )


class Wrapped(Strategy):
    """A function `(state, player)`, a mapping from `(state, player)`, or a player of yours, as a strategy."""

    def __init__(self, policy: Any) -> None:
        self.consults_solution = bool(getattr(policy, "consults_solution", False))
        self.mix_varies = bool(getattr(policy, "mix_varies", False))
        self._policy = policy

    def mix(self, game: Game, state: State, player: int) -> Mix:
        policy: Any = self._policy
        if isinstance(policy, Mapping):
            if (state, player) not in policy:
                raise ParlourError(f"the policy has no entry for player {player} in {state}")
            return policy[state, player]  # type: ignore[no-any-return]  # it is checked where it is used
        return policy.mix(game, state, player) if hasattr(policy, "mix") else policy(state, player)  # type: ignore[no-any-return]  # as above


def takes_arrays(function: Callable[..., Any]) -> bool:
    """Whether a function has the three parameters of one on arrays, which was not wrapped."""
    try:
        parameters = signature(function).parameters.values()
    except ValueError:  # it does not say
        return False
    return sum(each.default is each.empty and each.kind is each.POSITIONAL_OR_KEYWORD for each in parameters) == 3


def description(policy: object) -> str:
    if callable(policy):
        return "a function with three parameters; wrap it in parlour.batched"
    if isinstance(policy, str):
        return f"a name; a player with that name comes from parlour.players.player({policy!r})"
    return type(policy).__name__


class Batched(Strategy):
    """A function on arrays as a strategy, for any game or for one."""

    def __init__(self, function: Function, game: Game | None = None) -> None:
        self.function, self._game = function, game

    def position(self, game: Game, state: State, player: int) -> Position:
        return Position(game, state, player)

    def chances(self, options: Options) -> NDArray[np.float64]:
        game = options.game
        if self._game not in (None, game):
            raise ParlourError(f"this is a table for {self._game!r}, not for {game!r}")
        table = options.rows.astype(table_type(game))
        legal = legal_actions(game, table)
        chances = options.first_options()
        for player in options.players:
            positions = np.flatnonzero(legal[:, player].any(axis=1))
            if len(positions):
                allowed = legal[positions, player]
                given = answer(self.function(table[positions], allowed.copy(), player), allowed, player)
                check_legal(given, allowed, player, lambda row, where=positions: options.state(int(where[row])))
                chances[options.entries(positions, player)] = given[allowed]
        return chances


def batched(function: Function) -> Batched:
    """A policy from a function `(table, legal, player)`; also a decorator.

    `table` has one state in each row, with the columns of `Batch.table`; the player is to act in all of them. `legal`
    says which actions are legal, `legal[row, action]`. The function returns the chance of each action in the same
    shape, as an array of NumPy, PyTorch, JAX or CuPy.
    """
    if not callable(function):
        raise ParlourError(f"batched takes a function (table, legal, player), not {type(function).__name__}")
    return Batched(function)


def answer(chances: Any, legal: NDArray[np.bool_], player: int) -> NDArray[np.float64]:
    """Chances in the shape of `legal`, from any array."""
    try:
        given: NDArray[np.float64] = on_host(chances)
    except (TypeError, ValueError) as error:
        raise ParlourError(f"the policy of player {player} must return an array of real numbers: {error}") from error
    if given.shape != legal.shape:
        wanted = f"chances of shape {legal.shape}, like `legal`"
        raise ParlourError(f"the policy of player {player} must return {wanted}; not of shape {given.shape}")
    return given
