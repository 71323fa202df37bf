from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from solver.second_opinion import exact_value, matrix_value

import parlour
from parlour.games.errors import ParlourError
from parlour.solver import simplex
from parlour.solver.matrix_games import MatrixGame, matrix_game


def proved(matrix: Any, solved: MatrixGame) -> float:
    """What the mixes leave open, reckoned from the matrix."""
    payoffs = np.asarray(matrix, dtype=float)
    for mix in (solved.first, solved.second):
        assert (mix >= 0).all()
        assert mix.sum() == pytest.approx(1, abs=1e-12)
    return float((payoffs @ solved.second).max() - (solved.first @ payoffs).min())


@pytest.mark.parametrize(
    ("matrix", "value", "first"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3, 1 / 3, 1 / 3]),  # rock, paper, scissors
        ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2]),  # matching pennies
        ([[3, 1], [0, 2]], 1.5, [1 / 2, 1 / 2]),
        ([[2, 1], [4, 3]], 3, [0, 1]),  # a saddle point
        ([[5]], 5, [1]),
        ([[1, 2, 3]], 1, [1]),
        ([[1], [2], [3]], 3, [0, 0, 1]),
        ([[-2, 3], [3, -4]], 1 / 12, [7 / 12, 5 / 12]),
    ],
)
def test_games_that_are_solved_in_textbooks(matrix: list[list[int]], value: float, first: list[float]) -> None:
    solved = matrix_game(matrix)
    assert solved.value == pytest.approx(value, abs=1e-15)
    assert solved.first == pytest.approx(first, abs=1e-15)
    assert proved(matrix, solved) <= 1e-15


small = st.integers(1, 4).flatmap(
    lambda rows: st.integers(1, 4).flatmap(
        lambda columns: st.lists(
            st.lists(st.integers(-2, 2), min_size=columns, max_size=columns), min_size=rows, max_size=rows
        )
    )
)


@settings(max_examples=300, deadline=None)
@given(small)
def test_small_matrices_full_of_ties_have_the_value_that_fractions_give(matrix: list[list[int]]) -> None:
    solved = matrix_game(matrix)
    assert solved.value == pytest.approx(float(exact_value(matrix)), abs=1e-13)
    assert proved(matrix, solved) <= 1e-13


@pytest.mark.parametrize("seed", range(40))
def test_the_value_is_that_of_highs(seed: int) -> None:
    source = np.random.default_rng(seed)
    shape = source.integers(2, 40, 2)
    kinds = [
        source.uniform(-1, 1, shape),
        source.integers(-1, 2, shape),  # hardly anything but ties
        np.sign(source.normal(size=shape)),
        np.repeat(np.repeat(source.integers(-3, 4, shape), 2, axis=0), 2, axis=1),  # every row and column twice
        source.uniform(-1, 1, (shape[0], 2)) @ source.uniform(-1, 1, (2, shape[1])),  # nearly every basis singular
    ]
    for matrix in kinds:
        solved = matrix_game(matrix)
        assert solved.value == pytest.approx(matrix_value(matrix), abs=1e-7)
        assert proved(matrix, solved) <= 1e-12
        assert solved.gap == pytest.approx(proved(matrix, solved), abs=1e-14)


@settings(max_examples=50, deadline=None)
@given(small, st.integers(-1000, 1000), st.integers(1, 10**6))
def test_moved_and_stretched_matrices_have_the_same_mixes(matrix: list[list[int]], up: int, stretch: int) -> None:
    other = stretch * np.array(matrix, dtype=float) + up
    solved = matrix_game(other)
    assert solved.value == pytest.approx(stretch * matrix_game(matrix).value + up, rel=1e-9, abs=1e-6)
    assert proved(other, solved) <= 1e-12 * (abs(up) + 2 * stretch)


def test_a_game_seen_from_the_other_side_has_the_opposite_value() -> None:
    matrix = np.random.default_rng(5).normal(size=(30, 17))
    assert matrix_game(-matrix.T).value == pytest.approx(-matrix_game(matrix).value, abs=1e-12)


def test_a_textbook_that_cycles_with_the_rule_of_the_largest_coefficient() -> None:
    """Payoffs that make every ratio of the first pivots a tie."""
    matrix = np.ones((12, 12)) - np.eye(12)
    matrix[:, 0] = matrix[0, :] = 1
    solved = matrix_game(matrix)
    assert solved.value == pytest.approx(matrix_value(matrix), abs=1e-9)
    assert proved(matrix, solved) <= 1e-14


def test_chances_of_a_part_in_a_thousand_million_are_found() -> None:
    """Each row is right against one column more: the chances fall by half, down to 2 ** -40."""
    size = 40
    matrix = np.where(np.arange(size)[:, None] == np.arange(size), 1.0, -1.0)
    matrix[np.triu_indices(size, 1)] = 0.0
    solved = matrix_game(matrix)
    assert proved(matrix, solved) <= 1e-14


@pytest.mark.parametrize("bad", [[], [[]], [1, 2], [[1, float("nan")]], [[float("inf")]]])
def test_what_is_no_matrix_is_refused(bad: Any) -> None:
    with pytest.raises(ParlourError, match="table of finite numbers"):
        matrix_game(bad)


def test_the_matrices_of_token_showdown_itself() -> None:
    """Every matrix of a whole game: two thirds have a saddle point, the others are degenerate in every way there is."""
    game = parlour.game("token-showdown", tokens=24)
    solution = parlour.solve(game)
    source, checked = np.random.default_rng(1), 0
    for number in source.choice(solution.space.count, 300, replace=False):
        matrix = solution._matrix(int(number), 0)
        solved = matrix_game(matrix)
        assert proved(matrix, solved) <= 1e-13
        if min(matrix.shape) > 2:
            assert solved.value == pytest.approx(matrix_value(matrix), abs=1e-7)
            checked += 1
    assert checked > 100


@settings(max_examples=60, deadline=None)
@given(small)
def test_the_solver_says_the_same_uncompiled(matrix: list[list[int]]) -> None:
    payoffs: NDArray[np.float64] = np.array(matrix, dtype=float)
    rows, columns = payoffs.shape
    longest = max(rows, columns)
    first, second = np.empty(longest), np.empty(longest)
    basis, outside = np.empty(rows, np.int64), np.empty(columns, np.int64)
    work = np.empty((rows + simplex.EXTRA, longest))
    low, high = simplex.solve_matrix(payoffs, rows, columns, work, basis, outside, first, second)
    assert high - low <= 1e-13
    assert (low + high) / 2 == pytest.approx(float(exact_value(matrix)), abs=1e-13)
