"""The matrix game that is played in each state, given the values of the states that it leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.games.contract import rewards
from parlour.solver.matrix_games import workspace
from parlour.solver.plan import NOISE, Mixes
from parlour.solver.state_space import Space
from parlour.solver.units import in_units

SWEEP = "parlour.solver.kernels.sweep"
OVER = -1  # minus the winner, in place of a state


class StageGames(NamedTuple):
    """States, with where their actions lead, and the mixes of both players."""

    states: NDArray[np.int32]
    options: NDArray[np.int32]  # [position in `states`, player]: how many
    cells: NDArray[np.int64]  # where the outcomes of each state begin: a row for each option of the first player
    outcomes: NDArray[np.int32]  # the number of the next state, or OVER - winner
    rewards: NDArray[np.float64]  # to the first player, by winner
    begins: NDArray[np.int64]  # where the chances of the first player's options begin; the second player's follow
    mixes: NDArray[np.float64]


Work: TypeAlias = Callable[[NDArray[np.int64]], None]  # for the states at these positions


def stage_games(space: Space, states: NDArray[np.int32], share_out: Callable[[Work], None] | None = None) -> StageGames:
    """The games of these states; the rules are not needed any more to solve them.

    This thread finds the outcomes, unless `share_out` divides the work.
    """
    options = options_in(space, states)
    cells = np.concatenate([[0], np.cumsum(options.prod(axis=1, dtype=np.int64))])
    begins = np.concatenate([[0], np.cumsum(options.sum(axis=1, dtype=np.int64))])
    outcomes = np.empty(int(cells[-1]), np.int32)

    def work(part: NDArray[np.int64]) -> None:
        space.loops.fill_outcomes(space.game.rules, space.index, states[part], cells[part], outcomes)

    if share_out is None:
        work(np.arange(len(states)))
    else:
        share_out(work)
    by_winner = np.array([rewards(winner)[0] for winner in range(4)], np.float64)
    return StageGames(states, options, cells, outcomes, by_winner, begins, np.zeros(int(begins[-1])))


def options_in(space: Space, states: NDArray[np.int32]) -> NDArray[np.int32]:
    """How many options each player has in these states. A player who is not to act has one."""
    options = np.zeros((len(states), 2), np.int32)
    space.loops.count_options(space.game.rules, space.index, states, options)
    return options


def sweep(games: StageGames, values: NDArray[np.float64], *, first: bool = True, discount: float = 0.0) -> float:
    """Solves every game once and fills in its value; returns the largest change.

    A state sees the new values of the states before it, so a change travels far in one sweep. In the `first` sweep
    every mix is filled in, later only better ones. `discount` is lost with every step.
    """
    m, n = games.options.max(axis=0, initial=1)
    change: float = library(SWEEP).sweep(games, workspace(m, n), values, first, discount)
    return change


def mixes_of(games: StageGames) -> Mixes:
    """The options with a chance, rounding errors apart, and their chances in whole units."""
    mixes = played(games.states, games.options, games.mixes, NOISE)
    return mixes._replace(chances=in_units(mixes.chances, mixes.sizes.ravel()))


def played(
    states: NDArray[np.int32], options: NDArray[np.int32], chances: NDArray[np.float64], least: float = 0.0
) -> Mixes:
    """The options in these states with a chance above `least`."""
    counts = options.ravel()
    chosen = np.flatnonzero(chances > least)
    owners = np.repeat(np.arange(counts.size), counts)  # each state has two: its players
    sizes = np.bincount(owners[chosen], minlength=counts.size).reshape(-1, 2).astype(np.int32)
    numbers = np.arange(len(chances)) - np.repeat(np.cumsum(counts) - counts, counts)
    return Mixes(states, sizes, numbers[chosen].astype(np.int32), chances[chosen])
