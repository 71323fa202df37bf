from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from solver.reference import exact_value, matrix_value

import parlour
from parlour.games.errors import ParlourError
from parlour.solver.exact.matrix_games import MatrixGame, matrix_game, workspace
from parlour.solver.kernels import matrix_game as kernel
from parlour.solver.kernels.simplex import FIRST, SECOND, Tableau, set_mixes


def gap(matrix: Any, solved: MatrixGame) -> float:
    """The gap between what the mixes guarantee and concede, calculated from the matrix."""
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
def test_textbook_games(matrix: list[list[int]], value: float, first: list[float]) -> None:
    solved = matrix_game(matrix)
    assert solved.value == pytest.approx(value, abs=1e-15)
    assert solved.first == pytest.approx(first, abs=1e-15)
    assert gap(matrix, solved) <= 1e-15


small = st.integers(1, 4).flatmap(
    lambda rows: st.integers(1, 4).flatmap(
        lambda columns: st.lists(
            st.lists(st.integers(-2, 2), min_size=columns, max_size=columns), min_size=rows, max_size=rows
        )
    )
)


@settings(max_examples=300, deadline=None)
@given(small)
def test_small_matrices_full_of_ties_have_their_exact_value(matrix: list[list[int]]) -> None:
    solved = matrix_game(matrix)
    assert solved.value == pytest.approx(float(exact_value(matrix)), abs=1e-13)
    assert gap(matrix, solved) <= 1e-13


@pytest.mark.parametrize("seed", range(40))
def test_highs_finds_the_same_value(seed: int) -> None:
    generator = np.random.default_rng(seed)
    shape = generator.integers(2, 40, 2)
    kinds = [
        generator.uniform(-1, 1, shape),
        generator.integers(-1, 2, shape),  # mostly ties
        np.sign(generator.normal(size=shape)),
        np.repeat(np.repeat(generator.integers(-3, 4, shape), 2, axis=0), 2, axis=1),  # every row and column twice
        generator.uniform(-1, 1, (shape[0], 2)) @ generator.uniform(-1, 1, (2, shape[1])),  # most bases are singular
    ]
    for matrix in kinds:
        solved = matrix_game(matrix)
        assert solved.value == pytest.approx(matrix_value(matrix), abs=1e-7)
        assert gap(matrix, solved) <= 1e-12
        assert solved.gap == pytest.approx(gap(matrix, solved), abs=1e-14)


@settings(max_examples=50, deadline=None)
@given(small, st.integers(-1000, 1000), st.integers(1, 10**6))
def test_shifting_and_scaling_a_matrix_shifts_and_scales_its_value(
    matrix: list[list[int]], shift: int, scale: int
) -> None:
    other = scale * np.array(matrix, dtype=float) + shift
    solved = matrix_game(other)
    assert solved.value == pytest.approx(scale * matrix_game(matrix).value + shift, rel=1e-9, abs=1e-6)
    assert gap(other, solved) <= 1e-12 * (abs(shift) + 2 * scale)


def test_swapping_the_players_negates_the_value() -> None:
    matrix = np.random.default_rng(5).normal(size=(30, 17))
    assert matrix_game(-matrix.T).value == pytest.approx(-matrix_game(matrix).value, abs=1e-12)


def test_a_matrix_on_which_the_largest_coefficient_rule_cycles() -> None:
    """All ratios of the first pivots are tied."""
    matrix = np.ones((12, 12)) - np.eye(12)
    matrix[:, 0] = matrix[0, :] = 1
    solved = matrix_game(matrix)
    assert solved.value == pytest.approx(matrix_value(matrix), abs=1e-9)
    assert gap(matrix, solved) <= 1e-14


def test_tiny_chances_are_found() -> None:
    """Each chance is half of the one before, down to 2 ** -40."""
    size = 40
    matrix = np.where(np.arange(size)[:, None] == np.arange(size), 1.0, -1.0)
    matrix[np.triu_indices(size, 1)] = 0.0
    solved = matrix_game(matrix)
    assert gap(matrix, solved) <= 1e-14


@pytest.mark.parametrize("bad", [[], [[]], [1, 2], [[1, float("nan")]], [[float("inf")]]])
def test_an_invalid_matrix_raises_an_error(bad: Any) -> None:
    with pytest.raises(ParlourError, match="table of finite numbers"):
        matrix_game(bad)


def test_the_matrices_of_token_showdown() -> None:
    """Two thirds of them have a saddle point; the others are degenerate in many ways."""
    game = parlour.game("token-showdown", tokens=24)
    solution = parlour.solve(game)
    generator, checked = np.random.default_rng(1), 0
    for fields in generator.choice(solution.states.table, 300, replace=False).tolist():
        outcomes = solution.next_states(type(game.start())(*fields))
        matrix = outcomes.of(solution.values)
        solved = matrix_game(matrix)
        assert gap(matrix, solved) <= 1e-13
        if min(matrix.shape) > 2:
            assert solved.value == pytest.approx(matrix_value(matrix), abs=1e-7)
            checked += 1
    assert checked > 100


@settings(max_examples=60, deadline=None)
@given(small)
def test_the_interpreted_kernel_finds_the_exact_value(matrix: list[list[int]]) -> None:
    payoffs: NDArray[np.float64] = np.array(matrix, dtype=float)
    low, high = kernel.solve_matrix(workspace(*payoffs.shape)._replace(matrix=payoffs), *payoffs.shape)
    assert high - low <= 1e-13
    assert (low + high) / 2 == pytest.approx(float(exact_value(matrix)), abs=1e-13)


def test_a_program_that_rounding_has_ruined_still_gives_mixes() -> None:
    """Without a positive price nothing can be scaled; an error would end a solution of millions of states."""
    tableau = Tableau(np.zeros((3 + 8, 3)), np.arange(3, 6), np.arange(3), np.zeros(3, int), np.zeros(3, int), 3, 3)
    set_mixes(tableau)
    for mix in (tableau.rows[3 + FIRST], tableau.rows[3 + SECOND]):
        assert mix.sum() == pytest.approx(1)
