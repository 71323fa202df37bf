"""The shortest way to every state of a game: a position is only asked about with a history that leads to it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import Decision
from parlour.games.game import Game
from parlour.players.solution_cache import explored
from parlour.solver.stage_games import stage_games
from parlour.solver.state_space import Space

LARGE = 2_000_000  # outcomes that are tabulated at once
UNKNOWN = -1


class Histories:
    """A state before each state, and the outcome that leads from there, found by breadth-first search."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.space: Space = explored(game)[0]
        self._before = np.full(self.space.count, UNKNOWN, np.int32)
        self._outcome = np.zeros(self.space.count, np.int64)
        self._start = self.space.number(game.start())
        self._before[self._start] = self._start
        found = np.array([self._start], np.int32)
        while len(found):
            sizes = np.cumsum(self.space.tables.outcomes[found])
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

    def _follow(self, states: NDArray[np.int32]) -> NDArray[np.int32]:
        """Marks what these states lead to, and returns what was not known before."""
        games = stage_games(self.space, states)
        new = np.flatnonzero((games.outcomes >= 0) & (self._before[games.outcomes] == UNKNOWN))
        found, first = np.unique(games.outcomes[new], return_index=True)
        cells = new[first]
        owners = np.searchsorted(games.cells, cells, side="right") - 1
        self._before[found] = states[owners]
        self._outcome[found] = cells - games.cells[owners]
        return found

    def _decision(self, number: int, outcome: int) -> Decision:
        state = self.space.state(number)
        actors = self.game.to_act(state)
        if len(actors) == 1:
            return self.game.actions(state, actors[0])[outcome]
        first, second = (self.game.actions(state, player) for player in (0, 1))
        return first[outcome // len(second)], second[outcome % len(second)]


@lru_cache(maxsize=2)
def histories(game: Game) -> Histories:
    return Histories(game)
