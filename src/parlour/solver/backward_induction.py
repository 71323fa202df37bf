"""Solves states that only lead to solved states: one matrix game each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.threads import cores, pool
from parlour.solver.matrix_games import solve_cells
from parlour.solver.plan import Mixes
from parlour.solver.state_space import Space

SLICE = 20_000_000  # outcomes between two calls of `progress`
SMALL = 2_000  # outcomes; fewer are not worth a second thread
CELLS = 100_000  # of matrices that are filled in and solved together: they should fit in a core's cache


def solve_states(
    space: Space,
    states: NDArray[np.int32],
    values: NDArray[np.float64],
    largest: tuple[int, int],
    progress: Callable[[int], None],
) -> Iterator[Mixes]:
    """Fills in the values of the states and yields their mixes. `progress` gets how many more outcomes are done."""
    mirrors = space.tables.mirrors
    states = states[states <= mirrors[states]]  # the other state of a pair has the same mixes, swapped
    outcomes = np.cumsum(space.tables.outcomes[states])
    for part in np.split(states, np.flatnonzero(np.diff(outcomes // SLICE)) + 1):
        total = int(space.tables.outcomes[part].sum())
        twins = part[part != mirrors[part]]
        threads = cores() if total > SMALL else 1

        def work(offset: int, part: Any = part, threads: int = threads) -> list[Mixes]:
            return list(solve_matrices(space, np.ascontiguousarray(part[offset::threads]), values, largest))

        for mixes in [work(0)] if threads == 1 else pool().map(work, range(threads)):
            yield from mixes
            yield from (mirrored(each, mirrors, values) for each in mixes)
        progress(total + int(space.tables.outcomes[twins].sum()))


def mirrored(mixes: Mixes, mirrors: NDArray[np.int32], values: NDArray[np.float64]) -> Mixes:
    """The mixes of the states' mirror images, unless they are the same; fills in their values."""
    images = mirrors[mixes.states]
    twins = images != mixes.states
    values[images[twins]] = -values[mixes.states[twins]]
    begins = (np.cumsum(mixes.sizes) - mixes.sizes.ravel()).reshape(-1, 2)[twins, ::-1].ravel()
    sizes = mixes.sizes[twins, ::-1]  # the players swap their mixes
    order = np.arange(sizes.sum()) + np.repeat(begins - (np.cumsum(sizes) - sizes.ravel()), sizes.ravel())
    return Mixes(images[twins], sizes, mixes.options[order], mixes.chances[order])


def solve_matrices(
    space: Space, states: NDArray[np.int32], values: NDArray[np.float64], largest: tuple[int, int]
) -> Iterator[Mixes]:
    """The rules fill in as many matrices as there is room for, and the simplex, which is compiled once, solves them."""
    cells = np.empty(max(CELLS, largest[0] * largest[1]))
    while len(states):
        sizes = np.empty((len(states), 2), np.int64)
        count = space.loops.fill_matrices(space.game.rules, space.index, values, states, sizes, cells)
        solved = solve_cells(cells, sizes[:count])
        values[states[:count]] = solved.values
        yield Mixes(states[:count], solved.sizes, solved.options, solved.chances)
        states = states[count:]
