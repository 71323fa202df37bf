"""Means of values in groups: every value counts the same, and every group is one observation."""

from __future__ import annotations

import pytest

from parlour.arena.statistics.intervals import grouped_mean, mean_interval
from parlour.games.errors import ParlourError

SCORES = [0.0, 0.2, 0.9, 0.4, 0.4, 1.0, 0.1, 0.7]


def test_values_that_repeat_within_their_group_tell_nothing_new() -> None:
    once = grouped_mean(enumerate(SCORES), 0.0, 1.0)
    often = grouped_mean(((group, score) for group, score in enumerate(SCORES) for _ in range(10)), 0.0, 1.0)
    assert often == pytest.approx(once)
    assert once[:3] == pytest.approx(mean_interval(SCORES)[:3])
    assert often.pairs == len(SCORES)


def test_a_large_group_counts_for_more() -> None:
    found = grouped_mean([("large", 1.0)] * 9 + [("small", 0.0)], 0.0, 1.0)
    assert found.mean == 0.9
    assert found.pairs == 2
    assert found.low < 0.2, "two observations say little"


def test_something_that_never_happened_may_still_happen_in_a_few_groups() -> None:
    found = grouped_mean(((number // 50, 0.0) for number in range(500)), 0.0, 1.0)
    assert found.low == found.mean == 0.0
    assert found.high == pytest.approx(0.308, abs=0.001), "Clopper and Pearson for 0 of 10, not of 500"


def test_a_mean_needs_a_value() -> None:
    with pytest.raises(ParlourError, match="at least one value"):
        grouped_mean([], 0.0, 1.0)
