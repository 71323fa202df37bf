"""One sweep over the states of a cycle, each solved as a matrix game. Compiled with the rules of a game."""

from typing import Any

from parlour.solver.kernels.matrix_game import solve_matrix, workspace
from parlour.solver.kernels.payoffs import payoffs
from parlour.solver.kernels.simplex import copy_into
from parlour.solver.state_space import Index
from parlour.solver.value_iteration import CyclicGroup

TOLERANCE = 1e-15  # a mix that is kept from the sweep before may fall short by this


def sweep_cycle(rules: Any, index: Index, values: Any, cycle: CyclicGroup, discount: float, first_sweep: bool) -> float:
    """Solves every state of a cycle once, from the current values; returns the largest change.

    A state sees the new values of the states before it, so a change travels far in one sweep. A mix is replaced only
    by a better one: the mix that was found first makes progress, while a later one may be content to cycle.
    """
    matrix, program, basis, outside, first, second = workspace(cycle.largest[0], cycle.largest[1])
    states, begins, mixes = cycle.states, cycle.begins, cycle.mixes
    change = 0.0
    for k in range(states.shape[0]):
        number = states[k]
        m, n = payoffs(rules, index, values, number, matrix)
        if discount > 0.0:
            for i in range(m):
                for j in range(n):
                    matrix[i, j] *= 1.0 - discount
        low, high = solve_matrix(matrix, m, n, program, basis, outside, first, second)
        begin = begins[k]
        if first_sweep or worst_column(matrix, m, n, mixes[begin : begin + m]) < low - TOLERANCE:
            copy_into(mixes[begin:], first[:m])
        if first_sweep or best_row(matrix, m, n, mixes[begin + m : begin + m + n]) > high + TOLERANCE:
            copy_into(mixes[begin + m :], second[:n])
        value = 0.5 * (low + high)
        change = max(change, abs(value - values[number]))
        values[number] = value
    return change


def worst_column(matrix: Any, m: int, n: int, mix: Any) -> float:
    """What a mix of rows guarantees."""
    least = 2.0
    for j in range(n):
        total = 0.0
        for i in range(m):
            total += mix[i] * matrix[i, j]
        least = min(least, total)
    return least


def best_row(matrix: Any, m: int, n: int, mix: Any) -> float:
    """What a mix of columns concedes."""
    most = -2.0
    for i in range(m):
        total = 0.0
        for j in range(n):
            total += mix[j] * matrix[i, j]
        most = max(most, total)
    return most
