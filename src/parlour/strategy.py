"""`Strategy`: how likely each choice is. The one protocol of players with a mix, of policies and of solutions.

`solver/policies/strategies.py` makes a strategy of everything that may be passed as a policy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from parlour.games.checks import whole_number
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError, shorten
from parlour.games.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Mix: TypeAlias = Mapping[int, float]  # the chance of each action
NEGLIGIBLE = 1e-7  # a smaller chance is a rounding error
SUM_TOLERANCE = 1e-6  # how far the sum of a mix may be from 1; see TOLERANCE in fast/duel.py for arrays


def likely(mix: Mix) -> dict[int, float]:
    """A mix without chances that are rounding errors, as people see it."""
    return {action: chance for action, chance in mix.items() if chance > NEGLIGIBLE}


class Strategy:
    """A mix for each player in each state of a game.

    A subclass defines one form, and the other follows from it:

    - `mix(game, state, player)`: the chance of each action in one state;
    - `chances(options)`: the chance of each option of many states, as an array. `Options` in `solver/states/stage.py`
      says in which order, and has all that a strategy may look at: the states, the solution, the losses.
    """

    consults_solution = False  # whether the game has to be solved first
    mix_varies = False  # whether it may find another mix when it meets the same position again

    def mix(self, game: Game, state: State, player: int) -> Mix:
        """The chance of each action; actions without one are never chosen. Empty if the player is not to act."""
        if player not in game.to_act(state):
            return {}
        position = self.position(game, state, player)
        chances = self.chances(position)[position.own].tolist()
        total = sum(chances)
        mix = zip(position.actions[player], chances, strict=True)
        return {action: chance / total for action, chance in mix if chance}

    def chances(self, options: Any) -> NDArray[np.float64]:
        """The chance of each option."""
        if type(self).mix is Strategy.mix:
            raise NotImplementedError(f"{type(self).__name__} defines neither mix nor chances")
        game: Game = options.game
        chances: NDArray[np.float64] = options.first_options()
        for position in range(len(options.rows)):
            state = options.state(position)
            for player in game.to_act(state):
                if player in options.players:
                    mix = check_mix(game, state, player, self.mix(game, state, player))
                    place = int(options.begins[position, player])
                    actions = game.actions(state, player)
                    chances[place : place + len(actions)] = [mix.get(action, 0.0) for action in actions]
        return chances

    def position(self, game: Game, state: State, player: int) -> Any:
        """One state as `Options`, for a strategy that defines `chances`."""
        raise NotImplementedError

    @property
    def is_slow(self) -> bool:
        """Whether it has to be asked state by state."""
        return type(self).chances is Strategy.chances


def ask(strategy: Strategy, options: Any) -> NDArray[np.float64]:
    """The chances of a strategy, checked."""
    chances: NDArray[np.float64] = options.check(strategy.chances(options))
    return chances


def check_mix(game: Game, state: State, player: int, mix: object) -> dict[int, float]:
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
