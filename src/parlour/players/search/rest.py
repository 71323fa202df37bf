"""Solves the rest of a game, if that is not too much work: everything that a state leads to, without a proof."""

from __future__ import annotations

from collections.abc import Callable
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
from parlour.solver.value_iteration import METHODS

WITHIN = 0.001  # how precisely states are solved that lead to each other

Mix = NDArray[np.float64]  # the chance of each option


class OutOfWork(Exception):
    """Something takes more work than there is."""


def limit(work: float) -> Callable[[Space], None]:
    """A check that raises OutOfWork when what was explored takes more work to solve. Work is counted in outcomes."""

    def check(space: Space) -> None:
        if size_of(space).seconds > work * SECONDS_PER_OUTCOME:
            raise OutOfWork

    return check


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


def solve_explored(space: Space) -> Solved:
    values = np.zeros(space.count)
    mixes = list(solve_groups(space, space.groups(), values, WITHIN, METHODS[0], lambda _: None))
    return Solved(space, values, joined(mixes, space.count, None))


def solve_rest(game: Game, root: State, work: float) -> Solved | None:
    """The rest of the game from here; None if it is too large."""
    try:
        space = Space(game)
        space.explore(root, limit(work))
    except (OutOfWork, TooLarge):
        return None
    return solve_explored(space)
