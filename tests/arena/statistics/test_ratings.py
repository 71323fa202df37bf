"""Ratings: the model of Bradley and Terry, and what its intervals promise."""

from __future__ import annotations

import sys
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from arena.played_pairs import played_pairs
from scipy.optimize import minimize

import parlour
from parlour.arena.harness.played import PairScore, pair_scores, whole_pairs
from parlour.arena.report.text import rating as rating_text
from parlour.arena.statistics import ratings
from parlour.arena.statistics.ratings import CENTRE, POINTS, VIRTUAL, Rating, Ratings, rate
from parlour.games.errors import ParlourError
from parlour.match.match import Failure
from parlour.players import Careless, Uniform


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "RESAMPLES", 200)


def pairs(one: str, other: str, *scores: float, game: str = "game", seed: int = 0) -> list[PairScore]:
    return [PairScore(game, (one, other), seed + k, score, False) for k, score in enumerate(scores)]


def tournament(strengths: dict[str, float], count: int, seed: int) -> list[PairScore]:
    """Pairs of two matches each, won with the chances that the model gives to these strengths."""
    random, scores = Random(seed), []
    for one, other in combinations(strengths, 2):
        chance = 1 / (1 + np.exp(strengths[other] - strengths[one]))
        results = [(sum(random.random() < chance for _ in range(2)) - 1.0) for _ in range(count)]
        scores += pairs(one, other, *results)
    return scores


def by_name(rated: Ratings) -> dict[str, Rating]:
    return {rating.player: rating for rating in rated.ratings}


STRENGTHS = {"a": 0.0, "b": 0.4, "c": 1.0, "d": 3.0}
SCORES = tournament(STRENGTHS, 60, seed=1) + pairs("a", "d", 0.5, -0.5, 0.5, seed=900)


# The estimate


def shares(scores: list[PairScore], names: list[str]) -> Any:
    """What each player (row) won of each other one, with the virtual pairs, counted in another way."""
    won = np.zeros((len(names), len(names)))
    for pair in scores:
        one, other = (names.index(name) for name in pair.players)
        won[one, other] += 0.5 + pair.score / 2
        won[other, one] += 0.5 - pair.score / 2
    met = (won + won.T) > 0
    return won + VIRTUAL * met


def test_it_is_the_maximum_of_the_likelihood() -> None:
    won = shares(SCORES, list(STRENGTHS))

    def unlikelihood(strengths: Any) -> float:
        return float((won * np.log1p(np.exp(strengths[None, :] - strengths[:, None]))).sum())

    best = minimize(unlikelihood, np.zeros(4), tol=1e-12).x
    expected = CENTRE + POINTS * (best - best.mean())
    assert [by_name(rate(SCORES))[name].rating for name in STRENGTHS] == pytest.approx(list(expected), abs=0.01)


def test_it_is_what_repeated_averaging_converges_to() -> None:
    won, strengths = shares(SCORES, list(STRENGTHS)), np.ones(4)
    for _ in range(5000):  # Hunter's minorisation and maximisation
        strengths = won.sum(axis=1) / ((won + won.T) / (strengths[:, None] + strengths)).sum(axis=1)
        strengths /= np.exp(np.log(strengths).mean())
    expected = CENTRE + POINTS * np.log(strengths)
    assert [by_name(rate(SCORES))[name].rating for name in STRENGTHS] == pytest.approx(list(expected), abs=0.001)


def test_odds_of_ten_to_one_are_400_points() -> None:
    rated = by_name(rate(pairs("a", "b", *[1.0] * 9, 0.0, seed=1)))  # 9.5 to 0.5, and half a virtual pair each
    assert rated["a"].rating - rated["b"].rating == pytest.approx(400 * np.log10(10))
    half_scores = by_name(rate(pairs("a", "b", *[0.5] * 4)))  # 3 to 1, and half a virtual pair each
    assert half_scores["a"].rating - half_scores["b"].rating == pytest.approx(400 * np.log10(3.5 / 1.5))


