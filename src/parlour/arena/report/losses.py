"""What decisions gave away on average: in all, in each phase of a match, and by the number of the decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.arena.grades import Grades
from parlour.arena.intervals import Interval, mean_interval
from parlour.arena.phases import PHASES, phase
from parlour.arena.report.shapes import Bin, Losses
from parlour.arena.results import Played

MOST_BINS = 20  # points of a chart
WORST = 2.0  # from a won position to a lost one


class Graded(NamedTuple):
    """One decision of a player."""

    seed: int
    number: int  # counted from 0
    total: int  # decisions of the match
    loss: float


def losses_of(player: str, matches: Sequence[Played], grades: Grades) -> Losses | None:
    decisions = list(graded(player, matches, grades))
    if not decisions:
        return None
    phases = {name: [each for each in decisions if phase(each.number, each.total) == name] for name in PHASES}
    return Losses(
        player,
        len(decisions),
        mean_loss(decisions),
        {name: mean_loss(own) if own else None for name, own in phases.items()},
        tuple(bins(decisions, usual_length(matches))),
    )


def graded(player: str, matches: Sequence[Played], grades: Grades) -> Iterator[Graded]:
    for match in matches:
        grade = grades.of(match)
        if grade is None or player not in match.players:
            continue
        seat = match.players.index(player)
        for number, losses in enumerate(grade.losses):
            loss = losses[seat]
            if loss is not None:
                yield Graded(match.seed, number, len(grade.losses), loss)


def mean_loss(decisions: Sequence[Graded]) -> Interval:
    """The mean over all decisions. Those of one seed are one observation, because they share their luck.

    A seed with more decisions counts for more, so each contributes its distance from the mean, weighted, to the
    interval (the linearised ratio of two sums).
    """
    sums: dict[int, tuple[float, int]] = {}
    for each in decisions:
        loss, count = sums.get(each.seed, (0.0, 0))
        sums[each.seed] = loss + each.loss, count + 1
    mean = sum(each.loss for each in decisions) / len(decisions)
    usual = len(decisions) / len(sums)  # decisions of a seed
    found = mean_interval(
        (mean + (loss - mean * count) / usual for loss, count in sums.values()), lowest=0.0, highest=WORST
    )
    return found._replace(mean=mean, low=max(0.0, found.low))


def usual_length(matches: Sequence[Played]) -> int:
    """The decisions that 5 % of the matches reach: later ones are too rare to say much."""
    lengths = sorted(len(match.decisions) for match in matches)
    return max(1, lengths[len(lengths) * 95 // 100])


def bins(decisions: Sequence[Graded], longest: int) -> Iterator[Bin]:
    """Means by the number of the decision; several numbers together if matches are long."""
    width = -(-longest // MOST_BINS)
    found: dict[int, list[Graded]] = {}
    for each in decisions:
        if each.number < longest:
            found.setdefault(each.number // width, []).append(each)
    for place, own in sorted(found.items()):
        yield Bin(place * width + 1, min(longest, (place + 1) * width), mean_loss(own), len(own))
