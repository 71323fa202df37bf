"""Statistics over matches: one definition of the mean loss per choice."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support import played

import parlour
from parlour.coach.reviews import review_match
from parlour.coach.statistics import COLUMNS, MatchPart, choice_rows, costliest, parts_of, statistics_document, total_of
from parlour.match.match import HUMAN, Match
from parlour.solver.memory import solution_of

SHOWDOWN = parlour.game("token-showdown", tokens=6, points=2)


def parts(match: Match, day: int = 1) -> list[MatchPart]:
    """The reviewed parts of people in a match."""
    match.seats = (HUMAN, "random")
    review = review_match(solution_of(match.game), match)
    return [part._replace(review=review) for part in parts_of([(match, datetime(2026, 1, day, tzinfo=UTC), "a.json")])]


def test_forced_choices_do_not_count_for_the_mean_loss() -> None:
    own = parts(played(SHOWDOWN, (5, 1), (1, 2)))  # with one token left, the second bid is forced
    losses = [choice.loss for part in own for _, choice in part.choices]
    assert losses == [1.0, 0.0]
    assert total_of(own) == (1, 0, 1, 0, 1, 1.0)
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in choice_rows(own)]
    assert [(row["turn"], row["choice"], row["forced"]) for row in rows] == [(1, "bid 5", 0), (2, "bid 1", 1)]


def test_a_forfeit_counts_for_the_mean_loss() -> None:
    match = played(parlour.game("color-capture"), 0, 0, 1, 1, 1, 0)
    match.concede(0, "resigned")  # a won game
    own = parts(match)
    assert total_of(own).mean_loss == pytest.approx(2.0 / 4)
    *_, last = [dict(zip(COLUMNS, row, strict=True)) for row in choice_rows(own)]
    assert (last["turn"], last["choice"], last["value"], last["loss"]) == (7, "forfeit", "1.000000", "2.000000")


def test_the_statistics_as_a_document() -> None:
    document = statistics_document(parts(played(SHOWDOWN, (5, 1), (1, 2))))
    assert (document["format"], document["version"]) == ("parlour statistics", 2)
    (result,), (period,), (position,) = document["results"], document["periods"], document["positions"]
    assert (result["choices"], result["mean_loss"]) == (period["choices"], period["mean_loss"]) == (1, 1.0)
    assert (position["loss"], position["times"], position["turn"], position["file"]) == (1.0, 1, 1, "a.json")


def test_the_same_position_is_counted_together() -> None:
    match = played(SHOWDOWN, (5, 1), (1, 2))
    (costly,) = costliest([*parts(match), *parts(match, 2)])
    assert (costly.loss, costly.times, costly.part.when.day) == (2.0, 2, 2)
