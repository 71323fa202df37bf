"""Solves states that only lead to solved states: one matrix game each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.threads import cores, pool
from parlour.solver.plan import Mixes
from parlour.solver.state_space import Space

SLICE = 20_000_000  # outcomes between two calls of `progress`
SMALL = 2_000  # outcomes; fewer are not worth a second thread


def solve_states(
    space: Space,
    states: NDArray[np.int32],
    values: NDArray[np.float64],
    largest: tuple[int, int],
    progress: Callable[[int], None],
) -> Iterator[Mixes]:
    """Fills in the values of the states and yields their mixes. `progress` gets how many more outcomes are done."""
    outcomes = np.cumsum(space.tables.outcomes[states])
    for part in np.split(states, np.flatnonzero(np.diff(outcomes // SLICE)) + 1):
        total = int(space.tables.outcomes[part].sum())
        threads = cores() if total > SMALL else 1
        sizes = np.zeros((len(part), 2), np.int32)

        def work(offset: int, part: Any = part, threads: int = threads, sizes: Any = sizes) -> Any:
            return space.loops.solve_states(
                space.game.rules, space.index, values, part, offset, threads, largest, sizes
            )

        for offset, mixes in enumerate([work(0)] if threads == 1 else pool().map(work, range(threads))):
            yield Mixes(part[offset::threads], sizes[offset::threads], *mixes)
        progress(total)
