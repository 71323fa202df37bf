"""The value of a zero-sum matrix game and a perfect mix for both sides.

Plain functions over arrays, compiled by `matrix_games.py`. Ours, because the matrices of games are full of ties, which
a textbook simplex cycles on, and because a call of a general solver takes longer than most of them need.

The second player's program is: the most `sum(q)` with `B q <= 1` and `q >= 0`, where B is the matrix moved up until all
of it is positive. It is pivoted in place: `work` holds B, the right side in its last column and the objective in its
last row; `basis` says which variable belongs to a row, `outside` which to a column; n + i is the slack of row i.
Perfect mixes are q and the prices of the rows, each brought to a sum of one.
"""

from typing import Any

ROUGH, FINE = (
    1e-11,
    1e-14,
)  # a reduced cost above minus this does not make a column enter: at first, and after a refresh
PIVOT, TINY = 1e-9, 1e-12  # a smaller number is noise to divide by, likewise
SLACK = 1e-12  # rows whose ratios are this close are a tie, which the largest pivot breaks
SHARP = 1e-13  # a gap below this is as good as rounding allows
ROUNDS = 6  # of starting again from the basis, with the rounding of all pivots forgotten


def solve_matrix(matrix: Any, m: int, n: int, work: Any, basis: Any, outside: Any, first: Any, second: Any) -> Any:
    """What the first player is sure of and what the second concedes at most, with the mixes that see to it.

    Both numbers are taken from the matrix itself, so they hold however the mixes were found; that they meet proves the
    value. `matrix` may be larger than m by n; `work` has m + 4 rows and a place more than the longer side, `basis` m
    places, `outside` n.
    """
    low, high = pure(matrix, m, n, work, first, second)
    if low == high:
        return low, high
    fill(matrix, m, n, work, basis, outside)
    optimise(m, n, work, basis, outside, ROUGH, PIVOT)
    low, high = mixed(matrix, m, n, work, basis, outside, first, second)
    tries = 0
    while high - low > SHARP and tries < ROUNDS:
        refresh(matrix, m, n, work, basis, outside)
        repair(m, n, work, basis, outside)
        optimise(m, n, work, basis, outside, FINE, TINY)
        again_low, again_high = mixed(matrix, m, n, work, basis, outside, work[m + 1], work[m + 2])
        tries += 1
        if again_high - again_low < high - low:
            low, high = again_low, again_high
            first[:m] = work[m + 1, :m]
            second[:n] = work[m + 2, :n]
    return low, high


def pure(matrix: Any, m: int, n: int, work: Any, first: Any, second: Any) -> Any:
    """The best that one action alone can be sure of, for both sides; equal if the matrix has a saddle point.

    Of actions that are sure of the same, the one that is worth most against an opponent who does anything.
    """
    low, row, row_sum = 0.0, -1, 0.0
    most, sums = work[0], work[1]
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


def fill(matrix: Any, m: int, n: int, work: Any, basis: Any, outside: Any) -> None:
    """The program before the first pivot: all slacks in the basis."""
    low = matrix[0, 0]
    for i in range(m):
        for j in range(n):
            low = min(low, matrix[i, j])
    for i in range(m):
        for j in range(n):
            work[i, j] = matrix[i, j] - low + 1.0
        work[i, n] = 1.0
        basis[i] = n + i
    for j in range(n):
        work[m, j] = -1.0
        outside[j] = j
    work[m, n] = 0.0


def optimise(m: int, n: int, work: Any, basis: Any, outside: Any, tolerance: float, least: float) -> None:
    """Pivots until no column improves the objective, or for so long that something is wrong."""
    idle = 0  # pivots in a row that gained nothing
    for _ in range(20 * (m + n)):
        cautious = idle > m + n  # a cycle is likely: from here the lowest index enters and leaves, which ends it
        column = entering(n, work, m, outside, tolerance, cautious)
        if column < 0:
            return
        row = leaving(m, n, work, column, basis, least, cautious)
        if row < 0:
            return  # rounding has spoilt the program; the gap will show it
        before = work[m, n]
        pivot(m, n, work, basis, outside, row, column)
        for i in range(m):  # what the tie-break let slip below zero
            if work[i, n] < 0.0:
                work[i, n] = 0.0
        idle = 0 if work[m, n] > before else idle + 1


