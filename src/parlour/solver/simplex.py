"""The value of a zero-sum matrix game and a perfect mix for both sides.

Plain functions over arrays, compiled by `matrix_games.py`. Ours, because the matrices of games are full of ties, which
a textbook simplex cycles on, and because a call of a general solver takes longer than most of them need.

The second player's program is: the most `sum(q)` with `B q <= 1` and `q >= 0`, where B is the matrix moved up until all
of it is positive. It is pivoted in place: `work` holds B in its first m rows, then the objective, then the right side;
`basis` says which variable belongs to a row, `outside` which to a column; n + i is the slack of row i. Perfect mixes
are q and the prices of the rows, each brought to a sum of one.
"""

from typing import Any

import numpy as np

ROUGH, FINE = (
    1e-11,
    1e-14,
)  # a reduced cost above minus this does not make a column enter: at first, and after a refresh
PIVOT, TINY = 1e-9, 1e-12  # a smaller number is noise to divide by, likewise
FACE = 1e-12  # a reduced cost up to this is none: the column may enter and nothing is lost
SLACK = 1e-12  # rows whose ratios are this close are a tie, which the largest pivot breaks
SHARP = 1e-13  # a gap below this is as good as rounding allows
ROUNDS = 6  # of starting again from the basis, with the rounding of all pivots forgotten


EXTRA = 6  # rows of `work` below the program, each as long as the longer side: for vectors


def solve_matrix(matrix: Any, m: int, n: int, work: Any, basis: Any, outside: Any, first: Any, second: Any) -> Any:
    """What the first player is sure of and what the second concedes at most, with the mixes that see to it.

    Both numbers are taken from the matrix itself, so they hold however the mixes were found; that they meet proves the
    value. `matrix` may be larger than m by n; `work` has m + EXTRA rows as long as the longer side, `basis` m places,
    `outside` n.
    """
    low, high = pure(matrix, m, n, work, first, second)
    if low == high:
        return low, high
    rows, columns = undominated(matrix, m, n)
    m1, n1 = rows.shape[0], columns.shape[0]
    part = np.empty((m1, n1))
    for i in range(m1):
        for j in range(n1):
            part[i, j] = matrix[rows[i], columns[j]]
    solve_part(part, m1, n1, work, basis, outside)
    for i in range(m):
        first[i] = 0.0
    for j in range(n):
        second[j] = 0.0
    for i in range(m1):
        first[rows[i]] = work[m1 + 3, i]
    for j in range(n1):
        second[columns[j]] = work[m1 + 4, j]
    return sure(matrix, m, n, first, second, work[0])


