"""Zero-sum matrix games by themselves: the front of `simplex.py` for whoever has a matrix."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.games.errors import ParlourError
from parlour.solver.simplex import EXTRA


class MatrixGame(NamedTuple):
    """A solved matrix game. `first` and `second` are the chances of the rows and of the columns."""

    value: float  # to the player who chooses the row
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    gap: float  # what the mixes leave open: the value lies within half of this


def matrix_game(payoffs: Any) -> MatrixGame:
    """Solves a matrix of what the first player, who chooses the row, gets from the second, who chooses the column."""
    matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise ParlourError(f"a matrix game is a table of finite numbers with at least one, not of shape {matrix.shape}")
    rows, columns = matrix.shape
    longest = max(rows, columns)
    least, span = (
        float(matrix.min()),
        float(np.ptp(matrix)) or 1.0,
    )  # the solver's tolerances are for payoffs from 0 to 1
    first, second, work = np.empty(longest), np.empty(longest), np.empty((rows + EXTRA, longest))
    basis, outside = np.empty(rows, np.int64), np.empty(columns, np.int64)
    low, high = library("parlour.solver.simplex").solve_matrix(
        (matrix - least) / span, rows, columns, work, basis, outside, first, second
    )
    value = least + 0.5 * (low + high) * span
    return MatrixGame(value, first[:rows].copy(), second[:columns].copy(), (high - low) * span)


def punished(matrix: NDArray[np.float64], place: int) -> tuple[float, float]:
    """The value of a matrix of payoffs from -1 to 1, and the least that a row gets against a perfect player."""
    rows, columns = matrix.shape
    work = np.empty((rows + EXTRA, max(rows, columns)))
    basis, outside = np.empty(rows, np.int64), np.empty(columns, np.int64)
    value, worth = library("parlour.solver.simplex").punished(matrix, rows, columns, work, basis, outside, place)
    return float(value), float(worth)
