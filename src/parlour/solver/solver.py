"""Solves every state of a space and proves the result; tries other methods where the proof is too wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compiled
from parlour.solver.backward_induction import solve_states
from parlour.solver.certificate import CERTIFICATE, certify
from parlour.solver.plan import Group, Mixes, Plan
from parlour.solver.progress import Progress
from parlour.solver.state_space import Space
from parlour.solver.value_iteration import METHODS, Method, solve_cycle


class Arrays(NamedTuple):
    """A solved space: what is known about each state, by number."""

    values: NDArray[np.float64]
    lower: NDArray[np.float64]  # proved bounds of the value
    upper: NDArray[np.float64]
    plan: Plan


def solve_space(space: Space, within: float, progress: Progress, known: Arrays | None = None) -> Arrays:
    """Solves and certifies every state; `known` are the first states, solved before.

    Where play can cycle, methods are tried in turn until the proof is as narrow as `within`. Each side keeps the
    strategy that guarantees it most.
    """
    first = 0 if known is None else len(known.values)
    groups = space.groups(first)
    best: Arrays | None = None
    for method in METHODS if any(group.cyclic for group in groups) else METHODS[:1]:
        values = np.zeros(space.count)
        if known is not None:
            values[:first] = known.values
        mixes = list(solve_groups(space, groups, values, within, method, lambda done: progress("solving", done)))
        plan = joined(mixes, space.count, None if known is None else known.plan)
        lower, upper = prove(space, plan, groups, progress, known)
        solved = Arrays(values, lower, upper, plan)
        best = solved if best is None else better(best, solved)
        if (best.upper - best.lower)[first:].max(initial=0.0) <= within:
            break
    assert best is not None
    return best._replace(values=np.clip(best.values, best.lower, best.upper))


def better(one: Arrays, other: Arrays) -> Arrays:
    """For each side, the strategy that guarantees more on average; and the values of the narrower proof."""
    lower = max(one, other, key=lambda arrays: float(arrays.lower.sum()))
    upper = min(one, other, key=lambda arrays: float(arrays.upper.sum()))
    narrower = min(one, other, key=lambda arrays: float((arrays.upper - arrays.lower).sum()))
    return Arrays(narrower.values, lower.lower, upper.upper, combined(lower.plan, upper.plan))


def combined(first: Plan, second: Plan) -> Plan:
    """The first player's mixes of one plan and the second player's of another."""
    return selected(first, second, np.broadcast_to([False, True], first.sizes.shape))


def selected(one: Plan, other: Plan, others: NDArray[np.bool_]) -> Plan:
    """The mixes of one plan, and those of the other where `others`, by state and player, says so."""
    sizes = np.where(others, other.sizes, one.sizes)
    ends = np.cumsum(sizes.ravel(), dtype=np.int64)
    begins = ends - sizes.ravel()
    sources = np.where(others, len(one.options) + other.begins, one.begins).ravel()
    entries = np.repeat(sources - begins, sizes.ravel()) + np.arange(sizes.sum())
    options = np.concatenate([one.options, other.options])[entries]
    chances = np.concatenate([one.chances, other.chances])[entries]
    return Plan(begins.reshape(-1, 2), sizes, options, chances)


def solve_groups(
    space: Space,
    groups: list[Group],
    values: NDArray[np.float64],
    within: float,
    method: Method,
    progress: Callable[[float], None],
) -> Iterator[Mixes]:
    """Fills in the values, one group after another, and yields the mixes. `progress` gets the fraction done."""
    states = np.concatenate([np.zeros(0, np.int32), *(group.states for group in groups)])
    total, done = max(1, int(space.tables.outcomes[states].sum())), 0

    def add(outcomes: int) -> None:
        nonlocal done
        done += outcomes
        progress(done / total)

    for group in groups:
        if group.cyclic:
            yield solve_cycle(space, group.states, values, within, method, lambda: progress(0.0))
        else:
            yield from solve_states(space, group.states, values, add)


def joined(parts: list[Mixes], count: int, known: Plan | None) -> Plan:
    """One plan from the mixes of new states and the plan of the first states."""
    begins, sizes = np.zeros((count, 2), np.int64), np.zeros((count, 2), np.int32)
    options, chances = [np.zeros(0, np.int32)], [np.zeros(0)]
    used = 0
    if known is not None:
        begins[: len(known.begins)], sizes[: len(known.begins)] = known.begins, known.sizes
        options, chances, used = [known.options], [known.chances], len(known.options)
    for mixes in parts:
        ends = used + np.cumsum(mixes.sizes.ravel(), dtype=np.int64)
        begins[mixes.states], sizes[mixes.states] = (ends - mixes.sizes.ravel()).reshape(-1, 2), mixes.sizes
        options.append(mixes.options)
        chances.append(mixes.chances)
        used += len(mixes.options)
    return Plan(begins, sizes, np.concatenate(options), np.concatenate(chances))


def prove(
    space: Space, plan: Plan, groups: list[Group], progress: Progress, known: Arrays | None
) -> list[NDArray[np.float64]]:
    """What each side's mixes guarantee, as values for the first player. The two sides run in parallel."""
    total, stopped, done = 2 * sum(len(group.states) for group in groups), Event(), [0, 0]
    compiled(space.game, CERTIFICATE)  # before the two threads ask for it at the same time

    def side(player: int) -> NDArray[np.float64]:
        def add(states: int) -> None:
            if stopped.is_set():
                raise Stopped
            done[player] += states
            progress("certifying", sum(done) / max(1, total))

        bounds = None if known is None else (known.lower, known.upper)[player]
        return certify(space.game, space.states, plan, groups, player, add, bounds)

    with ThreadPoolExecutor(2) as sides:
        try:
            return [future.result() for future in [sides.submit(side, player) for player in (0, 1)]]
        except BaseException:
            stopped.set()  # leaving the block waits for both threads
            raise


class Stopped(Exception):
    """Ends one thread of a proof after the other has failed."""
