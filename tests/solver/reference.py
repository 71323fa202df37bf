"""A slow reference implementation in plain Python: the public API, recursion, fractions and HiGHS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linprog

from parlour.games.contract import State
from parlour.games.game import Game


def matrix_value(matrix: Any) -> float:
    """The value of a matrix game by HiGHS."""
    payoffs = np.asarray(matrix, dtype=float)
    rows, columns = payoffs.shape
    # Maximise v subject to x payoffs >= v in every column, for a mix x.
    found = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    assert found.success
    return float(-found.fun)


def exact_value(matrix: list[list[int]]) -> Fraction:
    """The value of a small matrix of integers as a fraction.

    Some square submatrix has optimal mixes that are optimal in the whole matrix (Shapley and Snow).
    """
    rows, columns = len(matrix), len(matrix[0])
    for size in range(1, min(rows, columns) + 1):
        for chosen_rows in combinations(range(rows), size):
            for chosen_columns in combinations(range(columns), size):
                part = [[Fraction(matrix[i][j]) for j in chosen_columns] for i in chosen_rows]
                first = even_mix([list(line) for line in zip(*part, strict=True)])
                second = even_mix(part)
                if first is None or second is None:
                    continue
                low = min(
                    sum(p * matrix[i][j] for p, i in zip(first, chosen_rows, strict=True)) for j in range(columns)
                )
                high = max(
                    sum(q * matrix[i][j] for q, j in zip(second, chosen_columns, strict=True)) for i in range(rows)
                )
                if low == high:
                    return Fraction(low)
    raise AssertionError("every matrix has a value")


def even_mix(part: list[list[Fraction]]) -> list[Fraction] | None:
    """The mix of columns for which all rows pay the same; None if there is none, or more than one."""
    size = len(part)
    lines = [[*row, Fraction(-1), Fraction(0)] for row in part] + [[Fraction(1)] * size + [Fraction(0), Fraction(1)]]
    for column in range(size + 1):
        pivot = next((line for line in range(column, size + 1) if lines[line][column] != 0), None)
        if pivot is None:
            return None
        lines[column], lines[pivot] = lines[pivot], lines[column]
        lines[column] = [entry / lines[column][column] for entry in lines[column]]
        for line in range(size + 1):
            if line != column and lines[line][column] != 0:
                factor = lines[line][column]
                lines[line] = [a - factor * b for a, b in zip(lines[line], lines[column], strict=True)]
    mix = [line[-1] for line in lines[:size]]
    return mix if all(chance >= 0 for chance in mix) else None


def values(game: Game) -> dict[State, float]:
    """The value of every state of a game that cannot cycle."""

    @cache
    def value(state: Any) -> float:
        if game.is_over(state):
            return float(game.returns(state)[0])
        return matrix_value([[value(after) for after in row] for row in outcomes(game, state)])

    return {state: value(state) for state in reachable(game)}


def reachable(game: Game) -> list[Any]:
    """Every unfinished state that play can reach."""
    found: dict[Any, None] = {}
    pending: list[Any] = [game.start()]
    while pending:
        state = pending.pop()
        if state not in found and not game.is_over(state):
            found[state] = None
            pending += [after for row in outcomes(game, state) for after in row]
    return list(found)


def outcomes(game: Game, state: State) -> list[list[Any]]:
    """The states after every pair of actions; a single row or column if only one player is to act."""
    firsts = game.actions(state, 0) or (None,)
    seconds = game.actions(state, 1) or (None,)
    return [[game.play(state, first, second) for second in seconds] for first in firsts]


def best_response_value(game: Game, policy: Callable[[Any, int], Mapping[int, float]], player: int) -> float:
    """The value of a best response at the start of a game that cannot cycle, to `player`."""

    @cache
    def value(state: Any) -> float:
        if game.is_over(state):
            return float(game.returns(state)[player])
        other, actors = 1 - player, game.to_act(state)
        mix: Mapping[Any, float] = policy(state, other) if other in actors else {None: 1.0}
        totals = []
        for response in game.actions(state, player) or (None,):
            total = 0.0
            for action, chance in mix.items():
                pair = (response, action) if player == 0 else (action, response)
                after: Any = game.play(state, *pair)
                total += chance * value(after)
            totals.append(total)
        return max(totals)

    start: Any = game.start()
    return value(start)
