"""95 % intervals for the mean score of pairs.

A studentised bootstrap: it resamples pairs, and divides each resampled mean by its own standard error, so that the
interval leans the way the sample does. It cannot work where almost all pairs have the same score, because most
resamples then have no spread at all. There the pairs that differ are counted instead, as in the rule of three.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.extras import need
from parlour.games.errors import ParlourError
from parlour.games.vocabulary import count

CONFIDENCE = 0.95
TAIL = (1.0 - CONFIDENCE) / 2
ENOUGH_PAIRS = 100  # with fewer, a rare error may be missing from the sample, and no method can know about it
FEW_OTHERS = 5  # with more pairs unlike the commonest score, resamples without any of them are too rare to matter
RESAMPLES = 2000
SAME = 1e-9  # scores that are this close differ only by rounding
CELLS = 1_000_000  # resampled scores in memory at a time


class Interval(NamedTuple):
    """The mean score of some pairs, and the interval that contains the true one with 95 % confidence.

    The ends are not cut at -1 and 1. `method` is "bootstrap", "counted" (nearly all pairs had the same score), "range"
    (a single pair: every possible score is in the interval) or "combined" (from those of several games).
    """

    mean: float
    low: float
    high: float
    pairs: int
    method: Literal["bootstrap", "counted", "range", "combined"]

    @property
    def warning(self) -> str:
        """A note for the reader next to the interval; empty if there are enough pairs."""
        if self.pairs >= ENOUGH_PAIRS:
            return ""
        return f"{count(self.pairs, 'pair')} only: with fewer than {ENOUGH_PAIRS}, the interval may be too narrow"


def mean_interval(scores: Iterable[float], *, lowest: float = -1.0, highest: float = 1.0, seed: int = 0) -> Interval:
    """The interval for the mean of these scores of pairs. Their order does not matter.

    `lowest` and `highest` are the least and the greatest possible score. They matter only where nearly all scores are
    the same; scores outside them extend them.
    """
    sample = np.sort(np.array(list(scores), np.float64))  # sorted, so that the result does not depend on the order
    if not len(sample):
        raise ParlourError("an interval needs at least one pair")
    if not np.isfinite(sample).all():
        raise ParlourError("an interval needs scores that are finite numbers")
    mean = float(sample.mean())
    lowest, highest = min(lowest, float(sample[0])), max(highest, float(sample[-1]))
    if len(sample) == 1:
        return Interval(mean, lowest, highest, 1, "range")
    common = commonest(sample)
    others = int((np.abs(sample - common) > SAME).sum())
    if others <= FEW_OTHERS:
        return Interval(mean, *count_bounds(sample, common, lowest, highest), len(sample), "counted")
    return Interval(mean, *bootstrap_bounds(sample, np.random.default_rng(seed)), len(sample), "bootstrap")


def with_unseen(found: Interval, *, lowest: float = -1.0, highest: float = 1.0) -> Interval:
    """An interval that also allows for something rare that is in none of the pairs: a blunder, for example.

    Scores that vary a little anyway, as luck-adjusted ones do, cannot be counted like those above. So the interval is
    never narrower than the most frequent event that a sample of this size can miss would make it.
    """
    missed = most_frequent(0, found.pairs)
    low = found.mean - missed * max(0.0, found.mean - lowest)
    high = found.mean + missed * max(0.0, highest - found.mean)
    return found._replace(low=min(found.low, low), high=max(found.high, high))


def clip(found: Interval, lowest: float, highest: float) -> Interval:
    """The true mean is not outside these limits. The mean that was found may be, and stays in the interval."""
    low, high = max(found.low, lowest), min(found.high, highest)
    return found._replace(low=min(low, found.mean), high=max(high, found.mean))


def grouped_mean(values: Iterable[tuple[Hashable, float]], lowest: float, highest: float) -> Interval:
    """The mean over values that come in groups, such as the choices of a pair, of which only groups are independent.

    A group with more values counts for more, so each contributes its distance from the mean, weighted, to the interval
    (the linearised ratio of two sums). The ends stay between `lowest` and `highest`.
    """
    sums: dict[Hashable, tuple[float, int]] = {}
    for group, value in values:
        total, count = sums.get(group, (0.0, 0))
        sums[group] = total + value, count + 1
    if not sums:
        raise ParlourError("a mean needs at least one value")
    number = sum(count for _, count in sums.values())
    mean = sum(total for total, _ in sums.values()) / number
    usual = number / len(sums)  # values in a group
    found = mean_interval(
        (mean + (total - mean * count) / usual for total, count in sums.values()), lowest=lowest, highest=highest
    )
    return clip(found._replace(mean=mean), lowest, highest)


def combine(found: Sequence[Interval]) -> Interval:
    """The mean of the means of several independent samples, with every sample counting the same.

    Each end is as far from the mean as the ends of the samples together: the root of the sum of squares.
    """
    count = len(found)
    mean = sum(each.mean for each in found) / count
    below = sum((each.mean - each.low) ** 2 for each in found) ** 0.5 / count
    above = sum((each.high - each.mean) ** 2 for each in found) ** 0.5 / count
    pairs = sum(each.pairs for each in found)
    return Interval(mean, mean - below, mean + above, pairs, "combined") if count > 1 else found[0]


def commonest(sample: NDArray[np.float64]) -> float:
    """The commonest score of a sorted sample, where scores that differ only by rounding are the same."""
    begins = np.flatnonzero(np.diff(sample, prepend=-np.inf) > SAME)
    counts = np.diff(begins, append=len(sample))
    return float(sample[begins[counts.argmax()]])


def count_bounds(sample: NDArray[np.float64], common: float, lowest: float, highest: float) -> tuple[float, float]:
    """Bounds that hold for all values of the rare scores: at worst, all are the lowest, or all the highest."""
    below, above = int((sample < common - SAME).sum()), int((sample > common + SAME).sum())
    low = common - most_frequent(below, len(sample)) * (common - lowest)
    high = common + most_frequent(above, len(sample)) * (highest - common)
    return low, high


def most_frequent(seen: int, pairs: int) -> float:
    """The highest chance of something that was seen this often (Clopper and Pearson); about 3.7 / pairs if never."""
    if seen == pairs:
        return 1.0
    return float(need("scipy.special", "intervals need", "arena").betaincinv(seen + 1, pairs - seen, 1.0 - TAIL))


def bootstrap_bounds(sample: NDArray[np.float64], generator: np.random.Generator) -> tuple[float, float]:
    size, mean, spread = len(sample), sample.mean(), sample.std()
    batch = max(1, CELLS // size)
    distances = []  # of the resampled means, in their own standard errors
    for begin in range(0, RESAMPLES, batch):
        drawn = sample[generator.integers(0, size, (min(batch, RESAMPLES - begin), size))]
        distances.append(in_standard_errors(drawn.mean(axis=1) - mean, drawn.std(axis=1)))
    low, high = tails(np.concatenate(distances))
    return float(mean - high * spread), float(mean - low * spread)


def in_standard_errors(differences: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Differences divided by their standard errors. Without any spread, a difference is infinitely many of them."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.abs(differences) > SAME, differences / errors, 0.0)


def tails(distances: NDArray[np.float64]) -> tuple[float, float]:
    """The distances that cut off both tails, taken from the sample itself and rounded outwards: some are infinite."""
    low = np.quantile(distances, TAIL, method="lower")
    high = np.quantile(distances, 1.0 - TAIL, method="higher")
    return float(low), float(high)
