"""All states of a game, with their solution for policies that consult it. Those of the last games are kept."""

from __future__ import annotations

from threading import Lock

from parlour.games.errors import BadGame, ParlourError
from parlour.games.game import Game
from parlour.solver.api import solve
from parlour.solver.estimate import SizeCheck
from parlour.solver.progress import Progress, silent
from parlour.solver.solver import Arrays
from parlour.solver.state_space import Space
from parlour.solver.state_table import StateTable

MOST = 8  # games that are kept; the largest take a quarter of a gigabyte
_kept: dict[tuple[Game, bool], tuple[Space, Arrays | None]] = {}
_exploring = Lock()


def explored(game: Game, solution_too: bool, progress: Progress) -> tuple[Space, Arrays | None]:
    """The states that can be reached from the start. A game that is too large to solve raises `TooLarge`."""
    if not isinstance(game, Game):
        raise ParlourError(f"this takes a game from parlour.game(...), not {game!r}")
    if game.is_over(game.start()):
        raise BadGame(f"{game!r} is over before it begins")
    with _exploring:
        known = _kept.get((game, solution_too))
        if known is None:
            known = solve(game, progress=progress).explored() if solution_too else (states_of(game, progress), None)
            _kept[game, solution_too] = known
            if len(_kept) > MOST:
                del _kept[next(iter(_kept))]
        return known


def explored_and_solved(game: Game, progress: Progress = silent) -> tuple[Space, Arrays]:
    """The same with the solution."""
    space, arrays = explored(game, True, progress)
    assert arrays is not None
    return space, arrays


def states_of(game: Game, progress: Progress, anyway: bool = False) -> Space:
    check_size, space = SizeCheck(game), Space(game)

    def check(space: Space) -> None:
        if not anyway:
            check_size(space)
        progress("exploring", None)

    space.explore(game.start(), check)
    return space


def state_space(game: Game, *, progress: Progress = silent, anyway: bool = False) -> StateTable:
    """All states of a game as arrays. A game that is too large to solve raises `TooLarge`, unless `anyway`."""
    space = states_of(game, progress, anyway=True) if anyway else explored(game, False, progress)[0]
    return StateTable(space, space.count)