def undominated(matrix: Any, m: int, n: int) -> Any:
    """The rows and columns without those that a neighbour makes useless, whatever the other side does.

    Bids too high to be needed are like that. What is left has the same value, and perfect mixes of it are perfect.
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
    falls, rises = (
        np.zeros(n, np.int8),
        np.zeros(n, np.int8),
    )  # whether a column is anywhere below, or above, the one before
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


def solve_part(part: Any, m: int, n: int, work: Any, basis: Any, outside: Any) -> None:
    """Leaves perfect mixes in rows m + 3 and m + 4 of `work`."""
    first, second, sums = work[m + 3], work[m + 4], work[m + 5]
    fill(part, m, n, work, basis, outside)
    optimise(m, n, work, basis, outside, ROUGH, PIVOT)
    mixed(m, n, work, basis, outside, first, second)
    low, high = sure(part, m, n, first, second, sums)
    tries = 0
    while high - low > SHARP and tries < ROUNDS:
        kept = work[m + 3 : m + 5].copy()
        refresh(part, m, n, work, basis, outside)
        repair(m, n, work, basis, outside)
        optimise(m, n, work, basis, outside, FINE, TINY)
        mixed(m, n, work, basis, outside, first, second)
        finer_low, finer_high = sure(part, m, n, first, second, sums)
        if finer_high - finer_low < high - low:
            low, high = finer_low, finer_high
        else:
            work[m + 3 : m + 5] = kept
        tries += 1


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
        work[m + 1, i] = 1.0
        basis[i] = n + i
    for j in range(n):
        work[m, j] = -1.0
        outside[j] = j


def optimise(m: int, n: int, work: Any, basis: Any, outside: Any, tolerance: float, least: float) -> None:
    """Pivots until no column improves the objective, or for so long that something is wrong."""
    right, entries = work[m + 1], work[m + 2]
    idle = 0  # pivots in a row that gained nothing
    for _ in range(20 * (m + n)):
        cautious = idle > m + n  # a cycle is likely: from here the lowest index enters and leaves, which ends it
        column = entering(n, work[m], outside, tolerance, cautious)
        if column < 0:
            return
        for i in range(m):
            entries[i] = work[i, column]
        row = leaving(m, right, entries, basis, least, cautious)
        if row < 0:
            return  # rounding has spoilt the program; the gap will show it
        idle = 0 if right[row] > SLACK else idle + 1
        pivot(m, n, work, basis, outside, row, column)
        for i in range(m):  # what the tie-break let slip below zero
            right[i] = max(0.0, right[i])


def entering(n: int, objective: Any, outside: Any, tolerance: float, cautious: bool) -> int:
    column = -1
    best = -tolerance
    for j in range(n):
        if objective[j] < best:
            if not cautious:
                best, column = objective[j], j
            elif column < 0 or outside[j] < outside[column]:
                column = j
    return column


def leaving(m: int, right: Any, entries: Any, basis: Any, least: float, cautious: bool) -> int:
    """The row that limits the column. Of rows that limit it alike, the one with the largest pivot: the surest step."""
    bound = -1.0
    for i in range(m):
        if entries[i] > least:
            ratio = (right[i] + SLACK) / entries[i]
            if bound < 0.0 or ratio < bound:
                bound = ratio
    row = -1
    for i in range(m):
        if entries[i] > least and right[i] <= bound * entries[i]:
            better = row < 0
            if not better:
                better = basis[i] < basis[row] if cautious else entries[i] > entries[row]
            if better:
                row = i
    return row


def pivot(m: int, n: int, work: Any, basis: Any, outside: Any, row: int, column: int) -> None:
    right, line = work[m + 1], work[m + 5]  # the line is the pivot's row as it will be
    inverse = 1.0 / work[row, column]
    for j in range(n):
        line[j] = work[row, j] * inverse
    line[column] = inverse
    step = right[row] * inverse
    for i in range(0, m, 2):  # two rows at a time, or one twice: the line is read for both
        k = min(i + 1, m - 1)
        factor, other = work[i, column], work[k, column] if k > i else 0.0
        work[i, column] = work[k, column] = 0.0
        for j in range(n):
            work[i, j] -= factor * line[j]
            work[k, j] -= other * line[j]
        right[i] -= factor * step
        right[k] -= other * step
    factor = work[m, column]
    work[m, column] = 0.0
    for j in range(n):
        work[m, j] -= factor * line[j]
    for j in range(n):
        work[row, j] = line[j]
    right[row] = step
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
    right, objective = work[m + 1], work[m]
    for _ in range(2 * (m + n)):
        row = 0
        for i in range(1, m):
            if right[i] < right[row]:
                row = i
        if right[row] >= -FINE:
            break
        column, least = -1, 0.0
        for j in range(n):
            if work[row, j] < -TINY:
                ratio = max(0.0, objective[j]) / -work[row, j]
                if column < 0 or ratio < least:
                    column, least = j, ratio
        if column < 0:
            break
        pivot(m, n, work, basis, outside, row, column)
    for i in range(m):
        right[i] = max(0.0, right[i])


def mixed(m: int, n: int, work: Any, basis: Any, outside: Any, first: Any, second: Any) -> None:
    """The mixes of a finished program."""
    right, objective = work[m + 1], work[m]
    for i in range(m):
        first[i] = 0.0
    for j in range(n):
        second[j] = 0.0
    total = 0.0
    for i in range(m):
        if basis[i] < n:
            second[basis[i]] = right[i]
            total += right[i]
    for j in range(n):
        second[j] /= total
    total = 0.0
    for j in range(n):
        if outside[j] >= n:
            first[outside[j] - n] = max(0.0, objective[j])
            total += first[outside[j] - n]
    for i in range(m):
        first[i] /= total


def sure(matrix: Any, m: int, n: int, first: Any, second: Any, sums: Any) -> Any:
    """What the first mix is sure of and what the second concedes at most."""
    for j in range(n):
        sums[j] = 0.0
    low, high = 0.0, 0.0
    for i in range(m):
        paid = 0.0
        for j in range(n):
            paid += matrix[i, j] * second[j]
            sums[j] += first[i] * matrix[i, j]
        if i == 0 or paid > high:
            high = paid
    for j in range(n):
        if j == 0 or sums[j] < low:
            low = sums[j]
    return low, high


def punished(matrix: Any, m: int, n: int, work: Any, basis: Any, outside: Any, place: int) -> Any:
    """The value, and the least that row `place` gets against a second player who stays perfect.

    The program is solved as above; then it goes on with another objective, entering only columns that leave the first
    one as it is.
    """
    first, second, sums = work[m + 3], work[m + 4], work[m + 5]
    fill(matrix, m, n, work, basis, outside)
    optimise(m, n, work, basis, outside, ROUGH, PIVOT)
    for _ in range(2):  # once more, for what the first refresh brings to light
        refresh(matrix, m, n, work, basis, outside)
        repair(m, n, work, basis, outside)
        optimise(m, n, work, basis, outside, FINE, TINY)
    mixed(m, n, work, basis, outside, first, second)
    low, high = sure(matrix, m, n, first, second, sums)
    right, entries, objective = work[m + 1], work[m + 2], work[m]
    for number in range(10 * (m + n)):
        column, best = -1, -FACE
        for j in range(n):
            if objective[j] <= FACE:
                price = matrix[place, outside[j]] if outside[j] < n else 0.0
                for i in range(m):
                    if basis[i] < n:
                        price -= matrix[place, basis[i]] * work[i, j]
                if price < best:
                    column, best = j, price
                    if number > m + n:
                        break  # a cycle is likely: the first will do
        if column < 0:
            break
        for i in range(m):
            entries[i] = work[i, column]
        row = leaving(m, right, entries, basis, TINY, number > m + n)
        if row < 0:
            break
        pivot(m, n, work, basis, outside, row, column)
        for i in range(m):
            right[i] = max(0.0, right[i])
    total, worth = 0.0, 0.0
    for i in range(m):
        if basis[i] < n:
            total += right[i]
            worth += right[i] * matrix[place, basis[i]]
    return 0.5 * (low + high), worth / total
