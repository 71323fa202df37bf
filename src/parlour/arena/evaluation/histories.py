"""The shortest way to every state of a game: a position is only asked about with a history that leads to it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import Decision
from parlour.games.game import Game
from parlour.solver.solutions import states
from parlour.solver.stage import outcomes_of

LARGE = 2_000_000  # outcomes that are tabulated at once
UNKNOWN = -1


class Histories:
    """A state before each state, and the outcome that leads from there, found by breadth-first search."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states = states(game)
        self._before = np.full(len(self.states), UNKNOWN, np.int32)
        self._outcome = np.zeros(len(self.states), np.int64)
        self._start = self.states.number(game.start())
        self._before[self._start] = self._start
        found = np.array([self._start], np.int32)
        while len(found):
            sizes = np.cumsum(self.states.explorer.sizes[found])
            parts = np.split(found, np.flatnonzero(np.diff(sizes // LARGE)) + 1)
            found = np.concatenate([self._follow(part) for part in parts])

    def to(self, number: int) -> tuple[Decision, ...]:
        """The decisions that lead from the start to a state."""
        decisions: list[Decision] = []
        while number != self._start:
            before = int(self._before[number])
            decisions.append(self._decision(before, int(self._outcome[number])))
            number = before
        return tuple(reversed(decisions))

    def _follow(self, found: NDArray[np.int32]) -> NDArray[np.int32]:
        """Marks what these states lead to, and returns what was not known before."""
        games = outcomes_of(self.states.explorer, found)
        new = np.flatnonzero((games.outcomes >= 0) & (self._before[games.outcomes] == UNKNOWN))
        after, first = np.unique(games.outcomes[new], return_index=True)
        cells = new[first]
        owners = np.searchsorted(games.cells, cells, side="right") - 1
        self._before[after] = found[owners]
        self._outcome[after] = cells - games.cells[owners]
        return after

    def _decision(self, number: int, outcome: int) -> Decision:
        state = self.states.state(number)
        actors = self.game.to_act(state)
        if len(actors) == 1:
            return self.game.actions(state, actors[0])[outcome]
        first, second = (self.game.actions(state, player) for player in (0, 1))
        return first[outcome // len(second)], second[outcome % len(second)]


@lru_cache(maxsize=2)
def histories(game: Game) -> Histories:
    return Histories(game)