def test_neither_the_order_of_games_nor_of_players_matters() -> None:
    shuffled = Random(3).sample(SCORES, len(SCORES))
    turned = [pair._replace(players=pair.players[::-1], score=-pair.score) for pair in SCORES]
    assert rate(shuffled) == rate(SCORES)
    assert rate(turned) == rate(SCORES)
    assert rate(SCORES, seed=1) != rate(SCORES)


def test_the_anchor_is_the_mean_or_a_player() -> None:
    mean, anchored = rate(SCORES), rate(SCORES, anchor="b")
    assert sum(rating.rating for rating in mean.ratings) / 4 == pytest.approx(CENTRE)
    fixed = by_name(anchored)["b"]
    assert (fixed.rating, fixed.low, fixed.high) == (CENTRE, CENTRE, CENTRE)
    shift = CENTRE - by_name(mean)["b"].rating
    assert [each.rating for each in anchored.ratings] == pytest.approx([each.rating + shift for each in mean.ratings])
    assert [rating.player for rating in mean.ratings] == ["d", "c", "b", "a"]


def test_an_anchor_has_to_play() -> None:
    with pytest.raises(ParlourError, match="the anchor 'z' played no pair; the players are: a, b, c, d"):
        rate(SCORES, anchor="z")


def test_without_pairs_there_is_nobody_to_rate() -> None:
    assert rate([]) == Ratings((), "mean", (), ())


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evalica", None)
    with pytest.raises(ParlourError, match=r"ratings need evalica; install the extra: .* -e '\.\[arena\]'"):
        rate(SCORES)


# Intervals


def test_intervals_contain_the_true_ratings() -> None:
    mean, hits = sum(STRENGTHS.values()) / 4, 0
    for seed in range(15):
        for name, rating in by_name(rate(tournament(STRENGTHS, 100, seed))).items():
            hits += rating.low <= CENTRE + POINTS * (STRENGTHS[name] - mean) <= rating.high
    assert hits >= 52  # of 60; 57 are expected


def test_pairs_that_share_their_luck_do_not_count_twice() -> None:
    once = by_name(rate(pairs("a", "b", *[1.0, -1.0, 0.5, 0.0, 1.0, -0.5] * 20)))
    again = pairs("a", "b", *[1.0, -1.0, 0.5, 0.0, 1.0, -0.5] * 20)
    same_luck = by_name(rate(again + again))
    fresh_luck = by_name(rate(again + pairs("a", "b", *[1.0, -1.0, 0.5, 0.0, 1.0, -0.5] * 20, seed=1000)))
    widths = [rated["a"].high - rated["a"].low for rated in (once, same_luck, fresh_luck)]
    assert widths[1] == pytest.approx(widths[0], rel=0.1)
    assert widths[2] == pytest.approx(widths[0] / 2**0.5, rel=0.1)
    assert same_luck["a"].pairs == 240


def test_games_with_the_same_seed_do_not_share_their_luck() -> None:
    scores = [1.0, -1.0, 0.5, 0.0] * 10
    two_games = by_name(rate(pairs("a", "b", *scores) + pairs("a", "b", *scores, game="other")))
    one_game = by_name(rate(pairs("a", "b", *scores) + pairs("a", "b", *scores)))
    assert two_games["a"].high - two_games["a"].low < 0.8 * (one_game["a"].high - one_game["a"].low)


def test_how_games_differ_is_no_accident() -> None:
    """What is different between games, but not within one, does not make an interval wider."""
    noise = [0.5, -0.5] * 50
    same = by_name(rate(pairs("a", "b", *noise) + pairs("a", "b", *noise, game="other")))
    scores = [(0.5 + score, -0.5 + score) for score in noise]
    apart = by_name(
        rate(pairs("a", "b", *(one for one, _ in scores)) + pairs("a", "b", *(two for _, two in scores), game="other"))
    )
    widths = [rated["a"].high - rated["a"].low for rated in (same, apart)]
    assert widths[1] == pytest.approx(widths[0], rel=0.05)


# Who is too strong, too weak or too far away to be rated


