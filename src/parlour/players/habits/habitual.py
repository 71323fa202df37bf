"""Players that follow `opponents.py` of a game: casual people, and players with a habit.

The levels are calibrated against some of the casual strategies.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.games.game import Game
from parlour.games.habits import FREE, Habit, Pick, Seen, largest, middle, second_highest, second_lowest, smallest
from parlour.players.base import MixedPlayer
from parlour.players.basic import Careless, Uniform
from parlour.solver.states.stage import Options

SLIPS = 0.1  # the share of casual choices that are slips: any action, all equally likely
SOMETIMES = 0.5  # in a game without habits for the characters, theirs apply to this share of all choices
CHARACTER_HABITS = {
    "hoarder": Habit("makes the lowest of its choices half of the time", smallest, SOMETIMES),
    "hothead": Habit("makes the highest of its choices half of the time", largest, SOMETIMES),
    "bully": Habit("makes the second-highest of its choices half of the time", second_highest, SOMETIMES),
    "clockwork": Habit("makes the middle one of its choices half of the time", middle, SOMETIMES),
    "sentry": Habit("makes the second-lowest of its choices half of the time", second_lowest, SOMETIMES),
}
LEVEL_HABITS = {  # for games and seats that are hard to lose even at random
    "lowest": Habit("makes the lowest of its choices", smallest),
    "highest": Habit("makes the highest of its choices", largest),
}


def opponents_entry(game: Game, name: str, otherwise: Any) -> Any:
    """The entry of this name in `opponents.py` of a game, if there is such a file and entry."""
    return getattr(game.part("opponents"), name, otherwise)


@lru_cache(64)
def character_habit(character: str, game: Game) -> Habit:
    """The habit of a character in a game and its variants."""
    habits: Mapping[str, Habit] = opponents_entry(game, "CHARACTERS", {})
    return habits.get(character) or CHARACTER_HABITS[character]


@lru_cache(64)
def level_habits(game: Game) -> Mapping[str, Habit]:
    """By name, the habits that a level can have in a game."""
    habits: Mapping[str, Habit] = opponents_entry(game, "LEVELS", {})
    return {**LEVEL_HABITS, **habits}


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


class Casual(MixedPlayer):
    """Follows one strategy, with slips."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick

    def chances(self, options: Options) -> NDArray[np.float64]:
        chances = options.even_shares(SLIPS)
        for player, seen in enumerate(seats(options)):
            chosen = np.clip(self.pick(seen), 0, seen.counts - 1)
            chances[options.begins[:, player] + chosen] += 1.0 - SLIPS
        return chances


def calibration_opponents(game: Game) -> list[Casual | Uniform]:
    """The casual strategies of a game; uniform play for a game that has none."""
    return [Casual(strategy) for strategy in opponents_entry(game, "CASUAL", ())] or [Uniform()]


def held_out_opponents(game: Game) -> list[Casual | Uniform | Careless]:
    """Those that took no part in the calibration: uniform play, a careless perfect player, and more strategies."""
    return [Uniform(), Careless(1.0), *map(Casual, opponents_entry(game, "HELD_OUT", ()))]