def entering(n: int, work: Any, m: int, outside: Any, tolerance: float, cautious: bool) -> int:
    column = -1
    best = -tolerance
    for j in range(n):
        if work[m, j] < best:
            if not cautious:
                best, column = work[m, j], j
            elif column < 0 or outside[j] < outside[column]:
                column = j
    return column


def leaving(m: int, n: int, work: Any, column: int, basis: Any, least: float, cautious: bool) -> int:
    """The row that limits the column. Of rows that limit it alike, the one with the largest pivot: the surest step."""
    bound = -1.0
    for i in range(m):
        if work[i, column] > least:
            ratio = (work[i, n] + SLACK) / work[i, column]
            if bound < 0.0 or ratio < bound:
                bound = ratio
    row = -1
    for i in range(m):
        if work[i, column] > least and work[i, n] <= bound * work[i, column]:
            better = row < 0
            if not better:
                better = basis[i] < basis[row] if cautious else work[i, column] > work[row, column]
            if better:
                row = i
    return row


def pivot(m: int, n: int, work: Any, basis: Any, outside: Any, row: int, column: int) -> None:
    inverse = 1.0 / work[row, column]
    pivot_row = work[row]
    for j in range(n + 1):
        pivot_row[j] *= inverse
    pivot_row[column] = inverse
    for i in range(m + 1):
        factor = work[i, column]
        if i != row and factor != 0.0:
            this = work[i]
            for j in range(n + 1):
                this[j] -= factor * pivot_row[j]
            this[column] = -factor * inverse
    basis[row], outside[column] = outside[column], basis[row]


def refresh(matrix: Any, m: int, n: int, work: Any, basis: Any, outside: Any) -> None:
    """The same basis reached anew from the matrix, by the largest pivots there are, without the rounding of the way."""
    wanted_rows = basis.copy()  # a structural variable in here shall enter ...
    wanted_columns = outside.copy()  # ... and a slack in here leave
    fill(matrix, m, n, work, basis, outside)
    while True:
        size, row, column = 0.0, -1, -1
        for k in range(n):
            if wanted_columns[k] >= n:
                i = wanted_columns[k] - n
                if basis[i] == n + i:  # still inside
                    for place in range(m):
                        j = wanted_rows[place]
                        if j < n and outside[j] == j and abs(work[i, j]) > size:
                            size, row, column = abs(work[i, j]), i, j
        if size <= TINY:
            break
        pivot(m, n, work, basis, outside, row, column)


def repair(m: int, n: int, work: Any, basis: Any, outside: Any) -> None:
    """Pivots until no row is below zero, keeping the objective's row above: what ties let slip on the way here."""
    for _ in range(2 * (m + n)):
        row = 0
        for i in range(1, m):
            if work[i, n] < work[row, n]:
                row = i
        if work[row, n] >= -FINE:
            break
        column, least = -1, 0.0
        for j in range(n):
            if work[row, j] < -TINY:
                ratio = max(0.0, work[m, j]) / -work[row, j]
                if column < 0 or ratio < least:
                    column, least = j, ratio
        if column < 0:
            break
        pivot(m, n, work, basis, outside, row, column)
    for i in range(m):
        work[i, n] = max(0.0, work[i, n])


def mixed(matrix: Any, m: int, n: int, work: Any, basis: Any, outside: Any, first: Any, second: Any) -> Any:
    """The mixes of a finished program, and what each is sure of against anything."""
    for i in range(m):
        first[i] = 0.0
    for j in range(n):
        second[j] = 0.0
    total = 0.0
    for i in range(m):
        if basis[i] < n:
            second[basis[i]] = max(0.0, work[i, n])
            total += second[basis[i]]
    for j in range(n):
        second[j] /= total
    total = 0.0
    for j in range(n):
        if outside[j] >= n:
            first[outside[j] - n] = max(0.0, work[m, j])
            total += first[outside[j] - n]
    for i in range(m):
        first[i] /= total
    low, high = 0.0, 0.0
    for i in range(m):
        paid = 0.0
        for j in range(n):
            paid += matrix[i, j] * second[j]
        if i == 0 or paid > high:
            high = paid
    sums = work[m + 3]
    for j in range(n):
        sums[j] = 0.0
    for i in range(m):
        if first[i] > 0.0:
            for j in range(n):
                sums[j] += first[i] * matrix[i, j]
    for j in range(n):
        if j == 0 or sums[j] < low:
            low = sums[j]
    return low, high
