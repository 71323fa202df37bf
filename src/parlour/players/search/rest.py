"""Solves the rest of a game, if that is not too much work: everything that a state leads to, without a proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.solver.exact.induction import METHODS
from parlour.solver.exact.solving import solve_groups
from parlour.solver.states.estimate import SECONDS_PER_OUTCOME, size_of
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.mixes import Mixes
from parlour.solver.states.parts import join

WITHIN = 0.001  # how precisely states are solved that lead to each other

Mix = NDArray[np.float64]  # the chance of each option


class OutOfWork(Exception):
    """Something takes more work than there is."""


def limit(work: float) -> Callable[[Explorer], None]:
    """A check that raises OutOfWork when what was explored takes more work to solve. Work is counted in outcomes."""

    def check(space: Explorer) -> None:
        if size_of(space).seconds > work * SECONDS_PER_OUTCOME:
            raise OutOfWork

    return check


class Solved(NamedTuple):
    """An explored space with its values and with the perfect mixes of both players."""

    space: Explorer
    values: NDArray[np.float64]
    policy: Mixes

    def mixes(self, state: State) -> tuple[Mix, Mix]:
        game, number = self.space.game, self.space.number(state)
        first, second = (np.zeros(len(game.actions(state, player)) or 1) for player in (0, 1))
        for player, mix in enumerate((first, second)):
            begin = int(self.policy.begins[number, player])
            end = begin + int(self.policy.sizes[number, player])
            mix[self.policy.options[begin:end]] = self.policy.chances[begin:end]
        return first, second


def solve_explored(space: Explorer) -> Solved:
    values = np.zeros(space.count)
    parts = list(solve_groups(space, space.groups(), values, WITHIN, METHODS[0], lambda _: None))
    return Solved(space, values, join(parts, space.count))


def solve_rest(game: Game, root: State, work: float) -> Solved | None:
    """The rest of the game from here; None if it is too large."""
    try:
        space = Explorer(game)
        space.explore(root, limit(work))
    except (OutOfWork, TooLarge):
        return None
    return solve_explored(space)
