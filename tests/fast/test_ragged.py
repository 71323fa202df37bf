"""Runs of different sizes in one array."""

import numpy as np

from parlour.fast.ragged import begins_of, runs


def test_runs_that_follow_one_another_begin_where_the_one_before_ends() -> None:
    assert begins_of(np.array([[2, 0], [3, 1]], np.int32)).tolist() == [[0, 2], [2, 5]]
    assert begins_of(np.zeros((0, 2), np.int32)).shape == (0, 2)


def test_a_run_is_as_long_as_its_size() -> None:
    assert runs(np.array([[7, 1], [4, 0]]), np.array([[2, 0], [1, 3]])).tolist() == [7, 8, 4, 0, 1, 2]


def test_runs_from_where_they_begin_are_all_places() -> None:
    sizes = np.array([3, 0, 1, 4])
    assert runs(begins_of(sizes), sizes).tolist() == list(range(8))
