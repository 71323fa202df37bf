"""A player with a habit: where the habit applies it decides, and elsewhere another player does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.casual import Column, Seen, Strategy
from parlour.solver.stages import Stage

FREE = -1  # what the strategy of a habit says where the habit does not apply


class Habit(NamedTuple):
    sentence: str  # what it does, said of the player
    strategy: Strategy
    share: float = 1.0  # of the choices to which the habit applies

    def option_in(self, state: State, player: int, count: int) -> int | None:
        """The option that the habit names, for a player with `count` options; None if it does not apply."""
        seen = Seen(state._fields, np.array([state]), player, np.array([count]))
        option = int(self.options(seen)[0])
        return None if option == FREE else option

    def options_in(self, stage: Stage) -> NDArray[np.int64]:
        """The same in many states at once, for both players: FREE where the habit does not apply."""
        fields, states = stage.space.game.start()._fields, stage.space.states[stage.states]
        counts = stage.options.astype(np.int64)
        seats = [self.options(Seen(fields, states, player, counts[:, player])) for player in (0, 1)]
        return np.stack(seats, axis=1)

    def options(self, seen: Seen) -> Column:
        wanted = np.asarray(self.strategy(seen), np.int64)
        chosen: Column = np.where(wanted < 0, FREE, np.minimum(wanted, seen.counts - 1))
        return chosen


class Usual(Protocol):
    """A player whose mixes are known, in one state and in many."""

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]: ...

    def chances_in(self, stage: Stage) -> NDArray[np.float64]: ...


class Habitual(MixedPlayer):
    """Follows a habit, and plays as usual otherwise."""

    consults_solution = True

    def __init__(self, usual: Usual, habit: Habit) -> None:
        self.usual, self.habit = usual, habit

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        mix, actions, share = self.usual.mix(game, state, player), game.actions(state, player), self.habit.share
        option = self.habit.option_in(state, player, len(actions)) if actions else None
        if option is None:
            return mix
        shares = {action: (1.0 - share) * chance for action, chance in mix.items()}
        shares[actions[option]] = shares.get(actions[option], 0.0) + share
        return {action: chance for action, chance in shares.items() if chance}

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        """The same in many states at once."""
        options, share = self.habit.options_in(stage), self.habit.share
        follows = options != FREE
        chances: NDArray[np.float64] = self.usual.chances_in(stage) * np.repeat(
            1.0 - share * follows.ravel(), stage.counts
        )
        chances[(stage.begins + options)[follows]] += share
        return chances
