"""The mean of values that come in groups, such as the decisions of a pair. Only groups are independent."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from parlour.arena.statistics.intervals import Interval, mean_interval
from parlour.games.errors import ParlourError


def grouped_mean(values: Iterable[tuple[Hashable, float]], lowest: float, highest: float) -> Interval:
    """The mean over all values, each with its group, and an interval for which every group is one observation.

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
    low, high = min(mean, max(lowest, found.low)), max(mean, min(highest, found.high))
    return found._replace(mean=mean, low=low, high=high)
