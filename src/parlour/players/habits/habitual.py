"""A player with a habit: where the habit applies it decides, and elsewhere another player does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.games.game import Game
from parlour.games.habits import FREE, Habit, Seen, largest, middle, second_highest, second_lowest, smallest
from parlour.players.base import MixedPlayer
from parlour.solver.stage import Options

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


class Habitual(MixedPlayer):
    """Follows a habit, and plays as usual otherwise."""

    consults_solution = True

    def __init__(self, usual: MixedPlayer, habit: Habit) -> None:
        self.usual, self.habit = usual, habit

    def chances(self, options: Options) -> NDArray[np.float64]:
        named, share = np.stack([self.habit.options(seen) for seen in seats(options)], axis=1), self.habit.share
        follows = named != FREE
        chances: NDArray[np.float64] = self.usual.chances(options) * np.repeat(
            1.0 - share * follows.ravel(), options.counts
        )
        chances[(options.begins + named)[follows]] += share
        return chances


def seats(options: Options) -> Iterator[Seen]:
    """The states as each of the players sees them."""
    fields = options.game.start()._fields
    return (Seen(fields, options.rows, player, options.options[:, player].astype(np.int64)) for player in (0, 1))
