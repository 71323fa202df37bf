"""A player with a habit: where the habit applies it decides, and elsewhere another player does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.strategies import FREE, Habit, Seen, largest, middle, second_highest, second_lowest, smallest
from parlour.players.base import MixedPlayer
from parlour.solver.stages import Stage

SOMETIMES = 0.5  # in a game without habits for the characters, theirs apply to this share of all choices
CHARACTERS = {
    "hoarder": Habit("makes the lowest of its choices half of the time", smallest, SOMETIMES),
    "hothead": Habit("makes the highest of its choices half of the time", largest, SOMETIMES),
    "bully": Habit("makes the second-highest of its choices half of the time", second_highest, SOMETIMES),
    "clockwork": Habit("makes the middle one of its choices half of the time", middle, SOMETIMES),
    "sentry": Habit("makes the second-lowest of its choices half of the time", second_lowest, SOMETIMES),
}
LEVELS = {  # for games and seats that are hard to lose even at random
    "lowest": Habit("makes the lowest of its choices", smallest),
    "highest": Habit("makes the highest of its choices", largest),
}


@lru_cache(64)
def character_habit(character: str, game: Game) -> Habit:
    """What a character does in a game and its variants."""
    habits: Mapping[str, Habit] = getattr(game.part("opponents"), "CHARACTERS", {})
    return habits.get(character) or CHARACTERS[character]


@lru_cache(64)
def level_habits(game: Game) -> Mapping[str, Habit]:
    """By name, the habits that a level can have in a game."""
    return LEVELS | getattr(game.part("opponents"), "LEVELS", {})


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
        fields, states = stage.space.game.start()._fields, stage.space.states[stage.states]
        counts, share = stage.options.astype(np.int64), self.habit.share
        seats = [self.habit.options(Seen(fields, states, player, counts[:, player])) for player in (0, 1)]
        options = np.stack(seats, axis=1)
        follows = options != FREE
        chances: NDArray[np.float64] = self.usual.chances_in(stage) * np.repeat(
            1.0 - share * follows.ravel(), stage.counts
        )
        chances[(stage.begins + options)[follows]] += share
        return chances
