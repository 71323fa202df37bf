"""Solutions for players and hints: solved at first use, then kept in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.game import Game

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

MAX_SOLUTIONS = 8  # the largest take a quarter of a gigabyte
_known: dict[Game, Solution] = {}


def solution_of(game: Game) -> Solution:
    """The solution of a game; raises TooLarge for a variant that is too large to solve."""
    if game not in _known:
        from parlour.solver.api import solve  # not at the top: it loads NumPy and Numba

        remember(solve(game))
    return _known[game]


def known(game: Game) -> Solution | None:
    """The solution of a game, if it is in memory."""
    return _known.get(game)


def remember(solution: Solution) -> None:
    """Keeps a solution; the oldest one goes if there are too many."""
    _known[solution.game] = solution
    while len(_known) > MAX_SOLUTIONS:
        del _known[next(iter(_known))]
