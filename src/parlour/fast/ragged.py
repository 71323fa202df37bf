"""Ragged arrays: runs of different sizes, one after another in one array."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def begins_of(sizes: NDArray[Any]) -> NDArray[np.int64]:
    """Where each run begins, in the shape of the sizes."""
    begins: NDArray[np.int64] = np.cumsum(sizes, dtype=np.int64).reshape(sizes.shape) - sizes
    return begins


def runs(begins: NDArray[Any], sizes: NDArray[Any]) -> NDArray[np.int64]:
    """The places from each begin on, as many as its size."""
    places: NDArray[np.int64] = np.repeat((begins - begins_of(sizes)).ravel(), sizes.ravel())
    return places + np.arange(len(places))
