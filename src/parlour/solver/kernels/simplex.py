"""A simplex method for matrix games. Compiled once for all games.

Matrices of games are full of ties, on which a textbook simplex cycles. General solvers take longer to set up than most
of these matrices take to solve.

The second player's program is: maximise `sum(q)` subject to `B q <= 1` and `q >= 0`, where B is the matrix plus a
constant that makes every entry positive. The optimal mixes are q and the dual prices of the rows, each scaled to a sum
of one.
"""

from typing import Any, NamedTuple

from parlour.solver.exact.punishment import FINE, PIVOT, ROUGH, SLACK, TINY

SHARP = 1e-13  # a gap below this is rounding
ROUNDS = 6  # attempts to close the gap

# After the m rows of the program, a tableau has a row each for the reduced costs, the right-hand sides, a copy of the
# entering column, the mixes of both players, those of the attempt before, and scratch space.
OBJECTIVE, RIGHT, ENTERING, FIRST, SECOND, OLD_FIRST, OLD_SECOND, SCRATCH = range(8)


class Tableau(NamedTuple):
    """The program, pivoted in place."""

    rows: Any  # those of the program and the others, as long as the longer side of the matrix or longer
    basis: Any  # the variable of each row; n + i is the slack of row i
    outside: Any  # the variable of each column
    old_basis: Any
    old_outside: Any
    m: int
    n: int


def solve_program(matrix: Any, t: Tableau) -> None:
    """Leaves optimal mixes in the tableau."""
    first, second, scratch = t.rows[t.m + FIRST], t.rows[t.m + SECOND], t.rows[t.m + SCRATCH]
    old_first, old_second = t.rows[t.m + OLD_FIRST], t.rows[t.m + OLD_SECOND]
    gap, before = 0.0, 0.0
    for attempt in range(1 + ROUNDS):
        if attempt == 0:
            fill(matrix, t)
        else:
            copy_into(old_first, first)
            copy_into(old_second, second)
            before = gap
            refresh(matrix, t)
            repair(t)
        optimise(t, ROUGH if attempt == 0 else FINE, PIVOT if attempt == 0 else TINY)
        set_mixes(t)
        low, high = guarantees(matrix, t.m, t.n, first, second, scratch)
        gap = high - low
        if attempt > 0 and gap >= before:
            copy_into(first, old_first)
            copy_into(second, old_second)
            gap = before
        if gap <= SHARP:
            return


def solve_for_second(matrix: Any, t: Tableau) -> None:
    """An optimal program, refreshed twice where rounding shows: the second corrects errors that the first reveals."""
    fill(matrix, t)
    optimise(t, ROUGH, PIVOT)
    set_mixes(t)
    low, high = guarantees(matrix, t.m, t.n, t.rows[t.m + FIRST], t.rows[t.m + SECOND], t.rows[t.m + SCRATCH])
    if high - low <= SHARP:
        return
    for _ in range(2):
        refresh(matrix, t)
        repair(t)
        optimise(t, FINE, TINY)
    set_mixes(t)


def copy_into(target: Any, source: Any) -> None:
    """The same as `target[:] = source`, whose error message for different shapes takes seconds to compile."""
    for k in range(source.shape[0]):
        target[k] = source[k]


def guarantees(matrix: Any, m: int, n: int, first: Any, second: Any, sums: Any) -> Any:
    """The guarantee of the first player's mix and the concession of the second's."""
    for j in range(n):
        sums[j] = 0.0
    low, high = 0.0, 0.0
    for i in range(m):
        conceded = 0.0
        for j in range(n):
            conceded += matrix[i, j] * second[j]
            sums[j] += first[i] * matrix[i, j]
        if i == 0 or conceded > high:
            high = conceded
    for j in range(n):
        if j == 0 or sums[j] < low:
            low = sums[j]
    return low, high


def fill(matrix: Any, t: Tableau) -> None:
    """The program before the first pivot: every slack is in the basis."""
    right, objective = t.rows[t.m + RIGHT], t.rows[t.m + OBJECTIVE]
    low = matrix[0, 0]
    for i in range(t.m):
        for j in range(t.n):
            low = min(low, matrix[i, j])
    for i in range(t.m):
        for j in range(t.n):
            t.rows[i, j] = matrix[i, j] - low + 1.0
        right[i] = 1.0
        t.basis[i] = t.n + i
    for j in range(t.n):
        objective[j] = -1.0
        t.outside[j] = j


def optimise(t: Tableau, tolerance: float, least: float) -> None:
    """Pivots until no column improves the objective, or for so long that something must be wrong."""
    right = t.rows[t.m + RIGHT]
    idle = 0  # consecutive pivots without a gain
    for _ in range(20 * (t.m + t.n)):
        cautious = idle > t.m + t.n  # probably a cycle: Bland's rule (lowest index enters and leaves) ends it
        column = entering_column(t, tolerance, cautious)
        if column < 0:
            return
        row = leaving_row(t, column, least, cautious)
        if row < 0:
            return  # rounding has ruined the program; the gap will show it
        idle = 0 if right[row] > SLACK else idle + 1
        pivot(t, row, column)
        clip_right(t)


def entering_column(t: Tableau, tolerance: float, cautious: bool) -> int:
    objective = t.rows[t.m + OBJECTIVE]
    column = -1
    best = -tolerance
    for j in range(t.n):
        if objective[j] < best:
            if not cautious:
                best, column = objective[j], j
            elif column < 0 or t.outside[j] < t.outside[column]:
                column = j
    return column


