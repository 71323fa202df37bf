"""Players that can say how likely each of their actions is, and draw one accordingly."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random

from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.view import View


class Mixing(ABC):
    """A player made of its `mix`, which `parlour.exploitability` takes too."""

    consults_solution = False  # whether the game is solved first

    @abstractmethod
    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        """The actions with a chance, for a player who is to act."""

    def choose(self, view: View, random: Random) -> int:
        return drawn(self.mix(view.game, position(view), seat_of(view)), random)


def drawn(mix: Mapping[int, float], random: Random) -> int:
    """One of the actions, each as likely as the mix says."""
    return random.choices(list(mix), list(mix.values()))[0]


def seat_of(view: View) -> int:
    if view.player is None:
        raise ParlourError("a spectator has nothing to choose")
    return view.player


def position(view: View) -> State:
    """The state that a view is of. What lies covered on the table follows from the decisions, which everybody saw."""
    game = view.game
    if not hasattr(game.module, "shown"):
        return view.state
    state = game.start()
    for decision in view.decisions:
        state = game.module.play(game.rules, state, *game.checked_decision(state, decision))
    return state
