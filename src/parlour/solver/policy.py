"""What a policy is, and how a mix is checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Protocol, TypeAlias

from numpy.typing import NDArray

from parlour.games.checks import whole_number
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError, shorten
from parlour.games.game import Game

Mix: TypeAlias = Mapping[int, float]  # the chance of each action


class Mixer(Protocol):
    """A player that knows the chances of its actions."""

    def mix(self, game: Game, state: State, player: int) -> Mix:
        """The chance of each action, for a player who is to act."""


class Tabulator(Protocol):
    """A policy that answers for many states at once."""

    def chances_in(self, stage: Any) -> Any:
        """The chances in a `Stage`, in its order."""


Arrays: TypeAlias = NDArray[Any] | tuple[Any, Any] | list[Any]  # one for each player
Policy: TypeAlias = Callable[[Any, int], Mix] | Mapping[Any, Mix] | Mixer | Tabulator | Arrays
SUM_TOLERANCE = 1e-6  # how far the sum of a mix may be from 1; see TOLERANCE in fast/callback.py for arrays


def as_function(game: Game, policy: Policy) -> Callable[[State, int], Mix]:
    if isinstance(policy, Mapping):
        table = policy

        def look_up(state: State, player: int) -> Mix:
            if (state, player) not in table:
                raise ParlourError(f"the policy has no entry for player {player} in {state}")
            return table[state, player]

        return look_up
    if hasattr(policy, "mix"):
        mixer: Any = policy
        return lambda state, player: mixer.mix(game, state, player)
    if callable(policy) and not takes_arrays(policy):
        return policy
    raise ParlourError(
        "a policy is a function (state, player), a mapping from (state, player), a player with mix(game, state, "
        f"player), a function on arrays in parlour.batched(...), or two arrays; not {described(policy)}"
    )


def takes_arrays(function: Callable[..., Any]) -> bool:
    """Whether a function has the three parameters of one on arrays, which was not wrapped."""
    try:
        parameters = signature(function).parameters.values()
    except ValueError:  # it does not say
        return False
    return sum(each.default is each.empty and each.kind is each.POSITIONAL_OR_KEYWORD for each in parameters) == 3


def described(policy: object) -> str:
    if callable(policy):
        return "a function with three parameters; wrap it in parlour.batched"
    if isinstance(policy, str):
        return f"a name; a player with that name comes from parlour.players.player({policy!r})"
    return type(policy).__name__


def checked_mix(game: Game, state: State, player: int, mix: object) -> dict[int, float]:
    """The actions with a chance above zero, scaled to sum to 1; or an error that names the state."""
    where = f"of player {player} in {state}"
    if not isinstance(mix, Mapping):
        raise ParlourError(f"the policy {where} must map actions to chances, not be {shorten(mix)}")
    allowed, checked = game.actions(state, player), {}
    for action, chance in mix.items():
        number = whole_number(action)
        if number is None or number not in allowed:
            raise IllegalAction(f"the policy {where} gives a chance to {shorten(action)}, which is illegal")
        share = float(chance)
        if not 0.0 <= share <= 1.0 + SUM_TOLERANCE:
            raise ParlourError(f"the policy {where} gives {action} a chance of {shorten(chance)}")
        if share > 0.0:
            checked[number] = share
    total = sum(checked.values())
    if abs(total - 1.0) > SUM_TOLERANCE:
        raise ParlourError(f"the chances {where} sum to {total:.6g}, not to 1")
    return {action: share / total for action, share in checked.items()}
