"""Makes perfect play hard to face: among the choices that keep the guarantee, the best against a careless opponent.

A solution leaves much open: a player who is lost may do anything, and a player who has won may take any time. Where a
single action is proved to guarantee as much as the mix of the solution, this pass replaces the mix by the best such
action against an opponent who plays the solution, but slips now and then. Results are discounted, so that a win comes
soon and a loss late. The new strategies are proved in the same way as the old ones.

Where a win is only approached in the limit, as in Tower Siege, the lost player could wait for a slip almost forever,
since the winner must not hurry: each attempt to win costs a part of its guarantee. There the lost player sometimes
takes a risk in a secret choice, so that matches end.

States that cannot be reached from the start are not refined (`Solution.extended`): the pass goes through the whole
game, which would take seconds for a lookup. Their mixes guarantee as much, but may give up when they are lost.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.solver.backward_induction import mirrored
from parlour.solver.plan import Mixes
from parlour.solver.progress import Progress
from parlour.solver.solver import Arrays, joined, prove, selected
from parlour.solver.stage_games import StageGames, mixes_of
from parlour.solver.stages import Stage, some_of, stages
from parlour.solver.state_space import Space

KERNEL = "parlour.solver.kernels.refine"
SLIPS = 0.2  # the share of the careless opponent's choices that are slips: any action, all equally likely
KEPT = 0.99  # what a turn leaves of a result
RISKS = 0.005  # the share of secret choices in which a player who only waits takes a risk
SETTLED = 1e-4  # in a cycle, a smaller change does not matter
MAX_SWEEPS = 1_000
CHOSEN = 0.6  # the share of the time that it takes to choose; the rest is for the proof
ROUNDS = 3  # attempts to refine as much as the proof allows
ROUNDING = 1e-7  # bounds that differ by less are the same, as in `Solution.losses`


def refine(space: Space, solved: Arrays, progress: Progress) -> Arrays:
    """The solution with refined mixes. No bound is worse: where the proof would be, the old mixes stay."""
    refined = joined(list(refined_mixes(space, solved, progress)), space.count, None)
    kept = np.zeros((space.count, 2), np.bool_)

    def proving(_: str, fraction: float | None) -> None:
        progress("refining", CHOSEN + (1.0 - CHOSEN) * (fraction or 0.0))

    for _ in range(ROUNDS):
        plan = selected(refined, solved.plan, kept)
        lower, upper = prove(space, plan, space.groups(), proving, None)
        worse = np.column_stack([lower < solved.lower - ROUNDING, upper > solved.upper + ROUNDING])
        if not worse.any():
            return Arrays(np.clip(solved.values, lower, upper), lower, upper, plan)
        kept |= worse
    return solved


def refined_mixes(space: Space, solved: Arrays, progress: Progress) -> Iterator[Mixes]:
    worth, done, mirrors = np.zeros((2, space.count)), 0, space.tables.mirrors
    for stage in stages(space, solved, halves=True):
        careless = (1.0 - SLIPS) * stage.perfect + np.repeat(SLIPS / stage.counts, stage.counts)
        for side, bounds in enumerate((solved.lower, solved.upper)):
            refine_stage(stage, side, bounds, careless, worth[side])
            if stage.cyclic:
                waits = waiting(solved, side)
                library(KERNEL).take_risks(stage.games, side, waits, careless, RISKS, worth[side])
        mixes = mixes_of(stage.games)
        yield mixes
        done += len(mixes.states)
        if not stage.cyclic:
            images = mirrored(mixes, mirrors)
            worth[:, images.states] = worth[::-1, mirrors[images.states]]
            yield images
            done += len(images.states)
        progress("refining", CHOSEN * done / space.count)


def refine_stage(
    stage: Stage, side: int, bounds: NDArray[np.float64], careless: NDArray[np.float64], worth: NDArray[np.float64]
) -> None:
    """Fills in one side's mixes in the games of a stage."""
    kernel, perfect = library(KERNEL), stage.perfect

    def sweep(games: StageGames) -> float:
        change: float = kernel.refine(games, side, bounds, perfect, careless, KEPT, worth)
        return change

    def work(part: NDArray[np.int64]) -> None:
        sweep(some_of(stage.games, part))

    if not stage.cyclic:
        stage.share_out(work)
        return
    for _ in range(MAX_SWEEPS):
        if sweep(stage.games) <= SETTLED:
            return


def waiting(solved: Arrays, side: int) -> NDArray[np.bool_]:
    """The states in which a side is lost, but the other side guarantees itself a little less than a win."""
    own, other = (solved.lower, solved.upper) if side == 0 else (-solved.upper, -solved.lower)
    return (own <= ROUNDING - 1.0) & (other > ROUNDING - 1.0)
