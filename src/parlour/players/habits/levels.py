"""The levels `beginner`, `easy`, `medium` and `hard`, each tuned to one target for the calibration opponents.

A level is a careless player, with a habit where carelessness is not enough. How careless it is depends on the game and
the seat, so that the calibration opponents score the target wherever that is possible. Other opponents may score far
more or less. `tools/calibrate_levels.py` found the numbers in `levels.json` of each game, and
docs/explanation/players.md shows the scores.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from parlour.games.errors import BadGame, error_text
from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.basic import Careless

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlour.players.habits.habitual import Habitual
    from parlour.solver.states.stage import Options

FILE = "levels.json"  # in the folder of a game


class Style(NamedTuple):
    """How weak a level is in a seat."""

    carelessness: float
    habit: str  # its name among `level_habits`
    share: float  # of choices that follow the habit


class Difficulty(NamedTuple):
    about: str
    target: float  # the score that a casual person should reach
    usual: Style  # in variants and in other games, which are not calibrated


LEVELS = {
    "beginner": Difficulty("makes many mistakes, while you learn the rules", 0.8, Style(2.0, "lowest", 0.2)),
    "easy": Difficulty("makes mistakes, for your first matches", 0.6, Style(2.0, "lowest", 0.0)),
    "medium": Difficulty("makes some mistakes", 0.4, Style(1.0, "lowest", 0.0)),
    "hard": Difficulty("makes few mistakes", 0.2, Style(0.4, "lowest", 0.0)),
}


class Level(MixedPlayer):
    """A careless player, calibrated for each game and seat."""

    consults_solution = True

    def __init__(self, name: str) -> None:
        self.name = name

    def style(self, game: Game, player: int) -> Style:
        styles = () if game.changed_rules() else calibrated_styles(game.folder).get(self.name)
        return styles[player] if styles else LEVELS[self.name].usual

    def chances(self, options: Options) -> NDArray[np.float64]:
        game = options.game
        seats = [make_player(self.style(game, player), game).chances(options) for player in options.players]
        return options.by_seat(seats[0], seats[-1])


def make_player(style: Style, game: Game) -> Habitual:
    """A careless player with a habit.

    Some games are hard to lose even at random: carelessness alone makes no player weak enough for a beginner. A habit
    does, and a person can learn to beat it.
    """
    from parlour.players.habits.habitual import Habitual, level_habits  # not at the top: it loads NumPy

    habits = level_habits(game)
    if style.habit not in habits:
        raise BadGame(f"{game.name} has no habit {style.habit!r} for its levels; it has: {', '.join(habits)}")
    return Habitual(Careless(style.carelessness), habits[style.habit]._replace(share=style.share))


@cache
def calibrated_styles(folder: Path) -> dict[str, tuple[Style, Style]]:
    """By level, the style in the first seat and in the second; empty for a game that is not calibrated."""
    try:
        content = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return {level: (Style(*first), Style(*second)) for level, (first, second) in content.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BadGame(f"{FILE} in {folder} cannot be read: {error_text(error)}") from error
