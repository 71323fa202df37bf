"""Values, bounds and chances as whole multiples of one unit.

The chances of a mix then sum to exactly 1, and a solution takes less room on disk. The unit is smaller than the
rounding errors that solving leaves. A strategy is rounded before it is proved.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

UNIT = 2.0**-48  # sums of such numbers up to 16 are exact in floating point


def to_units(numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.rint(numbers / UNIT).astype(np.int64)


def from_units(units: NDArray[np.int64]) -> NDArray[np.float64]:
    return units.astype(np.float64) * UNIT


def rounded_down(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.floor(numbers / UNIT) * UNIT


def rounded_up(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
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
