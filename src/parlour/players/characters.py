"""The characters: named opponents with a habit that you can learn.

A character plays perfectly except where its habit applies, so that learning the habit is what beats it. `opponents.py`
of a game says what each of them does in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.careless import Perfect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlour.games.strategies import Habit
    from parlour.players.habitual import Habitual
    from parlour.solver.stages import Stage

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
        from parlour.players.habitual import character_habit  # not at the top: it loads NumPy

        return character_habit(self.name, game)

    def player(self, game: Game) -> Habitual:
        from parlour.players.habitual import Habitual  # not at the top: it loads NumPy

        return Habitual(Perfect(), self.habit(game))

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        return self.player(game).mix(game, state, player)

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        """The same in many states at once."""
        return self.player(stage.space.game).chances_in(stage)
