"""The loss a decision: what decisions gave away on average, in all, in each phase of a match, and by their number.

Decisions between two or more actions count, and forfeits, which give away all that the position was worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.arena.report.shapes import Bin, Losses
from parlour.arena.statistics.grouped import grouped_mean
from parlour.arena.statistics.intervals import Interval
from parlour.arena.statistics.phases import PHASES, phase
from parlour.arena.tournament.results import Played
from parlour.arena.tournament.reviews import Grades

MOST_BINS = 20  # points of a chart
WORST = 2.0  # from a won position to a lost one


class Graded(NamedTuple):
    """One decision of a player."""

    seed: int
    number: int  # counted from 0
    total: int  # decisions of the match, with the one that was forfeited
    loss: float
    forfeit: bool


def losses_of(player: str, matches: Sequence[Played], grades: Grades) -> Losses | None:
    decisions = list(graded(player, matches, grades))
    if not decisions:
        return None
    played = [each for each in decisions if not each.forfeit]
    phases = {name: [each for each in decisions if phase(each.number, each.total) == name] for name in PHASES}
    return Losses(
        player,
        len(decisions),
        mean_loss(decisions),
        mean_loss(played) if played else None,
        {name: mean_loss(own) if own else None for name, own in phases.items()},
        len(decisions) - len(played),
        tuple(bins(decisions, usual_length(matches))),
    )


def graded(player: str, matches: Sequence[Played], grades: Grades) -> Iterator[Graded]:
    for match in matches:
        grade = grades.of(match)
        if grade is None or player not in match.players:
            continue
        seat = match.players.index(player)
        last, total = len(grade.losses), len(grade.losses) + (match.failure is not None)
        for number, losses in enumerate((*grade.losses, grade.forfeit)):
            loss = losses[seat]
            if loss is not None:
                yield Graded(match.seed, number, total, loss, number == last)


def mean_loss(decisions: Sequence[Graded]) -> Interval:
    """The mean over all decisions. Those of one seed are one observation, because they share their luck."""
    return grouped_mean(((each.seed, each.loss) for each in decisions), 0.0, WORST)


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
