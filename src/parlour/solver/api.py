"""`parlour.solve`: finds a stored solution, or explores, solves, proves and stores."""

import time
import warnings

from parlour.fast.compile import forget
from parlour.games.errors import ParlourError, WideProof
from parlour.games.game import Game
from parlour.games.vocabulary import width_text
from parlour.solver import solution_files
from parlour.solver.exact.refine import refine
from parlour.solver.exact.solving import solve_states
from parlour.solver.progress import Progress, silent
from parlour.solver.solution import Solution
from parlour.solver.states.estimate import SizeCheck
from parlour.solver.states.states import explore

WITHIN = 0.001


def solve(
    game: Game, *, within: float = WITHIN, progress: Progress = silent, fresh: bool = False, anyway: bool = False
) -> Solution:
    """Solve a game: the value of every state, perfect play, and a certificate that proves both.

    The standard games come solved. Another solution comes from the user's cache if this game was solved before on this
    machine.

    - `within`: the width to aim at for the proved intervals where play can cycle, from 1e-9 to 1. Elsewhere they are
      as narrow as rounding allows. If an interval stays wider, a `WideProof` warning says so.
    - `progress`: a callback `(stage, fraction)`. The stage is "exploring", "solving", "certifying" or "refining". The
      fraction goes from 0 to 1, or is None if it is unknown. Raise an exception in it to stop solving.
    - `fresh`: solve again, even if the solution came with the game or is in the cache.
    - `anyway`: try even if the estimate exceeds 8 GB of memory or an hour. Without it, such a variant raises `TooLarge`
      with the estimate.
    """
    if not isinstance(game, Game):
        raise ParlourError(f"solve takes a game from parlour.game(...), not {game!r}")
    if not 1e-9 <= within <= 1.0:
        raise ParlourError(f"within must be from 1e-9 to 1, not {within!r}")
    stored = None if fresh else solution_files.load(game, within)
    try:
        solution = stored or solve_now(game, within, progress, anyway)
    except ParlourError:
        raise
    except BaseException:  # Ctrl-C while compiling, which may end in any error
        forget()
        raise
    if solution.certificate.widest > within:
        message = (
            f"{game!r} was not solved within {within}: the widest interval is {width_text(solution.certificate.widest)}"
        )
        warnings.warn(message, WideProof, stacklevel=2)
    return solution


def solve_now(game: Game, within: float, progress: Progress, anyway: bool) -> Solution:
    """Solve a game that is not stored, and store it."""
    begun = time.perf_counter()
    progress("exploring", None)  # before the rules are compiled, which takes seconds
    explorer = explore(game, SizeCheck(game, progress, anyway))
    proved = refine(explorer, solve_states(explorer, within, progress), progress)
    solution = Solution.of(explorer, proved, within, time.perf_counter() - begun)
    solution_files.save_cached(solution)
    return solution
