"""The losses of rows of a matrix against the perfect opponent who punishes them most.

This is a simplex method in NumPy, for the few matrices that a hint or a review asks about: it needs no compiler. The
solver has one that is compiled, `kernels/simplex.py`. Both solve the same program: maximise `sum(q)` subject to
`B q <= 1` and `q >= 0`, where B is the matrix plus a constant that makes every entry positive. The tolerances are the
same too.
"""

from collections.abc import Sequence
from copy import copy
from typing import Self

import numpy as np
from numpy.typing import NDArray

ROUGH, FINE = 1e-11, 1e-14  # reduced costs above minus this do not enter: at first, and after a refresh
PIVOT, TINY = 1e-9, 1e-12  # smaller pivots are noise: at first, and after a refresh
FACE = 1e-12  # a reduced cost up to this is zero: the column can enter without changing the objective
SLACK = 1e-12  # rows whose ratios are this close are tied
OBJECTIVE = -1  # the row of the reduced costs
RIGHT = -1  # the column of the right-hand sides


def punish_rows(matrix: NDArray[np.float64], rows: Sequence[int]) -> list[float]:
    """The loss of each of these rows: the value, minus the least it gets against an optimal second player."""
    if not rows:
        return []
    if matrix.shape[1] == 1:
        return [float(matrix.max() - matrix[row, 0]) for row in rows]
    program = Program(matrix)
    program.optimise(ROUGH, PIVOT)
    for _ in range(2):  # a second refresh corrects errors that the first reveals
        program.refresh()
        program.repair()
        program.optimise(FINE, TINY)
    value = float((matrix @ program.second_mix()).max())
    return [value - program.copy().least_payoff(row) for row in rows]


class Program:
    """The program, pivoted in place. Variable n + i is the slack of row i."""

    def __init__(self, matrix: NDArray[np.float64]) -> None:
        self.matrix = matrix
        self.m, self.n = matrix.shape
        positive = matrix - matrix.min() + 1.0
        self.columns = np.hstack([positive, np.eye(self.m)])  # of every variable
        self.gains = np.repeat([1.0, 0.0], [self.n, self.m])  # of every variable, per unit, in the objective
        self.basis, self.outside = np.arange(self.n, self.n + self.m), np.arange(self.n)
        self.cells = np.block([[positive, np.ones((self.m, 1))], [-np.ones((1, self.n)), np.zeros((1, 1))]])

    def copy(self) -> Self:
        other = copy(self)
        other.basis, other.outside, other.cells = self.basis.copy(), self.outside.copy(), self.cells.copy()
        return other

    def optimise(self, tolerance: float, least: float) -> None:
        """Pivots until no column improves the objective, or for so long that something must be wrong."""
        idle = 0  # consecutive pivots without a gain
        for _ in range(20 * (self.m + self.n)):
            costs = self.cells[OBJECTIVE, : self.n]
            cautious = idle > self.m + self.n  # probably a cycle: Bland's rule (lowest index enters and leaves) ends it
            entering = np.flatnonzero(costs < -tolerance)
            if not len(entering):
                return
            column = int(entering[np.argmin((self.outside if cautious else costs)[entering])])
            row = self.leaving_row(column, least, cautious)
            if row < 0:
                return
            idle = 0 if self.cells[row, RIGHT] > SLACK else idle + 1
            self.pivot(row, column)
            self.clip_right()

    def leaving_row(self, column: int, least: float, cautious: bool) -> int:
        """The row that limits the column. Of tied rows, the one with the largest pivot, which rounds least."""
        entries, right = self.cells[: self.m, column], self.cells[: self.m, RIGHT]
        rows = np.flatnonzero(entries > least)
        if not len(rows):
            return -1
        bound = ((right[rows] + SLACK) / entries[rows]).min()
        rows = rows[right[rows] <= bound * entries[rows]]
        return int(rows[np.argmin((self.basis if cautious else -entries)[rows])])

    def pivot(self, row: int, column: int) -> None:
        factors = self.cells[:, column].copy()
        line = self.cells[row] / factors[row]
        line[column] = 1.0 / factors[row]
        self.cells[:, column] = 0.0
        self.cells -= np.outer(factors, line)
        self.cells[row] = line
        self.basis[row], self.outside[column] = self.outside[column], self.basis[row]

    def clip_right(self) -> None:
        """Removes the negative values that breaking ties by the size of the pivot leaves."""
        right = self.cells[: self.m, RIGHT]
        np.maximum(right, 0.0, out=right)

    def refresh(self) -> None:
        """Calculates the cells of this basis from the matrix, without the rounding errors so far."""
        others = np.hstack([self.columns[:, self.outside], np.ones((self.m, 1))])
        self.cells[: self.m] = np.linalg.solve(self.columns[:, self.basis], others)
        self.cells[OBJECTIVE] = self.costs(self.gains)

    def costs(self, gains: NDArray[np.float64]) -> NDArray[np.float64]:
        """The reduced costs if every variable adds this much to the objective."""
        costs: NDArray[np.float64] = gains[self.basis] @ self.cells[: self.m] - np.append(gains[self.outside], 0.0)
        return costs

    def repair(self) -> None:
        """Dual simplex: pivots until no right-hand side is negative, and keeps reduced costs positive."""
        for _ in range(2 * (self.m + self.n)):
            row = int(self.cells[: self.m, RIGHT].argmin())
            if self.cells[row, RIGHT] >= -FINE:
                break
            columns = np.flatnonzero(self.cells[row, : self.n] < -TINY)
            if not len(columns):
                break
            ratios = np.maximum(self.cells[OBJECTIVE, columns], 0.0) / -self.cells[row, columns]
            self.pivot(row, int(columns[ratios.argmin()]))
        self.clip_right()

    def second_mix(self) -> NDArray[np.float64]:
        amounts = np.zeros(self.n + self.m)
        amounts[self.basis] = self.cells[: self.m, RIGHT]
        mix: NDArray[np.float64] = amounts[: self.n] / amounts[: self.n].sum()
        return mix

    def least_payoff(self, target: int) -> float:
        """Minimises the payoff of a row in a solved program; only columns that keep the first objective enter."""
        payoffs = np.append(self.matrix[target], np.zeros(self.m))
        for number in range(10 * (self.m + self.n)):
            cautious = number > self.m + self.n  # probably a cycle: the first column will do
            costs = -self.costs(payoffs)[: self.n]
            entering = np.flatnonzero((costs < -FACE) & (self.cells[OBJECTIVE, : self.n] <= FACE))
            if not len(entering):
                break
            column = int(entering[0] if cautious else entering[costs[entering].argmin()])
            row = self.leaving_row(column, TINY, cautious)
            if row < 0:
                break
            self.pivot(row, column)
            self.clip_right()
        return float(self.matrix[target] @ self.second_mix())
