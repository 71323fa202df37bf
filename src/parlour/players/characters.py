"""The characters: named opponents with a habit that you can learn.

A character plays perfectly except where its habit applies, so that learning the habit is what beats it. `habits.py`
says what each of them does in each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.graded import Perfect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlour.players.habits import Habit
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
        from parlour.players.habits import habit_of  # not at the top: it loads NumPy

        return habit_of(self.name, game)

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        mix, actions, habit = Perfect().mix(game, state, player), game.actions(state, player), self.habit(game)
        option = habit.option_in(state, player, len(actions)) if actions else None
        if option is None:
            return mix
        shares = {action: (1.0 - habit.share) * chance for action, chance in mix.items()}
        shares[actions[option]] = shares.get(actions[option], 0.0) + habit.share
        return {action: chance for action, chance in shares.items() if chance}

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        """The same in many states at once."""
        import numpy as np  # not at the top: a player that is only listed must not load it

        habit = self.habit(stage.space.game)
        options = habit.options_in(stage)
        follows = options >= 0
        chances: NDArray[np.float64] = stage.perfect * np.repeat(1.0 - habit.share * follows.ravel(), stage.counts)
        chances[(stage.begins + options)[follows]] += habit.share
        return chances
