"""Solutions for players and hints: solved at first use, then kept in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.game import Game

if TYPE_CHECKING:
    from parlour.solver.progress import Progress
    from parlour.solver.solution import Solution

MAX_SOLUTIONS = 8  # the largest take a quarter of a gigabyte
_known: dict[Game, Solution] = {}


def solution_of(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game; raises TooLarge for a variant that is too large to solve."""
    if game not in _known:
        from parlour.solver.api import solve  # not at the top: it loads NumPy

        _known[game] = solve(game, progress=progress) if progress else solve(game)
        if len(_known) > MAX_SOLUTIONS:
            del _known[next(iter(_known))]
    return _known[game]
