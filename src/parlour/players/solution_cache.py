"""The solutions that players and hints consult: solved at first use, and kept for as long as the program runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.game import Game

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

MOST = 8  # the largest take a quarter of a gigabyte
_known: dict[Game, Solution] = {}


def solution_of(game: Game) -> Solution:
    """The solution of a game; TooLarge for a variant that cannot be solved."""
    if game not in _known:
        from parlour.solver.api import solve  # not before it is needed: NumPy and Numba come with it

        remember(solve(game))
    return _known[game]


def known(game: Game) -> Solution | None:
    return _known.get(game)


def remember(solution: Solution) -> None:
    """Keeps a solution that somebody else has made, so that players need not make it again."""
    _known[solution.game] = solution
    while len(_known) > MOST:
        del _known[next(iter(_known))]
