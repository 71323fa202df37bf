"""Solves the matrix games of many states, one after another. Compiled once for all games."""

from typing import Any

from parlour.solver.exact.matrix_games import Workspace
from parlour.solver.kernels.matrix_game import solve_matrix
from parlour.solver.kernels.simplex import copy_into
from parlour.solver.states.stage import OVER, Outcomes

TOLERANCE = 1e-15  # a mix that is kept from the sweep before may fall short by this


def sweep(games: Outcomes, w: Workspace, values: Any, first_sweep: bool, discount: float) -> float:
    """Fills in values and mixes; returns the largest change of a value.

    A mix is replaced only by a better one: the mix that was found first makes progress, while a later one may be
    content to cycle.
    """
    matrix, mixes, change = w.matrix, games.mixes, 0.0
    for k in range(games.states.shape[0]):
        m, n, cell = int(games.options[k, 0]), int(games.options[k, 1]), games.cells[k]
        for i in range(m):
            for j in range(n):
                after = games.outcomes[cell + i * n + j]
                value = values[after] if after >= 0 else games.rewards[OVER - after]
                matrix[i, j] = (1.0 - discount) * value
        low, high = solve_matrix(w, m, n)
        begin = games.begins[k]
        if first_sweep or worst_column(matrix, m, n, mixes[begin : begin + m]) < low - TOLERANCE:
            copy_into(mixes[begin:], w.first[:m])
        if first_sweep or best_row(matrix, m, n, mixes[begin + m : begin + m + n]) > high + TOLERANCE:
            copy_into(mixes[begin + m :], w.second[:n])
        value = 0.5 * (low + high)
        change = max(change, abs(value - values[games.states[k]]))
        values[games.states[k]] = value
    return change


def worst_column(matrix: Any, m: int, n: int, mix: Any) -> float:
    """The guarantee of a mix of rows."""
    least = 2.0
    for j in range(n):
        total = 0.0
        for i in range(m):
            total += mix[i] * matrix[i, j]
        least = min(least, total)
    return least


def best_row(matrix: Any, m: int, n: int, mix: Any) -> float:
    """The concession of a mix of columns."""
    most = -2.0
    for i in range(m):
        total = 0.0
        for j in range(n):
            total += mix[j] * matrix[i, j]
        most = max(most, total)
    return most
