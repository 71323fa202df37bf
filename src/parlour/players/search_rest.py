"""Solves the rest of a game, within a budget: everything that some states lead to, without a proof."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.solver.estimate import SECONDS_PER_OUTCOME, size_of
from parlour.solver.plan import Plan
from parlour.solver.solver import joined, solve_groups
from parlour.solver.state_space import Space
from parlour.solver.value_iteration import METHODS, Method

WITHIN = 0.001  # how precisely states are solved that lead to each other

Mix = NDArray[np.float64]  # the chance of each option


class Enough(Exception):
    """Something takes more work or time than there is."""


class Budget(NamedTuple):
    """What may be done for one decision. Work is counted in outcomes: pairs of actions in a state."""

    work: float
    deadline: float  # of `time.monotonic`

    def check(self, work: float) -> None:
        if work > self.work or time.monotonic() > self.deadline:
            raise Enough

    def check_space(self, space: Space) -> None:
        """Raises Enough if what was explored takes too much work to solve."""
        self.check(size_of(space).seconds / SECONDS_PER_OUTCOME)


class Solved(NamedTuple):
    """An explored space with its values and with the perfect mixes of both players."""

    space: Space
    values: NDArray[np.float64]
    plan: Plan

    def mixes(self, state: State) -> tuple[Mix, Mix]:
        game, number = self.space.game, self.space.number(state)
        first, second = (np.zeros(len(game.actions(state, player)) or 1) for player in (0, 1))
        for player, mix in enumerate((first, second)):
            begin = int(self.plan.begins[number, player])
            end = begin + int(self.plan.sizes[number, player])
            mix[self.plan.options[begin:end]] = self.plan.chances[begin:end]
        return first, second


def solved(space: Space, method: Method = METHODS[0]) -> Solved:
    values = np.zeros(space.count)
    mixes = list(solve_groups(space, space.groups(), values, WITHIN, method, lambda _: None))
    return Solved(space, values, joined(mixes, space.count, None))


def solved_rest(game: Game, root: State, budget: Budget) -> Solved | None:
    """The rest of the game from here; None if it is too large."""
    try:
        space = Space(game)
        space.explore(root, budget.check_space)
    except (Enough, TooLarge):
        return None
    return solved(space)
