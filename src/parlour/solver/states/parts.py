"""Joins, mirrors and rounds the mixes of many states.

Values, bounds and chances are whole multiples of one unit. The chances of a mix then sum to exactly 1, and a solution
takes less room on disk. The unit is smaller than the rounding errors that solving leaves. A strategy is rounded before
it is proved.
"""

import numpy as np
from numpy.typing import NDArray

from parlour.fast.policy_table import runs
from parlour.solver.states.mixes import Mixes, Part

UNIT = 2.0**-48  # sums of such numbers up to 16 are exact in floating point


def to_units(numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.rint(numbers / UNIT).astype(np.int64)


def from_units(units: NDArray[np.int64]) -> NDArray[np.float64]:
    return units.astype(np.float64) * UNIT


def round_down(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.floor(numbers / UNIT) * UNIT


def round_up(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.ceil(numbers / UNIT) * UNIT


def in_units(chances: NDArray[np.float64], sizes: NDArray[np.int32]) -> NDArray[np.float64]:
    """The chances of mixes of these sizes, in whole units. The likeliest option of each takes up the rounding error."""
    begins = np.cumsum(sizes) - sizes
    units = to_units(chances)
    owners = np.repeat(np.arange(len(sizes)), sizes)
    likeliest = np.flatnonzero(units == np.maximum.reduceat(units, begins)[owners])
    likeliest = likeliest[np.flatnonzero(np.diff(owners[likeliest], prepend=-1))]  # the first of equals
    units[likeliest] += round(1.0 / UNIT) - np.add.reduceat(units, begins)
    return from_units(units)


def part_of(
    states: NDArray[np.int32], options: NDArray[np.int32], chances: NDArray[np.float64], least: float = 0.0
) -> Part:
    """The options in these states with a chance above `least`, from the chances of all options."""
    counts = options.ravel()
    chosen = np.flatnonzero(chances > least)
    owners = np.repeat(np.arange(counts.size), counts)  # each state has two: its players
    sizes = np.bincount(owners[chosen], minlength=counts.size).reshape(-1, 2).astype(np.int32)
    numbers = np.arange(len(chances)) - np.repeat(np.cumsum(counts) - counts, counts)
    return Part(states, sizes, numbers[chosen].astype(np.int32), chances[chosen])


def mirror(part: Part, mirrors: NDArray[np.int32]) -> Part:
    """The mixes of the states' mirror images, unless they are the same: the players swap theirs."""
    images = mirrors[part.states]
    twins = images != part.states
    begins = (np.cumsum(part.sizes) - part.sizes.ravel()).reshape(-1, 2)[twins, ::-1].ravel()
    sizes = part.sizes[twins, ::-1]
    order = runs(begins, sizes.ravel())
    return Part(images[twins], sizes, part.options[order], part.chances[order])


def join(parts: list[Part], count: int, known: tuple[NDArray[np.int64], Mixes] | None = None) -> Mixes:
    """The mixes of all states, from parts and from those that are known, by the numbers of their states."""
    begins, sizes = np.zeros((count, 2), np.int64), np.zeros((count, 2), np.int32)
    options, chances = [np.zeros(0, np.int32)], [np.zeros(0)]
    used = 0
    if known is not None:
        numbers, mixes = known
        begins[numbers], sizes[numbers] = mixes.begins, mixes.sizes
        options, chances, used = [mixes.options], [mixes.chances], len(mixes.options)
    for part in parts:
        ends = used + np.cumsum(part.sizes.ravel(), dtype=np.int64)
        begins[part.states], sizes[part.states] = (ends - part.sizes.ravel()).reshape(-1, 2), part.sizes
        options.append(part.options)
        chances.append(part.chances)
        used += len(part.options)
    return Mixes(begins, sizes, np.concatenate(options), np.concatenate(chances))


def choose(one: Mixes, other: Mixes, others: NDArray[np.bool_]) -> Mixes:
    """The mixes of one, and those of the other where `others`, by state and player, says so."""
    sizes = np.where(others, other.sizes, one.sizes)
    ends = np.cumsum(sizes.ravel(), dtype=np.int64)
    entries = runs(np.where(others, len(one.options) + other.begins, one.begins).ravel(), sizes.ravel())
    options = np.concatenate([one.options, other.options])[entries]
    chances = np.concatenate([one.chances, other.chances])[entries]
    return Mixes((ends - sizes.ravel()).reshape(-1, 2), sizes, options, chances)


def combine(first: Mixes, second: Mixes) -> Mixes:
    """The first player's mixes of one and the second player's of another."""
    return choose(first, second, np.broadcast_to([False, True], first.sizes.shape))
