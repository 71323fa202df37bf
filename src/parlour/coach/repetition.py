"""Spaced repetition: a missed position waits longer after every right answer, and starts again after a wrong one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Line

MINUTE, DAY = 60, 86_400
WAITS = (10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY)  # seconds before a position comes back


class Exercise(NamedTuple):
    """A position to practise: a player to act after a line of play."""

    line: Line
    player: int

    @property
    def game(self) -> Game:
        return self.line.game

    @property
    def state(self) -> State:
        return self.line.state


class Waiting(NamedTuple):
    """How often a position was answered since it was missed, and when it comes back, in seconds since 1970."""

    right: int
    due: float


class Schedule(NamedTuple):
    """The missed positions, and when each comes back. An answer makes a new schedule."""

    waiting: Mapping[Exercise, Waiting] = MappingProxyType({})

    def due(self, game: Game, now: float) -> list[Exercise]:
        """The positions of this game that come back now, the one that waits longest first."""
        ready = [exercise for exercise, wait in self.waiting.items() if exercise.game == game and wait.due <= now]
        return sorted(ready, key=lambda exercise: self.waiting[exercise].due)

    def answer(self, exercise: Exercise, right: bool, now: float) -> Schedule:
        """The schedule after an answer. A position that was right from the beginning never comes back."""
        waiting = dict(self.waiting)
        before = waiting.pop(exercise, None)
        if not right:
            waiting[exercise] = Waiting(0, now + WAITS[0])
        elif before is not None and before.right + 1 < len(WAITS):
            waiting[exercise] = Waiting(before.right + 1, now + WAITS[before.right + 1])
        return Schedule(waiting)

    def forget(self, game: Game) -> Schedule:
        """The schedule without the positions of a game, in any variant."""
        return Schedule({each: wait for each, wait in self.waiting.items() if each.game.name != game.name})
