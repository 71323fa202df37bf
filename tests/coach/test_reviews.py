"""What a review says about a player's choices."""

from __future__ import annotations

import re

import pytest
from support import OURS, played, state_of
from terminal.reader import blunder

import parlour
from parlour.coach.reviews import review_lines, review_match
from parlour.coach.wording import Diagram, Text, value_bar
from parlour.games.vocabulary import seen_by
from parlour.match.match import Match
from parlour.solver.exact.certificate import Certificate
from parlour.solver.memory import solution_of
from parlour.solver.solution import Solution

WAR = parlour.game("resource-war")


def own_review(match: Match, player: int) -> Text:
    solution = solution_of(match.game)
    return review_lines(solution, match, player)


@pytest.mark.parametrize(
    ("value", "bar"),
    [(1.0, "█" * 20 + " +1.00"), (-1.0, "░" * 20 + " -1.00"), (0.0, "█" * 10 + "░" * 10 + "  0.00")],
)
def test_a_value_is_a_bar_that_is_full_for_a_certain_win(value: float, bar: str) -> None:
    assert value_bar(value) == bar


def test_a_value_changes_its_sign_with_the_player() -> None:
    assert [seen_by(0, 0.5), seen_by(1, 0.5)] == [0.5, -0.5]
    assert str(seen_by(1, 0.0)) == "0.0"


def test_the_review_shows_the_board_at_the_mistake_and_what_was_better() -> None:
    match = blunder()
    lines = own_review(match, 0)
    assert lines[:7] == [
        "The turning point was #7, take position 9: Green: a loss of 2.00.",
        "The position was won for you with perfect play.",
        "",
        Diagram(match.game, match.line.public_turns[6].before),
        "",
        f"  played {'░' * 20} -1.00  take position 9: Green",
        f"  better {'█' * 20} +1.00  take position 1: Red",
    ]


@pytest.mark.parametrize("name", OURS)
def test_the_review_of_both_players_of_every_game_fits_80_columns(name: str) -> None:
    lines: list[str] = []
    for seed in range(1, 20):
        match = parlour.play_match(parlour.game(name), "random", "random", seed=seed)
        reviews = [own_review(match, player) for player in (0, 1)]
        lines = [line for lines in reviews for line in lines if isinstance(line, str)]
        if any(line.startswith("  played ") for line in lines):  # a mistake was made
            break
    assert any(line.startswith("  played ") for line in lines)
    wrapped = ("  better", "It ")  # mixes, and explanations
    assert max(len(line) for line in lines if not line.startswith(wrapped)) < 80


def test_the_review_explains_the_turning_point() -> None:
    match = played(parlour.game("resource-war"), (5, 3))
    lines = own_review(match, 0)
    assert lines[1] == "It wins against 6 to 10, falls back against 0 to 2, loses to 3 and 4."


def test_the_review_explains_mistakes_that_are_as_large_as_the_largest_but_at_most_three() -> None:
    siege = parlour.game("tower-siege")

    def explained(resting: int) -> list[str]:
        lines = own_review(played(siege, *(0, 0) * resting), 0)  # every rest turns a win into a loss
        return [line for line in lines if isinstance(line, str) and "loss of 2.00." in line]

    first, second = "The turning point was #1, rest: a loss of 2.00.", "As large was #3, rest: a loss of 2.00."
    assert explained(1) == [first]
    assert explained(2) == [first, second]
    assert explained(5) == [first, second, "As large was #5, rest: a loss of 2.00."]


def test_the_review_begins_with_the_turning_point_and_ends_with_the_total() -> None:
    game = parlour.game("token-showdown", tokens=6, points=2)
    solution = solution_of(game)
    match = played(game, (1, 1), (5, 1))
    lines, review = own_review(match, 0), review_match(solution, match)
    assert review.losses(0) == [
        solution.loss(game.start(), 0, 1),
        solution.loss(state_of(game, tokens1=5, tokens2=5), 0, 5),
    ]
    assert str(lines[0]).startswith(f"The turning point was #2, bid 5: a loss of {review.losses(0)[1]:.2f}; luck -0.")
    assert lines[-2] == f"Total loss: {review.total_loss(0):.2f} in 2 choices. A win and a defeat are 2.00 apart."
    assert sum(str(line).startswith("  #") for line in lines) == 2


def test_the_review_tells_luck_from_loss() -> None:
    game = parlour.game("resource-war", points=5, target=3)
    match = played(game, (0, 2))
    lines = own_review(match, 0)  # a mistake that happens to win
    assert lines[0] == "The turning point was #1, bid 0: a loss of 0.34; luck +1.34."
    assert lines[-1] == "Luck in the secret rounds: +1.34."
    lines = own_review(match, 1)
    assert lines == [
        "No loss: your only choice was part of perfect play.",
        "Luck in the secret rounds: -1.34.",
    ]


def test_the_review_covers_only_your_own_choices() -> None:
    capture = parlour.game("color-capture")
    lines = own_review(played(capture, 0, 0, 1, 1, 1, 0, 1, 1), 0)
    assert [str(line).split()[0] for line in lines if str(line).startswith("  #")] == ["#1", "#3", "#5", "#7"]
    assert own_review(played(capture, 0, 1), 1)[0] == "No loss: your only choice was part of perfect play."


def test_a_review_without_mistakes_says_if_the_seat_was_lost_from_the_start() -> None:
    capture = parlour.game("color-capture")
    assert own_review(played(capture, 0, 1, 0, 1), 1) == [
        "No loss: both of your choices were part of perfect play.",
        "Your seat is lost from the start against perfect play.",
    ]
    assert own_review(played(capture, 0), 0) == ["No loss: your only choice was part of perfect play."]


def test_the_review_names_a_proof_that_is_too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    solution_of(WAR)  # before it looks unproved
    monkeypatch.setattr(Solution, "certificate", property(lambda _: Certificate(-1.0, 1.0, 0.5)))
    line = "WideProof: values are proved only to within 0.5, so smaller losses cannot be detected."
    assert own_review(played(WAR, (10, 0)), 0)[-1] == line


def test_forced_choices_are_listed_but_do_not_count() -> None:
    match = played(parlour.game("token-showdown", tokens=6, points=2), (5, 1), (1, 2))  # one token is left, so bid 1
    first, second = (str(line) for line in own_review(match, 0) if str(line).startswith("  #"))
    assert re.fullmatch(r"  #1   bid 5 +loss 1\.00", first)
    assert re.fullmatch(r"  #2   bid 1 +forced.*", second)
    review = review_match(solution_of(match.game), match)
    assert review.mean_loss(0) == review.total_loss(0) == review.turns[0].choices[0].loss


def test_a_forfeit_loses_all_that_the_position_was_worth() -> None:
    match = played(parlour.game("color-capture"), 0, 0, 1, 1, 1, 0)  # the first player can win
    match.concede(0, "resigned")
    assert own_review(match, 0)[-3:] == [
        "  forfeited the last position   loss 2.00",
        "",
        "Total loss: 2.00 in 4 choices. A win and a defeat are 2.00 apart.",
    ]
    assert review_match(solution_of(match.game), match).mean_loss(0) == 2.0 / 4
    assert own_review(match, 1)[0] == "No loss: all 3 of your choices were part of perfect play."