def leaving_row(t: Tableau, column: int, least: float, cautious: bool) -> int:
    """The row that limits the column. Of tied rows, the one with the largest pivot, which rounds least."""
    right, entries = t.rows[t.m + RIGHT], t.rows[t.m + ENTERING]
    for i in range(t.m):
        entries[i] = t.rows[i, column]
    bound = -1.0
    for i in range(t.m):
        if entries[i] > least:
            ratio = (right[i] + SLACK) / entries[i]
            if bound < 0.0 or ratio < bound:
                bound = ratio
    row = -1
    for i in range(t.m):
        if entries[i] > least and right[i] <= bound * entries[i]:
            better = row < 0
            if not better:
                better = t.basis[i] < t.basis[row] if cautious else entries[i] > entries[row]
            if better:
                row = i
    return row


def pivot(t: Tableau, row: int, column: int) -> None:
    cells, right, objective = t.rows, t.rows[t.m + RIGHT], t.rows[t.m + OBJECTIVE]
    line = t.rows[t.m + SCRATCH]  # the new row of the pivot
    inverse = 1.0 / cells[row, column]
    for j in range(t.n):
        line[j] = cells[row, j] * inverse
    line[column] = inverse
    step = right[row] * inverse
    for i in range(0, t.m, 2):  # two rows at a time read the line once; an odd last row is paired with itself
        k = min(i + 1, t.m - 1)
        factor, other = cells[i, column], cells[k, column] if k > i else 0.0
        cells[i, column] = cells[k, column] = 0.0
        for j in range(t.n):
            cells[i, j] -= factor * line[j]
            cells[k, j] -= other * line[j]
        right[i] -= factor * step
        right[k] -= other * step
    factor = objective[column]
    objective[column] = 0.0
    for j in range(t.n):
        objective[j] -= factor * line[j]
    for j in range(t.n):
        cells[row, j] = line[j]
    right[row] = step
    t.basis[row], t.outside[column] = t.outside[column], t.basis[row]


def clip_right(t: Tableau) -> None:
    """Removes the negative values that breaking ties by the size of the pivot leaves."""
    right = t.rows[t.m + RIGHT]
    for i in range(t.m):
        right[i] = max(0.0, right[i])


def refresh(matrix: Any, t: Tableau) -> None:
    """Reaches the same basis again from the matrix by the largest pivots, without the rounding errors so far."""
    copy_into(t.old_basis, t.basis)
    copy_into(t.old_outside, t.outside)
    fill(matrix, t)
    while True:
        row, column = largest_pivot(t)
        if row < 0:
            break
        pivot(t, row, column)


def largest_pivot(t: Tableau) -> tuple[int, int]:
    """The row and column of the largest pivot that brings the tableau closer to the old basis; -1 if there is none."""
    size, row, column = TINY, -1, -1
    for k in range(t.n):
        i = t.old_outside[k] - t.n
        if i >= 0 and t.basis[i] == t.n + i:  # a slack that must leave and has not left yet
            for entering in range(t.m):
                j = t.old_basis[entering]
                if j < t.n and t.outside[j] == j and abs(t.rows[i, j]) > size:
                    size, row, column = abs(t.rows[i, j]), i, j
    return row, column


def repair(t: Tableau) -> None:
    """Dual simplex: pivots until no right-hand side is negative, and keeps reduced costs positive."""
    for _ in range(2 * (t.m + t.n)):
        row = most_negative_row(t)
        if row < 0:
            break
        column = least_ratio_column(t, row)
        if column < 0:
            break
        pivot(t, row, column)
    clip_right(t)


def most_negative_row(t: Tableau) -> int:
    """The row with the most negative right-hand side, or -1."""
    right = t.rows[t.m + RIGHT]
    row, least = -1, -FINE
    for i in range(t.m):
        if right[i] < least:
            row, least = i, right[i]
    return row


def least_ratio_column(t: Tableau, row: int) -> int:
    """The column that may enter in this row of the dual program, or -1."""
    objective = t.rows[t.m + OBJECTIVE]
    column, least = -1, 0.0
    for j in range(t.n):
        if t.rows[row, j] < -TINY:
            ratio = max(0.0, objective[j]) / -t.rows[row, j]
            if column < 0 or ratio < least:
                column, least = j, ratio
    return column


def set_mixes(t: Tableau) -> None:
    """Reads the mixes off a solved program."""
    set_second(t)
    objective, first = t.rows[t.m + OBJECTIVE], t.rows[t.m + FIRST]
    first[: t.m] = 0.0
    total = 0.0
    for j in range(t.n):
        if t.outside[j] >= t.n:
            first[t.outside[j] - t.n] = max(0.0, objective[j])
            total += first[t.outside[j] - t.n]
    scale(first, t.m, total)


def set_second(t: Tableau) -> None:
    """Reads the second player's mix off a solved program."""
    right, second = t.rows[t.m + RIGHT], t.rows[t.m + SECOND]
    second[: t.n] = 0.0
    total = 0.0
    for i in range(t.m):
        if t.basis[i] < t.n:
            second[t.basis[i]] = right[i]
            total += right[i]
    scale(second, t.n, total)


def scale(mix: Any, count: int, total: float) -> None:
    """Makes the chances sum to one. If all are zero, rounding has ruined the program, and the gap will show it."""
    for k in range(count):
        mix[k] = mix[k] / total if total > 0.0 else 1.0 / count
