"""Makes perfect play hard to face: among the choices that keep the guarantee, the best against a careless opponent.

A solution leaves much open: a player who is lost may do anything, and a player who has won may take any time. Where a
single action is proved to guarantee as much as the mix of the solution, this pass replaces the mix by the best such
action against an opponent who plays the solution, but slips now and then. Results are discounted, so that a win comes
soon and a loss late. The new strategies are proved in the same way as the old ones.

Where a win is only approached in the limit, as in Tower Siege, the lost player could wait for a slip almost forever,
since the winner must not hurry: each attempt to win costs a part of its guarantee. There the lost player sometimes
takes a risk in a secret choice, so that matches end.

States that cannot be reached from the start are not refined (`Solution.extend`): the pass goes through the whole
game, which would take seconds for a lookup. Their mixes guarantee as much, but may give up when they are lost.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.solver.exact.solving import prove
from parlour.solver.progress import Progress
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.mixes import Part
from parlour.solver.states.parts import choose, join, mirror
from parlour.solver.states.stage import ROUNDING, Outcomes, Proved, Stage, mixes_of, stages

KERNEL = "parlour.solver.kernels.refine"
SLIPS = 0.2  # the share of the careless opponent's choices that are slips: any action, all equally likely
KEPT = 0.99  # the discount of a result per turn
RISKS = 0.005  # the share of secret choices in which a player who only waits takes a risk
SETTLED = 1e-4  # in a cycle, a smaller change does not matter
MAX_SWEEPS = 1_000
CHOSEN = 0.6  # the share of the time that it takes to choose; the rest is for the proof
ROUNDS = 3  # attempts to refine as much as the proof allows


def refine(explorer: Explorer, solved: Proved, progress: Progress) -> Proved:
    """The solution with refined mixes. No bound is worse: where the proof would be, the old mixes stay."""
    refined = join(refine_parts(explorer, solved, progress), explorer.count)
    kept = np.zeros((explorer.count, 2), np.bool_)

    def proving(_: str, fraction: float | None) -> None:
        progress("refining", CHOSEN + (1.0 - CHOSEN) * (fraction or 0.0))

    for _ in range(ROUNDS):
        mixes = choose(refined, solved.mixes, kept)
        lower, upper = prove(explorer, mixes, explorer.groups(), proving)
        worse = np.column_stack([lower < solved.lower - ROUNDING, upper > solved.upper + ROUNDING])
        if not worse.any():
            return Proved(np.clip(solved.values, lower, upper), lower, upper, mixes)
        kept |= worse
    return solved


def refine_parts(explorer: Explorer, solved: Proved, progress: Progress) -> Iterator[Part]:
    worth, done, mirrors = np.zeros((2, explorer.count)), 0, explorer.mirrors
    for stage in stages(explorer, solved, halves=True):
        careless = (1.0 - SLIPS) * stage.perfect + stage.even_shares(SLIPS)
        for side, bounds in enumerate((solved.lower, solved.upper)):
            refine_stage(stage, side, bounds, careless, worth[side])
            if stage.cyclic:
                waits = waiting(solved, side)
                library(KERNEL).take_risks(stage.outcomes, side, waits, careless, RISKS, worth[side])
        part = mixes_of(stage.outcomes)
        yield part
        done += len(part.states)
        if not stage.cyclic:
            images = mirror(part, mirrors)
            worth[:, images.states] = worth[::-1, mirrors[images.states]]
            yield images
            done += len(images.states)
        progress("refining", CHOSEN * done / explorer.count)


def refine_stage(
    stage: Stage, side: int, bounds: NDArray[np.float64], careless: NDArray[np.float64], worth: NDArray[np.float64]
) -> None:
    """Fills in one side's mixes in the states of a stage."""
    kernel, perfect = library(KERNEL), stage.perfect

    def sweep(outcomes: Outcomes) -> float:
        change: float = kernel.refine(outcomes, side, bounds, perfect, careless, KEPT, worth)
        return change

    if not stage.cyclic:
        stage.outcomes.share_out(sweep)
        return
    for _ in range(MAX_SWEEPS):
        if sweep(stage.outcomes) <= SETTLED:
            return


def waiting(solved: Proved, side: int) -> NDArray[np.bool_]:
    """The states in which a side is lost, but the other side guarantees itself a little less than a win."""
    own, other = (solved.lower, solved.upper) if side == 0 else (-solved.upper, -solved.lower)
    return (own <= ROUNDING - 1.0) & (other > ROUNDING - 1.0)
