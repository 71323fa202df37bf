"""Joins, mirrors and rounds the mixes of many states.

Values, bounds and chances are whole multiples of one unit. The chances of a mix then sum to exactly 1, and a solution
takes less room on disk. The unit is smaller than the rounding errors that solving leaves. A strategy is rounded before
it is proved.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from parlour.fast.ragged import begins_of, runs
from parlour.solver.states.mixes import NO_MIXES, Mixes, Part

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
    begins = begins_of(sizes)
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
    chosen = np.flatnonzero(chances > least)
    owners = np.repeat(np.arange(options.size), options.ravel())[chosen]  # each state has two: its players
    sizes = np.bincount(owners, minlength=options.size).reshape(options.shape).astype(np.int32)
    numbers = chosen - begins_of(options).ravel()[owners]
    return Part(states, Mixes(begins_of(sizes), sizes, numbers.astype(np.int32), chances[chosen]))


def mirror(part: Part, mirrors: NDArray[np.int32]) -> Part:
    """The mixes of the states' mirror images, unless they are the same: the players swap theirs."""
    images = mirrors[part.states]
    twins = images != part.states
    swapped = part.mixes._replace(begins=part.mixes.begins[twins, ::-1], sizes=part.mixes.sizes[twins, ::-1])
    return Part(images[twins], compact(swapped))


def compact(mixes: Mixes) -> Mixes:
    """The same mixes one after another, without the entries between them."""
    entries = runs(mixes.begins, mixes.sizes)
    return Mixes(begins_of(mixes.sizes), mixes.sizes, mixes.options[entries], mixes.chances[entries])


def join(parts: Iterable[Part], count: int) -> Mixes:
    """The mixes of all states of a game."""
    begins, sizes = np.zeros((count, 2), np.int64), np.zeros((count, 2), np.int32)
    options, chances = [NO_MIXES.options], [NO_MIXES.chances]
    used = 0
    for states, mixes in parts:
        begins[states], sizes[states] = used + mixes.begins, mixes.sizes
        options.append(mixes.options)
        chances.append(mixes.chances)
        used += len(mixes.options)
    return Mixes(begins, sizes, np.concatenate(options), np.concatenate(chances))


def choose(one: Mixes, other: Mixes, others: NDArray[np.bool_]) -> Mixes:
    """The mixes of one, and those of the other where `others`, by state and player, says so."""
    begins = np.where(others, len(one.options) + other.begins, one.begins)
    sizes = np.where(others, other.sizes, one.sizes)
    options, chances = np.concatenate([one.options, other.options]), np.concatenate([one.chances, other.chances])
    return compact(Mixes(begins, sizes, options, chances))


def combine(first: Mixes, second: Mixes) -> Mixes:
    """The first player's mixes of one and the second player's of another."""
    return choose(first, second, np.broadcast_to([False, True], first.sizes.shape))
