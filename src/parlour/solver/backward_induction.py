"""Solves states that only lead to solved states: one matrix game each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from parlour.fast.threads import cores, pool
from parlour.solver.plan import Mixes
from parlour.solver.stage_games import mixes_of, stage_games, sweep
from parlour.solver.state_space import Space

SMALL = 2_000  # outcomes; fewer are not worth a second thread
LARGE = 1_000_000  # outcomes; more are not tabulated at once


def solve_states(
    space: Space,
    states: NDArray[np.int32],
    values: NDArray[np.float64],
    progress: Callable[[int], None],
) -> Iterator[Mixes]:
    """Fills in the values of the states and yields their mixes. `progress` gets how many more outcomes are done."""
    outcomes, mirrors = space.tables.outcomes, space.tables.mirrors
    states = states[states <= mirrors[states]]  # the other state of a pair has the same mixes, swapped
    done = np.cumsum(outcomes[states])
    share = max(SMALL, min(LARGE, int(done[-1]) // (2 * cores())))
    parts = np.split(states, np.flatnonzero(np.diff(done // share)) + 1)

    def work(part: NDArray[np.int32]) -> Mixes:
        games = stage_games(space, part)
        sweep(games, values)
        return mixes_of(games)

    if len(parts) > 1:
        sweep(stage_games(space, parts[0][:0]), values)  # compiles it before the threads ask for it at the same time
    for mixes in pool().map(work, parts) if len(parts) > 1 else map(work, parts):
        images = mirrored(mixes, mirrors)
        values[images.states] = -values[mirrors[images.states]]
        yield from (mixes, images)
        progress(int(outcomes[mixes.states].sum() + outcomes[images.states].sum()))


def mirrored(mixes: Mixes, mirrors: NDArray[np.int32]) -> Mixes:
    """The mixes of the states' mirror images, unless they are the same: the players swap theirs."""
    images = mirrors[mixes.states]
    twins = images != mixes.states
    begins = (np.cumsum(mixes.sizes) - mixes.sizes.ravel()).reshape(-1, 2)[twins, ::-1].ravel()
    sizes = mixes.sizes[twins, ::-1]
    order = np.arange(sizes.sum()) + np.repeat(begins - (np.cumsum(sizes) - sizes.ravel()), sizes.ravel())
    return Mixes(images[twins], sizes, mixes.options[order], mixes.chances[order])
