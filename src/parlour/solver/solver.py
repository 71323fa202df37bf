"""Solves every state of a space: from the last ones back, and round and round where states lead to each other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.threads import cores, pool
from parlour.solver.certificate import Group, Plan
from parlour.solver.state_space import Space

SHARE = 20_000_000  # outcomes of the states that are solved in one go, between two looks at the keyboard
FEW = 2_000  # outcomes that are not worth a second thread
FIRST_SWEEPS = 32  # until the first leap
CALM = 12  # sweeps between two leaps
MOST_SWEEPS = 4_096
NO_CHANGE = 1e-15


class Way(NamedTuple):
    """How states that lead to each other are solved."""

    leaps: bool
    discount: float = 0.0  # what is lost by every step: it keeps players from being patient for ever


WAYS = (Way(leaps=True), Way(leaps=False), Way(leaps=False, discount=1e-3), Way(leaps=False, discount=1e-5))


class Pieces:
    """The mixes of many states as they come in, until they are put together into one plan."""

    def __init__(self, count: int) -> None:
        self.sizes = np.zeros((count, 2), np.int32)
        self.begins = np.zeros((count, 2), np.int64)
        self._chosen: list[NDArray[np.int32]] = []
        self._chances: list[NDArray[np.float64]] = []
        self._used = 0

    def add(self, states: NDArray[np.int32], chosen: NDArray[np.int32], chances: NDArray[np.float64]) -> None:
        """Mixes of these states, one after another, first and second player in turn; their sizes are set already."""
        ends = self._used + np.cumsum(self.sizes[states].ravel(), dtype=np.int64)
        self.begins[states] = (ends - self.sizes[states].ravel()).reshape(-1, 2)
        self._chosen.append(chosen)
        self._chances.append(chances)
        self._used += len(chosen)

    def plan(self) -> Plan:
        chosen = np.concatenate([*self._chosen, np.zeros(0, np.int32)])
        return Plan(self.begins, self.sizes, chosen, np.concatenate([*self._chances, np.zeros(0)]))


def groups(space: Space, first: int = 0) -> list[Group]:
    """The states from number `first` on in an order in which they can be solved."""
    finished = space.tables.finished[first : space.count]
    levels, cyclic = space.tables.levels[finished], space.tables.cyclic[finished]
    order = np.argsort(2 * levels + cyclic, kind="stable")
    kinds = (2 * levels + cyclic)[order]
    cuts = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(order)] if len(order) else [0]
    return [Group(finished[order[begin:end]], bool(kinds[begin] % 2)) for begin, end in pairwise(cuts)]


def solve_groups(
    space: Space,
    listed: list[Group],
    values: NDArray[np.float64],
    within: float,
    way: Way,
    heed: Callable[[float], None],
) -> Plan:
    """Fills in the values of the groups, one group after another; returns the mixes.

    `heed` hears how much of the work is done, from 0 to 1, and may raise to stop it.
    """
    pieces = Pieces(space.count)
    every = np.concatenate([np.zeros(0, np.int32), *(group.states for group in listed)])
    options = np.zeros((len(every), 2), np.int32)
    space.loops.count_options(space.game.rules, space.tables.states, every, options)
    most = (int(options[:, 0].max(initial=1)), int(options[:, 1].max(initial=1)))
    total, done = max(1, int(space.tables.cursors[every].sum())), 0
    for group in listed:
        if group.cyclic:
            solve_cycle(space, group.states, values, most, within, way, pieces, heed)
        else:
            cells = np.cumsum(space.tables.cursors[group.states])
            for part in np.split(group.states, np.flatnonzero(np.diff(cells // SHARE)) + 1):
                solve_part(space, part, values, most, pieces)
                done += int(space.tables.cursors[part].sum())
                heed(done / total)
    return pieces.plan()


def solve_part(space: Space, states: NDArray[np.int32], values: Any, most: Any, pieces: Pieces) -> None:
    """States whose outcomes are all known, shared between the cores."""
    workers = cores() if int(space.tables.cursors[states].sum()) > FEW else 1
    arguments = (space.game.rules, space.index, space.tables.states, values, states)

    def work(offset: int) -> Any:
        return space.loops.settle_states(*arguments, offset, workers, most, pieces.sizes)

    for offset, mixes in enumerate([work(0)] if workers == 1 else pool().map(work, range(workers))):
        pieces.add(states[offset::workers], *mixes)


def solve_cycle(
    space: Space,
    states: NDArray[np.int32],
    values: NDArray[np.float64],
    most: tuple[int, int],
    within: float,
    way: Way,
    pieces: Pieces,
    heed: Callable[[float], None],
) -> None:
    """States that lead to each other: solved again and again, beginning with a draw everywhere (END-1).

    A value that is approached only in the limit closes in as 1/k with the number of sweeps k, so that the last change
    times k tells how far there is to go. Half of that is taken in one leap, as if there had been twice as many sweeps;
    the sweeps that follow put right what the leap got wrong. Whether it was right in the end is for the certificate to
    say; without leaps, or with a discount on what is to come, it takes longer.
    """
    options = np.zeros((len(states), 2), np.int32)
    space.loops.count_options(space.game.rules, space.tables.states, states, options)
    begins = np.concatenate([np.zeros(1, np.int64), np.cumsum(options.sum(axis=1), dtype=np.int64)])
    mixes = np.zeros(int(begins[-1]))
    arguments = (space.game.rules, space.index, space.tables.states, values, states, most, mixes, begins)
    values[states] = 0.0
    kept = 1.0 - way.discount
    sweeps, since = 0, 0
    for number in range(MOST_SWEEPS):
        before = values[states]
        change = float(space.loops.sweep_cycle(*arguments, kept, number == 0))
        sweeps, since = sweeps + 1, since + 1
        heed(0.0)
        if change <= NO_CHANGE:
            break
        if way.leaps and sweeps >= FIRST_SWEEPS and since >= CALM:
            if change * sweeps <= 0.8 * within:
                break
            values[states] = np.clip(values[states] + (values[states] - before) * (sweeps / 2), -1.0, 1.0)
            sweeps, since = 2 * sweeps, 0
    with_chance = np.flatnonzero(mixes > 0.0)
    owner = np.repeat(np.arange(2 * len(states)), options.ravel())
    pieces.sizes[states] = np.bincount(owner[with_chance], minlength=2 * len(states)).reshape(-1, 2)
    option_numbers = np.arange(len(mixes)) - np.repeat(np.cumsum(options.ravel()) - options.ravel(), options.ravel())
    pieces.add(states, option_numbers[with_chance].astype(np.int32), mixes[with_chance])
