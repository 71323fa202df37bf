from __future__ import annotations

import pytest
from support import SIXTH

import parlour
from parlour.games.errors import BadRules
from parlour.solver.fairness import (
    GAMES,
    PERFECT_GAMES,
    Fairness,
    Length,
    exact_length,
    fairest,
    fairness,
    measured_length,
    perfect_length,
    variants,
)


def test_the_length_of_perfect_play_is_exact_where_play_cannot_cycle() -> None:
    # First to three points, each with a chance of 1/2: 3 rounds in 1/4 of the games, 4 in 3/8, 5 in 3/8.
    measured = fairness(parlour.solve(parlour.game(SIXTH)))
    assert measured.perfect.mean == pytest.approx(3 / 4 + 4 * 3 / 8 + 5 * 3 / 8)
    assert measured.perfect.games == 0
    assert measured.random.mean == pytest.approx(measured.perfect.mean, abs=0.03)
    assert (measured.random.games, measured.random.stopped) == (GAMES, 0)


@pytest.mark.untraced
def test_a_measured_length_agrees_with_the_exact_one() -> None:
    for name, rules in (("resource-war", {"points": 4}), ("token-showdown", {"tokens": 12, "points": 2}), (SIXTH, {})):
        solution = parlour.solve(parlour.game(name, **rules))
        assert measured_length(solution).mean == pytest.approx(exact_length(solution).mean, rel=0.05)


def test_a_game_that_ends_after_one_decision_has_length_1() -> None:
    # Any token gives the first player the majority of its color.
    measured = fairness(parlour.solve(parlour.game("color-capture", repeats=1)))
    assert (measured.value, measured.perfect, measured.random.mean) == (1, Length(1), 1)


def test_games_that_do_not_end_are_cut_off_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.solver.fairness.HORIZON", 50)
    length = perfect_length(parlour.solve(parlour.game("tower-siege", tower=3, stride=1, cards=1)))
    assert length == Length(50, PERFECT_GAMES, PERFECT_GAMES)  # nobody leaves the base


def test_the_same_variant_gets_the_same_figures() -> None:
    solution = parlour.solve(parlour.game("token-tactics", start=2, cap=3))
    assert fairness(solution) == fairness(solution)


def test_variants_are_all_combinations_of_the_values() -> None:
    game = parlour.game("token-tactics", cap=7)
    combinations = variants(game, {"start": [2, 3], "both_empty": ["draw", "defender"]})
    assert [variant.named_rules() for variant in combinations] == [
        {"start": 2, "cap": 7, "both_empty": "draw"},
        {"start": 2, "cap": 7, "both_empty": "defender"},
        {"start": 3, "cap": 7, "both_empty": "draw"},
        {"start": 3, "cap": 7, "both_empty": "defender"},
    ]
    with pytest.raises(BadRules, match="start of token-tactics must be a whole number from 1 to 10000, not 0"):
        variants(game, {"start": [0]})


def test_the_draw_makes_token_tactics_fair() -> None:
    games = variants(parlour.game("token-tactics", start=2, cap=3), {"both_empty": ["defender", "draw", "attacker"]})
    measured = [fairness(parlour.solve(game)) for game in games]
    assert [variant.value for variant in measured] == [-1, 0, 1]
    assert fairest(measured) == (measured[1],)


def test_all_equally_fair_variants_are_returned_and_unproved_values_do_not_count() -> None:
    def variant(value: float, lower: float, upper: float) -> Fairness:
        return Fairness(parlour.game("tower-siege"), value, lower, upper, 1, Length(1), Length(1))

    narrow, mirrored, unproved = variant(0.1, 0.1, 0.1), variant(-0.1, -0.1, -0.1), variant(0.0, -1.0, 1.0)
    assert fairest([unproved, narrow, mirrored]) == (narrow, mirrored)
    assert fairest([]) == ()
