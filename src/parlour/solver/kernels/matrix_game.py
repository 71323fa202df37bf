"""The value of a zero-sum matrix game and optimal mixes for both sides. Compiled once for all games.

Saddle points and dominated actions are found first; `simplex.py` solves what is left.
"""

from typing import Any

import numpy as np

from parlour.solver.kernels.simplex import EXTRA, FIRST, SECOND, Tableau, guarantees, solve_program


def workspace(rows: int, columns: int) -> Any:
    """Arrays for matrices up to this size: the matrix, the three of a `Tableau`, and both mixes.

    They are separate arguments of `solve_matrix`, because a tuple of them would cost a tenth of the time of a sweep.
    """
    longest = max(rows, columns)
    program, basis, outside = np.empty((rows + EXTRA, longest)), np.empty(rows, np.int64), np.empty(columns, np.int64)
    return np.empty((rows, columns)), program, basis, outside, np.empty(longest), np.empty(longest)


def solve_matrix(matrix: Any, m: int, n: int, program: Any, basis: Any, outside: Any, first: Any, second: Any) -> Any:
    """Fills in optimal mixes; returns what the first player's mix guarantees and what the second player's concedes.

    Solves the upper left m by n part of `matrix`. Both numbers are calculated from the matrix and the mixes, so they
    hold however the mixes were found. The value lies between them.
    """
    low, high = saddle_point(matrix, m, n, program, first, second)
    if low == high:
        return low, high
    rows, columns = undominated(matrix, m, n)
    m1, n1 = rows.shape[0], columns.shape[0]
    part = np.empty((m1, n1))
    for i in range(m1):
        for j in range(n1):
            part[i, j] = matrix[rows[i], columns[j]]
    solve_program(part, Tableau(program, basis, outside, m1, n1))
    first[:m] = 0.0
    second[:n] = 0.0
    for i in range(m1):
        first[rows[i]] = program[m1 + FIRST, i]
    for j in range(n1):
        second[columns[j]] = program[m1 + SECOND, j]
    return guarantees(matrix, m, n, first, second, program[0])


def solve_single(matrix: Any) -> Any:
    """Solves a whole matrix with a new workspace; also returns the mixes."""
    m, n = matrix.shape
    _, program, basis, outside, first, second = workspace(m, n)
    low, high = solve_matrix(matrix, m, n, program, basis, outside, first, second)
    return low, high, first[:m], second[:n]


def saddle_point(matrix: Any, m: int, n: int, scratch: Any, first: Any, second: Any) -> Any:
    """What the best single actions guarantee and concede; these are equal if the matrix has a saddle point.

    Of equally good actions it takes the one with the best average, so that a player who is lost still sets problems.
    """
    low, row, row_sum = 0.0, -1, 0.0
    most, sums = scratch[0], scratch[1]
    for j in range(n):
        most[j] = matrix[0, j]
        sums[j] = 0.0
    for i in range(m):
        least, total = matrix[i, 0], 0.0
        for j in range(n):
            least = min(least, matrix[i, j])
            most[j] = max(most[j], matrix[i, j])
            sums[j] += matrix[i, j]
            total += matrix[i, j]
        if row < 0 or least > low or (least == low and total > row_sum):
            low, row, row_sum = least, i, total
    column = 0
    for j in range(1, n):
        if most[j] < most[column] or (most[j] == most[column] and sums[j] < sums[column]):
            column = j
    first[:m] = 0.0
    second[:n] = 0.0
    first[row] = 1.0
    second[column] = 1.0
    return low, most[column]


def undominated(matrix: Any, m: int, n: int) -> Any:
    """The rows and columns that no neighbour dominates: without the bids, for example, that are higher than needed.

    What is left has the same value, and its optimal mixes are optimal in the whole matrix.
    """
    rows, columns = np.empty(m, np.int64), np.empty(n, np.int64)
    m1, n1 = 1, 0
    rows[0] = 0
    for i in range(1, m):
        last = rows[m1 - 1]
        above, below = True, True
        for j in range(n):
            above = above and matrix[i, j] >= matrix[last, j]
            below = below and matrix[i, j] <= matrix[last, j]
            if not above and not below:
                break
        if above and not below:
            rows[m1 - 1] = i
        elif not below:
            rows[m1] = i
            m1 += 1
    falls = np.zeros(n, np.int8)  # whether a column is below the one before it in some row
    rises = np.zeros(n, np.int8)
    for k in range(m1):
        i = rows[k]
        for j in range(1, n):
            falls[j] |= matrix[i, j] < matrix[i, j - 1]
            rises[j] |= matrix[i, j] > matrix[i, j - 1]
    for j in range(n):
        worse_than_before = j > 0 and not falls[j]
        worse_than_next = j + 1 < n and falls[j + 1] and not rises[j + 1]
        if not worse_than_before and not worse_than_next:
            columns[n1] = j
            n1 += 1
    return rows[:m1], columns[:n1]