def test_a_player_who_won_everything_has_a_finite_rating_that_says_so() -> None:
    rated = rate(pairs("a", "b", *[1.0] * 120) + pairs("b", "c", 1.0, -1.0, *[0.0] * 120, seed=500))
    found = by_name(rated)
    assert {name: rating.limit for name, rating in found.items()} == {"a": "at least", "b": "at most", "c": "at most"}
    assert found["a"].rating - found["b"].rating == pytest.approx(400 * np.log10(120.5 / 0.5))
    assert found["a"].low < found["a"].rating - 100  # though no resample has a result that differs
    assert found["a"].high > found["a"].rating + 100
    assert list(rated.warnings) == [
        "Every pair against the rest was won, so the rating is at least this: a.",
        "Every pair against the rest was lost, so the rating is at most this: b, c.",
    ]


def test_between_those_who_lost_and_those_who_won_everything_the_rating_is_open() -> None:
    rated = rate(pairs("a", "b", 1.0, 1.0) + pairs("b", "c", 1.0, 1.0))
    found = by_name(rated)
    assert rated.warnings[-1].endswith("against the rest lost, so the rating has no bounds: b.")
    assert [found[name].limit for name in "abc"] == ["at least", "open", "at most"]
    assert rating_text(found["b"]) == "1500, no bounds"


def test_one_drawn_match_is_enough_for_a_rating_without_a_limit() -> None:
    assert by_name(rate(pairs("a", "b", 1.0, 1.0, 0.5)))["a"].limit == ""


def test_players_who_beat_each_other_in_a_circle_have_no_limits() -> None:
    found = rate(pairs("a", "b", 1.0) + pairs("b", "c", 1.0) + pairs("c", "a", 1.0))
    assert [rating.limit for rating in found.ratings] == [""] * 3
    assert [rating.rating for rating in found.ratings] == pytest.approx([CENTRE] * 3)


def test_groups_that_never_met_are_rated_apart() -> None:
    rated = rate(pairs("a", "b", 1.0, -0.5) + pairs("x", "y", 0.5) + pairs("y", "z", -1.0, 1.0), anchor="a")
    assert rated.groups == (("x", "y", "z"), ("a", "b"))
    found = by_name(rated)
    assert (found["a"].rating, found["a"].group, found["x"].group) == (CENTRE, 1, 0)
    assert sum(found[name].rating for name in "xyz") / 3 == pytest.approx(CENTRE)
    assert rated.warnings[0] == (
        "These groups of players never met, so their ratings cannot be compared: x, y, z; a, b."
    )


def test_few_seeds_come_with_a_warning_however_many_pairs_share_them() -> None:
    few = rate(pairs("a", "b", *[0.5, -0.5] * 49) + pairs("b", "c", *[0.5, -0.5] * 50))
    assert list(few.warnings) == ["Fewer than 100 seeds, so the intervals may be too narrow: a."]
    assert by_name(few)["b"][4:6] == (198, 100)
    shared = rate(pairs("a", "b", *[0.5, -0.5] * 30) + pairs("a", "c", *[0.5, -0.5] * 30))
    assert by_name(shared)["a"][4:6] == (120, 60)
    assert len(shared.warnings) == 1


# From matches to pairs


def test_a_pair_is_one_observation() -> None:
    game = parlour.game("color-capture")
    matches = played_pairs(game, Careless(0.4), Uniform(), 10)
    scores = pair_scores(reversed(matches))
    assert len(scores) == 10
    for pair in scores:
        both = [match for match in matches if match.seed == pair.seed]
        assert pair.players == ("X", "Y")
        assert pair.of("X") == sum(match.score("X") for match in both) / 2 == -pair.of("Y")


def test_a_forfeit_is_lost_and_can_be_left_out() -> None:
    matches = played_pairs(parlour.game("color-capture"), Careless(0.4), Uniform(), 2)
    matches[1] = matches[1]._replace(outcome="failed", winner=None, failure=Failure(1, "it raised an error"))
    first, second = pair_scores(matches)
    assert (first.forfeited, second.forfeited) == (True, False)
    assert first.score == (matches[0].score("X") - 1.0) / 2  # X had the second seat
    assert [pair for pair in pair_scores(matches) if not pair.forfeited] == [second]


def test_a_match_without_its_other_half_is_left_out() -> None:
    matches = played_pairs(parlour.game("color-capture"), Uniform(), Uniform(), 2)
    assert list(whole_pairs(matches[1:])) == [(matches[2], matches[3])]
