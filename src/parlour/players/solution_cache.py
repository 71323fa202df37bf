"""Solutions for players and hints: solved at first use, then kept in memory."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from parlour.games.contract import State
from parlour.games.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlour.solver.progress import Progress
    from parlour.solver.solution import Solution
    from parlour.solver.solver import Arrays
    from parlour.solver.state_space import Space

MAX_SOLUTIONS = 8  # the largest take a quarter of a gigabyte
MAX_LOSSES = 50_000  # states; the largest take a kilobyte
_known: dict[Game, Solution] = {}
_prepared: set[Game] = set()


def solution_of(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game; raises TooLarge for a variant that is too large to solve."""
    known = _known.get(game)
    if known is None:
        from parlour.solver.api import solve  # not at the top: it loads NumPy

        known = solve(game, progress=progress) if progress else solve(game)
        _known[game] = known
        if len(_known) > MAX_SOLUTIONS:
            del _known[next(iter(_known))]
    return known


def prepare_losses(game: Game) -> None:
    """Makes `losses_of` many times as fast, for thousands of matches; compiling for it takes seconds the first time."""
    explored(game)
    _prepared.add(game)


def losses_of(game: Game, state: State, player: int) -> dict[int, float]:
    """What each action gives away (see `Solution.losses`)."""
    if game not in _prepared:
        return solution_of(game).losses(state, player)
    key: Any = state  # a NamedTuple, which can be hashed
    return dict(zip(game.actions(state, player), compiled_losses(game, key)[player].tolist(), strict=False))


@lru_cache(MAX_LOSSES)
def compiled_losses(game: Game, state: State) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each option of both players gives away."""
    import numpy as np

    from parlour.solver.stages import Stage

    space, arrays = explored(game)
    stage = Stage(space, np.array([space.number(state)], np.int32), cyclic=False, solved=arrays)
    options = int(stage.counts[0])
    return stage.losses[:options].copy(), stage.losses[options:].copy()


def explored(game: Game) -> tuple[Space, Arrays]:
    """All states, for compiled code, and what is known about them."""
    from parlour.solver.explored import explored_and_solved  # not at the top: it loads NumPy

    return explored_and_solved(game)
