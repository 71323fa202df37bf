"""Solves any zero-sum matrix game, with the solver's simplex method."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.games.errors import ParlourError

KERNEL = "parlour.solver.kernels.matrix_game"


class MatrixGame(NamedTuple):
    """A solved matrix game. `first` and `second` are the optimal mixes of rows and of columns."""

    value: float  # to the player who chooses the row
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    gap: float  # what the second mix concedes, minus what the first guarantees


def matrix_game(payoffs: Any) -> MatrixGame:
    """Solves a matrix of payoffs for the first player, who chooses the row; the second player chooses the column."""
    matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise ParlourError(f"a matrix game is a non-empty table of finite numbers, not of shape {matrix.shape}")
    least = float(matrix.min())
    span = float(np.ptp(matrix)) or 1.0
    low, high, first, second = library(KERNEL).solve_single((matrix - least) / span)  # tolerances suit 0 to 1
    return MatrixGame(least + 0.5 * (low + high) * span, first, second, (high - low) * span)
