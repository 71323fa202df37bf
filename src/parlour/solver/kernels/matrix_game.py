"""The value of a zero-sum matrix game and optimal mixes for both sides. Compiled once for all games.

Saddle points and dominated actions are found first; `simplex.py` solves the rest.
"""

from typing import Any

from parlour.solver.exact.matrix_games import Workspace
from parlour.solver.kernels.simplex import FIRST, SECOND, Tableau, guarantees, solve_program


def solve_matrix(w: Workspace, m: int, n: int) -> Any:
    """Fills in optimal mixes; returns the guarantee of the first player's mix and the concession of the second's.

    Solves the upper left m by n part of the matrix. Both numbers are calculated from the matrix and the mixes, so they
    hold however the mixes were found. The value lies between them.
    """
    low, high = saddle_point(w, m, n)
    if low == high:
        return low, high
    m1, n1 = find_undominated(w, m, n)
    for i in range(m1):
        for j in range(n1):
            w.part[i, j] = w.matrix[w.rows[i], w.columns[j]]
    solve_program(w.part, Tableau(w.tableau, w.basis, w.outside, w.old_basis, w.old_outside, m1, n1))
    w.first[:m] = 0.0
    w.second[:n] = 0.0
    for i in range(m1):
        w.first[w.rows[i]] = w.tableau[m1 + FIRST, i]
    for j in range(n1):
        w.second[w.columns[j]] = w.tableau[m1 + SECOND, j]
    return guarantees(w.matrix, m, n, w.first, w.second, w.tableau[0])


def saddle_point(w: Workspace, m: int, n: int) -> Any:
    """The guarantee and the concession of the best single actions, which are equal at a saddle point.

    Of equally good actions it takes the one with the best average, so that a player who is lost still sets problems.
    """
    matrix, most, sums = w.matrix, w.tableau[0], w.tableau[1]
    low, row, row_sum = 0.0, -1, 0.0
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
    w.first[:m] = 0.0
    w.second[:n] = 0.0
    w.first[row] = 1.0
    w.second[column] = 1.0
    return low, most[column]


def find_undominated(w: Workspace, m: int, n: int) -> tuple[int, int]:
    """Fills in the rows and columns that no neighbour dominates, and returns how many there are.

    This drops the bids, for example, that are higher than needed. The rest has the same value, and its optimal
    mixes are optimal in the whole matrix.
    """
    matrix, rows, columns, falls, rises = w.matrix, w.rows, w.columns, w.falls, w.rises
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
    falls[:n] = 0
    rises[:n] = 0
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
    return m1, n1
