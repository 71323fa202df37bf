"""`Policy`: a mix for each player in every state of a game."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.devices import on_host
from parlour.fast.duel import TOLERANCE
from parlour.fast.policy_table import Listed
from parlour.fast.ragged import begins_of, runs
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.solver.states.mixes import Mixes
from parlour.solver.states.stage import Options
from parlour.solver.states.states import States
from parlour.strategy import Mix, Strategy


class Policy(Strategy):
    """A strategy as ragged arrays over the options of all states. You can call it: `policy(state, player)`.

    It may be for one player only, as a best response is. Where both are asked, the other one takes the first option.
    """

    def __init__(self, states: States, mixes: Mixes) -> None:
        self.states, self.mixes = states, mixes

    def __call__(self, state: State, player: int) -> dict[int, float]:
        """The chance of each action. Empty if the player is not to act."""
        game = self.states.game
        if game.check_player(player) not in game.to_act(state):
            return {}
        (mixes, number), actions = self._find(state), game.actions(state, player)
        begin = int(mixes.begins[number, player])
        entries = slice(begin, begin + int(mixes.sizes[number, player]))
        options, chances = mixes.options[entries].tolist(), mixes.chances[entries].tolist()
        return {actions[option]: chance for option, chance in zip(options, chances, strict=True)}

    def _find(self, state: State) -> tuple[Mixes, int]:
        """The mixes of this state and others, and its number among them."""
        return self.mixes, self.states.number(state)

    def mix(self, game: Game, state: State, player: int) -> Mix:
        return self(state, player)

    def chances(self, options: Options) -> NDArray[np.float64]:
        if options.game != self.states.game:  # such as the same game with fewer tokens
            return super().chances(options)
        numbers = self.states.numbers(options.rows)
        if (numbers < 0).any():
            raise IllegalAction(f"{options.game.name} does not reach {options.state(int(np.argmin(numbers)))}")
        chances = options.spread(self.mixes, numbers)
        chances[options.begins[self.mixes.sizes[numbers] == 0]] = 1.0
        return chances

    @cached_property
    def listed(self) -> Listed:
        """The actions and chances of the players who are to act."""
        options, mixes = self.states.options, self.mixes
        sizes = np.where(options > 0, mixes.sizes, 0)
        entries = runs(mixes.begins, sizes)
        actions = np.nonzero(self.states.legal)[2]  # of every option, state by state
        owners = np.repeat(begins_of(options).ravel(), sizes.ravel())
        return Listed(sizes, actions[owners + mixes.options[entries]], mixes.chances[entries])

    def dense(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For each player, the chance of each action: `[number, action]`; zeros in rows without a choice.

        In standard Token Showdown the two take 280 MB.
        """
        sizes, actions, chances = self.listed
        arrays = np.zeros((2, len(self.states), self.states.game.action_count()))
        owners = np.repeat(np.arange(sizes.size), sizes.ravel())
        arrays[owners % 2, owners // 2, actions] = chances
        return arrays[0], arrays[1]


def policy_of_arrays(states: States, arrays: Any) -> Policy:
    """A policy from two arrays, one for each player: `[number, action]`. The sums are checked when it is asked."""
    given, shape = [on_host(array) for array in arrays], (len(states), states.game.action_count())
    if len(given) != 2 or any(array.shape != shape for array in given):
        shapes = ", ".join(str(array.shape) for array in given)
        raise ParlourError(f"a policy as arrays has two of shape {shape}, one for each player; not {shapes}")
    sizes = np.maximum(states.options, 1)
    begins = begins_of(sizes)
    chances = np.ones(int(sizes.sum()))  # a player who is not to act has one option
    for player in (0, 1):
        numbers, legal = np.flatnonzero(states.options[:, player]), states.legal[:, player]
        check_legal(given[player], legal, player, states.state)
        chances[runs(begins[numbers, player], sizes[numbers, player])] = given[player][legal]
    options = np.arange(len(chances)) - np.repeat(begins.ravel(), sizes.ravel())
    return Policy(states, Mixes(begins, sizes.astype(np.int32), options.astype(np.int32), chances))


def check_legal(given: NDArray[np.float64], legal: NDArray[np.bool_], player: int, state: Any) -> None:
    """Raises an error that names a state where an illegal action has a chance; `state(row)` is the state in a row.

    Rows without a choice do not matter. The sums are checked where all strategies are.
    """
    illegal = np.where(legal, 0.0, given) * legal.any(axis=1, keepdims=True)
    wrong = ~(np.abs(illegal).max(axis=1) <= TOLERANCE)
    if wrong.any():
        row = int(np.argmax(wrong))
        action = int(np.argmax(~(np.abs(illegal[row]) <= TOLERANCE)))
        reason = f"gives a chance of {illegal[row, action]:.3g} to {action}, which is illegal"
        raise IllegalAction(f"the policy of player {player} in {state(row)} {reason}")
