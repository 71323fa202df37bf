"""The characters. Each plays perfectly except where its habit applies, so you beat it by learning the habit.

`opponents.py` of a game has the habit of each of them there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.basic import Perfect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlour.games.habits import Habit
    from parlour.solver.states.stage import Options

CHARACTERS = {  # with a line that only hints at the habit
    "hoarder": "likes to keep things for later",
    "hothead": "cannot bear to be behind",
    "bully": "leans on you as soon as it can",
    "clockwork": "does things in an orderly way",
    "sentry": "watches closely what you hold",
}


class Character(MixedPlayer):
    """Plays perfectly, except where its habit says otherwise."""

    consults_solution = True

    def __init__(self, name: str) -> None:
        self.name = name

    def habit(self, game: Game) -> Habit:
        from parlour.players.habits.habitual import character_habit  # not at the top: it loads NumPy

        return character_habit(self.name, game)

    def chances(self, options: Options) -> NDArray[np.float64]:
        from parlour.players.habits.habitual import Habitual  # as above

        return Habitual(Perfect(), self.habit(options.game)).chances(options)
