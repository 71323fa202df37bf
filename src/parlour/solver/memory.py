"""The states and solutions of the games that you asked for last: explored and solved at first use, then kept."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from threading import Lock, RLock

from parlour.games.errors import BadGame, ParlourError
from parlour.games.game import Game
from parlour.solver.api import solve
from parlour.solver.progress import Progress, silent
from parlour.solver.solution import Solution
from parlour.solver.states.estimate import SizeCheck
from parlour.solver.states.stage import Stage, stages
from parlour.solver.states.states import States, explore
from parlour.strategy import Strategy

MOST = 8  # games that are kept; the largest take a quarter of a gigabyte


class Kept:
    """The states and the solution of one game, as far as they are known."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.states: States | None = None
        self.solution: Solution | None = None


_changing = Lock()


@lru_cache(MOST)
def _kept(_: Game) -> Kept:
    return Kept()


def kept(game: Game) -> Kept:
    with _changing:  # otherwise two threads that ask for a game at the same time could get two of them
        return _kept(game)


def solution_of(game: Game, progress: Progress = silent) -> Solution:
    """The solution of a game; raises TooLarge for a variant that is too large to solve."""
    known = kept(game)
    with known.lock:
        if known.solution is None:
            known.solution = solve(game, progress=progress)
        return known.solution


def states(game: Game, *, progress: Progress = silent, anyway: bool = False) -> States:
    """All states of a game as arrays. A game that is too large to solve raises `TooLarge`, unless `anyway`."""
    if not isinstance(game, Game):
        raise ParlourError(f"this takes a game from parlour.game(...), not {game!r}")
    if game.is_over(game.start()):
        raise BadGame(f"{game!r} is over before it begins")
    known = Kept() if anyway else kept(game)
    with known.lock:
        if known.solution is not None:
            return known.solution.states
        if known.states is None:
            explorer = explore(game, SizeCheck(game, progress, anyway))
            known.states = States(game, explorer.keys.copy(), explorer)
        return known.states


def stages_for(
    game: Game, strategies: Sequence[Strategy], progress: Progress, doing: str, players: tuple[int, ...] = (0, 1)
) -> Iterator[Stage]:
    """All states of a game, stage by stage, for strategies that are asked there; solved if one of them needs that."""
    solved = any(strategy.consults_solution for strategy in strategies)
    proved = solution_of(game, progress).proved if solved else None
    explorer, done = states(game, progress=progress).explorer, 0
    for stage in stages(explorer, proved, players):
        yield stage
        done += len(stage.states)
        progress(doing, done / explorer.count)
