"""Solves every state of a game and proves the result; tries other methods where the proof is too wide."""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from threading import Event
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compile_kernels
from parlour.solver.exact.certificate import CERTIFICATE, certify
from parlour.solver.exact.induction import METHODS, Method, solve_acyclic, solve_cycle
from parlour.solver.progress import Progress
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.mixes import NO_MIXES, Group, Mixes, Part
from parlour.solver.states.parts import combine, join
from parlour.solver.states.stage import Proved


class Known(NamedTuple):
    """States that were solved before."""

    numbers: NDArray[np.int64]
    solved: Proved


NOTHING = Known(np.zeros(0, np.int64), Proved(np.zeros(0), np.zeros(0), np.zeros(0), NO_MIXES))


def solve_states(explorer: Explorer, within: float, progress: Progress, known: Known = NOTHING) -> Proved:
    """Solves and certifies every state that is not known yet.

    Where play can cycle, methods are tried in turn until the proof is as narrow as `within`. Each side keeps the
    strategy that guarantees it most.
    """
    groups = explorer.groups(len(known.numbers))
    new = np.ones(explorer.count, np.bool_)
    new[known.numbers] = False
    best: Proved | None = None
    for method in METHODS if any(group.cyclic for group in groups) else METHODS[:1]:
        values = np.zeros(explorer.count)
        values[known.numbers] = known.solved.values
        parts = solve_groups(explorer, groups, values, within, method, lambda done: progress("solving", done))
        mixes = join([Part(known.numbers, known.solved.mixes), *parts], explorer.count)
        lower, upper = prove(explorer, mixes, groups, progress, known)
        solved = Proved(values, lower, upper, mixes)
        best = solved if best is None else better(best, solved)
        if (best.upper - best.lower)[new].max(initial=0.0) <= within:
            break
    assert best is not None
    return best._replace(values=np.clip(best.values, best.lower, best.upper))


def better(one: Proved, other: Proved) -> Proved:
    """For each side, the strategy that guarantees more on average; and the values of the narrower proof."""
    lower = max(one, other, key=lambda solved: float(solved.lower.sum()))
    upper = min(one, other, key=lambda solved: float(solved.upper.sum()))
    narrower = min(one, other, key=lambda solved: float((solved.upper - solved.lower).sum()))
    return Proved(narrower.values, lower.lower, upper.upper, combine(lower.mixes, upper.mixes))


def solve_groups(
    explorer: Explorer,
    groups: list[Group],
    values: NDArray[np.float64],
    within: float,
    method: Method,
    progress: Callable[[float], None],
) -> Iterator[Part]:
    """Fills in the values, one group after another, and yields the mixes. `progress` gets the fraction done."""
    states = np.concatenate([np.zeros(0, np.int32), *(group.states for group in groups)])
    total, done = max(1, int(explorer.sizes[states].sum())), 0

    def add(outcomes: int) -> None:
        nonlocal done
        done += outcomes
        progress(done / total)

    for group in groups:
        if group.cyclic:
            yield solve_cycle(explorer, group.states, values, within, method, lambda: progress(0.0))
        else:
            yield from solve_acyclic(explorer, group.states, values, add)


def prove(
    explorer: Explorer, mixes: Mixes, groups: list[Group], progress: Progress, known: Known = NOTHING
) -> list[NDArray[np.float64]]:
    """The guarantees of each side's mixes, as values for the first player. The two sides run in parallel."""
    total, stopped, done = 2 * sum(len(group.states) for group in groups), Event(), [0, 0]
    compile_kernels(explorer.game, CERTIFICATE)  # before the two threads ask for it at the same time

    def side(player: int) -> NDArray[np.float64]:
        def add(states: int) -> None:
            if stopped.is_set():
                raise CancelledError
            done[player] += states
            progress("certifying", sum(done) / max(1, total))

        bounds = np.full(explorer.count, np.nan)
        bounds[known.numbers] = (known.solved.lower, known.solved.upper)[player]
        return certify(explorer.game, explorer.states, mixes, groups, player, add, bounds)

    with ThreadPoolExecutor(2) as sides:
        try:
            return [future.result() for future in [sides.submit(side, player) for player in (0, 1)]]
        except BaseException:
            stopped.set()  # leaving the block waits for both threads
            raise
