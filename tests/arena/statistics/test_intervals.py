"""Intervals for mean scores contain the true mean as often as they promise."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from parlour.arena.statistics.intervals import Interval, combine, mean_interval, with_unseen
from parlour.games.errors import ParlourError


def scores(chances: dict[float, float], pairs: int, generator: np.random.Generator) -> NDArray[np.float64]:
    return generator.choice(list(chances), pairs, p=list(chances.values()))


def coverage(
    chances: dict[float, float], pairs: int, interval: Callable[[NDArray[np.float64]], tuple[float, float]]
) -> float:
    """How often an interval contains the true mean."""
    mean, generator = sum(score * chance for score, chance in chances.items()), np.random.default_rng(7)
    hits = 0
    for _ in range(200):
        low, high = interval(scores(chances, pairs, generator))
        hits += low <= mean <= high
    return hits / 200


def ours(sample: NDArray[np.float64]) -> tuple[float, float]:
    return mean_interval(sample)[1:3]


def normal(sample: NDArray[np.float64]) -> tuple[float, float]:
    error = 1.96 * sample.std(ddof=1) / len(sample) ** 0.5
    return sample.mean() - error, sample.mean() + error


FAIR = {-1.0: 0.25, 0.0: 0.5, 1.0: 0.25}
RARE = {1.0: 0.98, 0.0: 0.02}
UPSETS = {1.0: 0.97, -1.0: 0.03}
LOPSIDED = {1.0: 0.9, 0.0: 0.09, -1.0: 0.01}


@pytest.mark.parametrize("chances", [FAIR, RARE, UPSETS, LOPSIDED], ids=["fair", "rare", "upsets", "lopsided"])
def test_the_interval_contains_the_true_mean_with_100_pairs(chances: dict[float, float]) -> None:
    assert coverage(chances, 100, ours) >= 0.92  # of 0.95, less two standard errors of the simulation


def test_normal_intervals_miss_rare_errors_and_ours_do_not() -> None:
    assert coverage(RARE, 25, normal) < 0.6
    assert coverage(RARE, 25, ours) >= 0.95


def test_the_bootstrap_is_close_to_the_t_interval_of_a_normal_sample() -> None:
    sample = np.random.default_rng(3).normal(0.2, 0.1, 400)
    found = mean_interval(sample)
    expected = stats.t.interval(0.95, 399, sample.mean(), stats.sem(sample))
    assert found.method == "bootstrap"
    assert (found.low, found.high) == pytest.approx(expected, abs=0.002)
    assert found.mean == pytest.approx(sample.mean())


def test_it_leans_towards_rare_scores() -> None:
    found = mean_interval([1.0] * 90 + [-1.0] * 10)
    assert found.method == "bootstrap"
    assert found.mean - found.low > 1.1 * (found.high - found.mean)


def test_the_order_of_the_pairs_does_not_matter_and_the_seed_repeats_it() -> None:
    sample = scores(LOPSIDED, 120, np.random.default_rng(1))
    assert mean_interval(sample) == mean_interval(sample[::-1]) == mean_interval(np.sort(sample))
    assert mean_interval(sample) != mean_interval(sample, seed=1)


# Samples without spread


def test_a_constant_sample_has_the_rule_of_three_and_not_zero_width() -> None:
    found = mean_interval([1.0] * 100)
    assert found.method == "counted"
    assert (found.mean, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(1.0 - 2 * 3.62 / 100, abs=1e-3)  # at worst, the unseen scores are -1
    assert 1.0 - ((found.low + 1) / 2) ** 100 == pytest.approx(0.975)  # else a sample of 100 wins is unlikely
    assert mean_interval([0.0] * 100)[1:3] == pytest.approx((-0.0362, 0.0362), abs=1e-4)


def test_rounding_errors_are_not_a_spread() -> None:
    sample = 0.3 + np.random.default_rng(1).uniform(0, 1e-15, 200)
    assert mean_interval(sample)[1:3] == pytest.approx(mean_interval([0.3] * 200)[1:3])


def test_a_few_other_scores_are_counted_as_clopper_and_pearson_do() -> None:
    found = mean_interval([1.0] * 97 + [0.0, 0.5, -1.0])
    assert found.method == "counted"
    assert found.low == pytest.approx(1.0 - 2 * stats.binomtest(3, 100).proportion_ci().high)
    assert found.high == 1.0


def test_scores_may_lie_outside_the_usual_range() -> None:
    found = mean_interval([1.4] * 50 + [-2.0])
    assert found.low == pytest.approx(1.4 - 3.4 * stats.binomtest(1, 51).proportion_ci().high)
    assert found.high == 1.4


def test_one_pair_says_nothing() -> None:
    assert mean_interval([0.5])[:4] == (0.5, -1.0, 1.0, 1)


# What was not seen, and several games


def blunders(pairs: int, generator: np.random.Generator) -> NDArray[np.float64]:
    """Corrected scores: they vary a little, and 2 % are blunders."""
    return np.where(generator.random(pairs) < 0.02, -1.0, 0.9) + generator.normal(0.0, 0.05, pairs)


def test_blunders_that_are_not_in_the_sample_are_allowed_for() -> None:
    generator, mean = np.random.default_rng(5), 0.9 - 0.02 * 1.9
    samples = [mean_interval(blunders(100, generator)) for _ in range(200)]
    assert sum(found.low <= mean <= found.high for found in samples) < 0.92 * 200
    allowed = [with_unseen(found) for found in samples]
    assert sum(found.low <= mean <= found.high for found in allowed) >= 0.95 * 200
    assert all(one.low <= other.low and one.high >= other.high for one, other in zip(allowed, samples, strict=True))


def test_a_wide_interval_stays_as_it_is() -> None:
    found = mean_interval(scores(FAIR, 100, np.random.default_rng(1)))
    assert with_unseen(found) == found


def test_several_games_are_one_mean_and_their_differences_do_not_matter() -> None:
    generator = np.random.default_rng(2)
    parts = [generator.normal(mean, 0.3, 200) for mean in (-0.5, 0.5)]
    found = combine([mean_interval(part) for part in parts])
    error = 1.96 * sum(part.var() / 200 for part in parts) ** 0.5 / 2
    assert found.mean == pytest.approx(np.concatenate(parts).mean())
    assert (found.low, found.high) == pytest.approx((found.mean - error, found.mean + error), abs=0.004)
    assert (found.pairs, found.method) == (400, "combined")
    assert found.high - found.low < 0.6 * (mean_interval(np.concatenate(parts)).high - found.mean) * 2
    single = mean_interval(parts[0])
    assert combine([single]) == single


# Warnings and errors


def test_fewer_than_100_pairs_come_with_a_warning() -> None:
    assert mean_interval(scores(FAIR, 100, np.random.default_rng(1))).warning == ""
    warning = "99 pairs only: with fewer than 100, the interval may be too narrow"
    assert mean_interval(scores(FAIR, 99, np.random.default_rng(1))).warning == warning
    assert Interval(0.0, -1.0, 1.0, 1, "range").warning.startswith("1 pair only")


@pytest.mark.parametrize("sample", [[], [0.5, float("nan")], [float("inf"), 0.0]])
def test_an_interval_needs_finite_scores(sample: list[float]) -> None:
    with pytest.raises(ParlourError, match="an interval needs"):
        mean_interval(sample)
