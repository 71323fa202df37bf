"""Solves states that only lead to solved states: one matrix game each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from parlour.fast.threads import cores, pool
from parlour.solver.explorer import Explorer
from parlour.solver.mixes import Part
from parlour.solver.parts import mirror
from parlour.solver.stage import mixes_of, outcomes_of, sweep

SMALL = 2_000  # outcomes; fewer are not worth a second thread
LARGE = 1_000_000  # outcomes; more are not tabulated at once


def solve_acyclic(
    explorer: Explorer,
    states: NDArray[np.int32],
    values: NDArray[np.float64],
    progress: Callable[[int], None],
) -> Iterator[Part]:
    """Fills in the values of the states and yields their mixes. `progress` gets how many more outcomes are done."""
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
