"""Solves any zero-sum matrix game, with the solver's simplex method."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.games.errors import ParlourError

KERNEL = "parlour.solver.kernels.matrix_game"
EXTRA = 8  # rows of a tableau besides those of the program


class MatrixGame(NamedTuple):
    """A solved matrix game. `first` and `second` are the optimal mixes of rows and of columns."""

    value: float  # to the player who chooses the row
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    gap: float  # the concession of the second mix minus the guarantee of the first


class Workspace(NamedTuple):
    """The arrays in which matrices up to some size are solved: compiled code that allocates none compiles faster."""

    matrix: NDArray[np.float64]
    rows: NDArray[np.int64]  # those that are not dominated
    columns: NDArray[np.int64]
    falls: NDArray[np.int8]  # whether a column is below the one before it in some row
    rises: NDArray[np.int8]
    part: NDArray[np.float64]  # the matrix without dominated rows and columns
    tableau: NDArray[np.float64]  # for the simplex method, as the next four
    basis: NDArray[np.int64]
    outside: NDArray[np.int64]
    old_basis: NDArray[np.int64]
    old_outside: NDArray[np.int64]
    first: NDArray[np.float64]  # the optimal mixes
    second: NDArray[np.float64]


def workspace(m: int, n: int) -> Workspace:
    longest = max(m, n)
    return Workspace(
        matrix=np.empty((m, n)),
        rows=np.empty(m, np.int64),
        columns=np.empty(n, np.int64),
        falls=np.empty(n, np.int8),
        rises=np.empty(n, np.int8),
        part=np.empty((m, n)),
        tableau=np.empty((m + EXTRA, longest)),
        basis=np.empty(m, np.int64),
        outside=np.empty(n, np.int64),
        old_basis=np.empty(m, np.int64),
        old_outside=np.empty(n, np.int64),
        first=np.empty(longest),
        second=np.empty(longest),
    )


def matrix_game(payoffs: Any) -> MatrixGame:
    """Solves a matrix of payoffs for the first player, who chooses the row; the second player chooses the column."""
    matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise ParlourError(f"a matrix game is a non-empty table of finite numbers, not of shape {matrix.shape}")
    least = float(matrix.min())
    span = float(np.ptp(matrix)) or 1.0
    m, n = matrix.shape
    w = workspace(m, n)._replace(matrix=(matrix - least) / span)  # the tolerances suit numbers from 0 to 1
    low, high = library(KERNEL).solve_matrix(w, m, n)
    return MatrixGame(least + 0.5 * (low + high) * span, w.first[:m], w.second[:n], (high - low) * span)
