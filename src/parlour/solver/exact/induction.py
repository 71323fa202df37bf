"""Solves states from those that they lead to: backward induction, and value iteration where play can cycle."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.fast.threads import cores, pool
from parlour.solver.exact.matrix_games import workspace
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.mixes import Part
from parlour.solver.states.parts import mirror
from parlour.solver.states.stage import Outcomes, mixes_of, outcomes_of

SWEEP = "parlour.solver.kernels.sweep"
SMALL = 2_000  # outcomes; fewer are not worth a second thread
LARGE = 1_000_000  # outcomes; more are not tabulated at once
FIRST_SWEEPS = 32  # before the first extrapolation
SETTLING_SWEEPS = 12  # between two extrapolations
MAX_SWEEPS = 4_096
NO_CHANGE = 1e-15


def sweep(outcomes: Outcomes, values: NDArray[np.float64], *, first: bool = True, discount: float = 0.0) -> float:
    """Solves the matrix game of every state once and fills in its value; returns the largest change.

    A state sees the new values of the states before it, so a change travels far in one sweep. In the `first` sweep
    every mix is filled in, later only better ones. `discount` is lost with every step.
    """
    m, n = outcomes.options.max(axis=0, initial=1)
    change: float = library(SWEEP).sweep(outcomes, workspace(m, n), values, first, discount)
    return change


def solve_acyclic(
    explorer: Explorer,
    states: NDArray[np.int32],
    values: NDArray[np.float64],
    progress: Callable[[int], None],
) -> Iterator[Part]:
    """Backward induction: fills in the values of states that only lead to solved ones, and yields their mixes.

    `progress` gets how many more outcomes are done.
    """
    outcomes, mirrors = explorer.sizes, explorer.mirrors
    states = explorer.without_images(states)  # the other state of a pair has the same mixes, swapped
    done = np.cumsum(outcomes[states])
    share = max(SMALL, min(LARGE, int(done[-1]) // (2 * cores())))
    parts = np.split(states, np.flatnonzero(np.diff(done // share)) + 1)

    def work(part: NDArray[np.int32]) -> Part:
        found = outcomes_of(explorer, part)
        sweep(found, values)
        return mixes_of(found)

    if len(parts) > 1:
        sweep(outcomes_of(explorer, parts[0][:0]), values)  # compiles it before the threads ask for it at the same time
    for mixes in pool().map(work, parts) if len(parts) > 1 else map(work, parts):
        images = mirror(mixes, mirrors)
        values[images.states] = -values[mirrors[images.states]]
        yield from (mixes, images)
        progress(int(outcomes[mixes.states].sum() + outcomes[images.states].sum()))


class Method(NamedTuple):
    extrapolate: bool
    precision: float = 0.8  # stop when the distance that is left seems to be this part of `within`
    discount: float = 0.0  # lost with every step: it makes waiting forever unattractive


METHODS = (
    Method(extrapolate=True),
    Method(extrapolate=True, precision=1e-3),
    Method(extrapolate=False),
    Method(extrapolate=False, discount=1e-3),
    Method(extrapolate=False, discount=1e-5),
)


def solve_cycle(
    explorer: Explorer,
    states: NDArray[np.int32],
    values: NDArray[np.float64],
    within: float,
    method: Method,
    check: Callable[[], None],
) -> Part:
    """Fills in the values of the states, starting with a draw everywhere (END-1), and returns their mixes.

    A value that is only reached in the limit converges as 1/k with the number of sweeps k, so the last change times k
    estimates the distance that is left. An extrapolation covers half of that at once, as if there had been twice as
    many sweeps, and the sweeps after it correct its errors. Whether the result is right is for the certificate to
    decide. `check` is called after every sweep and may raise to stop it.
    """
    found = outcomes_of(explorer, states)
    values[states] = 0.0
    sweeps, settled = 0, 0
    for number in range(MAX_SWEEPS):
        before = values[states]
        change = sweep(found, values, first=number == 0, discount=method.discount)
        sweeps, settled = sweeps + 1, settled + 1
        check()
        if change <= NO_CHANGE:
            break
        if method.extrapolate and sweeps >= FIRST_SWEEPS and settled >= SETTLING_SWEEPS:
            if change * sweeps <= method.precision * within:
                break
            values[states] = np.clip(values[states] + (values[states] - before) * (sweeps / 2), -1.0, 1.0)
            sweeps, settled = 2 * sweeps, 0
    return mixes_of(found)
