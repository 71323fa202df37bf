"""The loss of every option of every state against the perfect opponent who punishes it most.

Compiled once for all games. `solver/exact/punishment.py` does the same for one matrix at a time, without a compiler.
"""

from typing import Any

from parlour.solver.exact.matrix_games import Workspace
from parlour.solver.exact.punishment import FACE, TINY
from parlour.solver.kernels.matrix_game import solve_matrix
from parlour.solver.kernels.simplex import (
    OBJECTIVE,
    SECOND,
    Tableau,
    clip_right,
    copy_into,
    leaving_row,
    pivot,
    set_second,
    solve_for_second,
)
from parlour.solver.states.stage import OVER, ROUNDING, Outcomes

EQUAL = 1e-13  # values that are closer are the same
USEFUL = 1e-7  # a column that pays more than this above the least does not belong to an optimal mix


def fill_losses(
    games: Outcomes, w: Workspace, values: Any, widths: Any, perfect: Any, optimal: bool, losses: Any
) -> None:
    """Fills in the loss of each option; `perfect` are the chances of the solution, `widths` those of its bounds.

    `optimal` says whether these mixes are optimal for these values; where play can cycle, they are only nearly so.
    """
    for k in range(games.states.shape[0]):
        m, n = games.options[k, 0], games.options[k, 1]
        begin, value = games.begins[k], values[games.states[k]]
        doubt = max(widths[games.states[k]], fill_matrix(games, k, values, widths, w.matrix))
        copy_into(w.first, perfect[begin : begin + m])
        punish_rows(w, m, n, value, doubt, optimal, losses[begin : begin + m])
        if n > 1:
            swap_players(w.matrix, max(m, n))
            copy_into(w.first, perfect[begin + m : begin + m + n])
            punish_rows(w, n, m, -value, doubt, optimal, losses[begin + m : begin + m + n])


def fill_matrix(games: Outcomes, k: int, values: Any, widths: Any, matrix: Any) -> float:
    """The values of the outcomes to the first player; returns the widest interval among them."""
    m, n = games.options[k, 0], games.options[k, 1]
    widest = ROUNDING
    for i in range(m):
        for j in range(n):
            outcome = games.outcomes[games.cells[k] + i * n + j]
            if outcome >= 0:
                matrix[i, j] = values[outcome]
                widest = max(widest, widths[outcome])
            else:
                matrix[i, j] = games.rewards[OVER - outcome]
    return widest


def swap_players(matrix: Any, size: int) -> None:
    """Makes the matrix, within its first rows and columns, the game as the other player sees it."""
    for i in range(size):
        matrix[i, i] = -matrix[i, i]
        for j in range(i):
            matrix[i, j], matrix[j, i] = -matrix[j, i], -matrix[i, j]


def punish_rows(w: Workspace, m: int, n: int, value: float, doubt: float, optimal: bool, losses: Any) -> None:
    """The value of the matrix, minus the least that each row gets against an optimal second player.

    If `optimal`, `w.first` is an optimal mix of the first player.
    """
    matrix = w.matrix
    low, high = matrix[0, 0], matrix[0, 0]
    for i in range(m):
        losses[i] = 0.0
        for j in range(n):
            low, high = min(low, matrix[i, j]), max(high, matrix[i, j])
    if m == 1 or value <= low + EQUAL:  # there is nothing to choose or to lose
        return
    if n == 1 or best_row_always_wins(matrix, m, n, high):
        for i in range(m):
            losses[i] = above(high - least_of(matrix, n, i), doubt)
        return
    if not optimal:
        solve_matrix(w, m, n)
    count = useful_columns(w, m, n)
    t = Tableau(w.tableau, w.basis, w.outside, w.old_basis, w.old_outside, m, count)
    solve_for_second(w.part, t)
    second = t.rows[m + SECOND]
    most = payoff_of(w.part, count, 0, second)
    for i in range(1, m):
        most = max(most, payoff_of(w.part, count, i, second))
    unique = has_one_solution(t)
    for i in range(m):
        if not unique:
            minimise_payoff(w.part, t, i)
        losses[i] = above(most - payoff_of(w.part, count, i, second), doubt)


def useful_columns(w: Workspace, m: int, n: int) -> int:
    """Copies the columns that can belong to an optimal mix into `w.part`, and returns how many there are.

    The others lose against the first player's optimal mix.
    """
    for j in range(n):
        w.second[j] = 0.0
    for i in range(m):
        if w.first[i] > 0.0:
            for j in range(n):
                w.second[j] += w.first[i] * w.matrix[i, j]
    least, count = w.second[0], 0
    for j in range(1, n):
        least = min(least, w.second[j])
    for j in range(n):
        if w.second[j] <= least + USEFUL:
            for i in range(m):
                w.part[i, count] = w.matrix[i, j]
            count += 1
    return count


def above(loss: float, doubt: float) -> float:
    return loss if loss > doubt else 0.0


def least_of(matrix: Any, n: int, row: int) -> Any:
    least = matrix[row, 0]
    for j in range(1, n):
        least = min(least, matrix[row, j])
    return least


def best_row_always_wins(matrix: Any, m: int, n: int, high: float) -> bool:
    """Whether a row gets the most there is against everything: then every mix of the second player is optimal."""
    for i in range(m):
        if least_of(matrix, n, i) >= high - EQUAL:
            return True
    return False


def payoff_of(matrix: Any, n: int, row: int, second: Any) -> Any:
    payoff = 0.0
    for j in range(n):
        payoff += matrix[row, j] * second[j]
    return payoff


def has_one_solution(t: Tableau) -> bool:
    """Whether no column can enter without a loss."""
    objective = t.rows[t.m + OBJECTIVE]
    for j in range(t.n):
        if objective[j] <= FACE:
            return False
    return True


def minimise_payoff(matrix: Any, t: Tableau, target: int) -> None:
    """Goes to the optimal mix of the second player that pays this row least. It stays optimal throughout."""
    for number in range(10 * (t.m + t.n)):
        cautious = number > t.m + t.n  # probably a cycle: the first column will do
        column = cheaper_column(matrix, t, target, cautious)
        if column < 0:
            break
        row = leaving_row(t, column, TINY, cautious)
        if row < 0:
            break
        pivot(t, row, column)
        clip_right(t)
    set_second(t)


def cheaper_column(matrix: Any, t: Tableau, target: int, cautious: bool) -> int:
    """The column that lowers the payoff of the target most among those that keep the program optimal, or -1."""
    objective = t.rows[t.m + OBJECTIVE]
    column, best = -1, -FACE
    for j in range(t.n):
        if objective[j] <= FACE:
            cost = matrix[target, t.outside[j]] if t.outside[j] < t.n else 0.0
            for i in range(t.m):
                if t.basis[i] < t.n:
                    cost -= matrix[target, t.basis[i]] * t.rows[i, j]
            if cost < best:
                column, best = j, cost
                if cautious:
                    break
    return column
