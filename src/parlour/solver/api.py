"""`parlour.solve(game)`, from the cache or anew, and what else the front door takes from this package."""

from __future__ import annotations

import time

from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.solver import cache
from parlour.solver.best_response import BestResponse, best_response, exploitability
from parlour.solver.estimate import MANY, QUICK, guessed_size, known_size, refuse_if_too_large, too_large
from parlour.solver.solution import Heed, Solution, silent, solved
from parlour.solver.state_space import MOST_KEYS, Space, possible

__all__ = ["BestResponse", "Solution", "best_response", "exploitability", "solve"]

WITHIN = 0.001


def solve(
    game: Game, *, within: float = WITHIN, progress: Heed = silent, fresh: bool = False, anyway: bool = False
) -> Solution:
    """The solution of a game: from the cache of this machine if it is there, otherwise solved and certified now.

    `within` is how wide the proved intervals may be where play can go round in circles and values are approached in the
    limit; elsewhere they are as narrow as rounding allows. `progress` hears what is being done and how much of it is.
    A variant that would take too much memory or time is refused, with the estimate, unless `anyway`. `fresh` solves
    again what was solved before.
    """
    if not isinstance(game, Game):
        raise ParlourError(f"solve takes a game, as parlour.game(...) makes it, not {game!r}")
    if not 1e-9 <= within <= 1.0:
        raise ParlourError(f"within must be from 1e-9 to 1, not {within!r}")
    if not fresh and (kept := cache.load(game, within)):
        return kept
    begun = time.perf_counter()
    if possible(game) > MOST_KEYS:
        raise too_large(game, guessed_size(game))
    space = Space(game)
    guessed = anyway

    def heed(space: Space) -> None:
        nonlocal guessed
        if not guessed and (space.cells > QUICK or space.count > MANY):
            guessed = True
            refuse_if_too_large(game, guessed_size(game))
        if not anyway:
            refuse_if_too_large(game, known_size(space))  # a guess may have been too low
        progress("exploring", None)

    space.explore(game.start(), heed)
    if not anyway:
        refuse_if_too_large(game, known_size(space))
    arrays = solved(space, within, progress)
    solution = Solution(space, arrays, within, time.perf_counter() - begun)
    cache.save(solution)
    return solution
