"""The board and the bars of a review; tests/terminal/test_hints.py has the rest of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import OURS, played

import parlour
from parlour import storage
from parlour.coach.reviews import review_lines
from parlour.coach.wording import Board, value_bar
from parlour.games.vocabulary import seen_by
from parlour.players.solution_cache import solution_of
from terminal.keyboard_session import PtySession
from terminal.reader import blunder


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
    lines = review_lines(solution_of(match.game), match.decisions, 0)
    assert lines[:7] == [
        "The turning point was #7, take position 9: Green: it gave away 2.00.",
        "The position was won for you with perfect play.",
        "",
        Board(match.game, match.step(6).before),
        "",
        f"  played {'░' * 20} -1.00  take position 9: Green",
        f"  better {'█' * 20} +1.00  take position 1: Red",
    ]


@pytest.mark.parametrize("name", OURS)
def test_the_review_of_both_players_of_every_game_fits_80_columns(name: str) -> None:
    match = parlour.play_match(parlour.game(name), "random", "random", seed=1)
    reviews = [review_lines(solution_of(match.game), match.decisions, player) for player in (0, 1)]
    lines = [line for lines in reviews for line in lines if isinstance(line, str)]
    assert any(line.startswith("  played ") for line in lines)
    wrapped = ("  better", "It ")  # mixes, and explanations
    assert max(len(line) for line in lines if not line.startswith(wrapped)) < 80


def test_the_review_explains_the_turning_point() -> None:
    match = played(parlour.game("resource-war"), (5, 3))
    lines = review_lines(solution_of(match.game), match.decisions, 0)
    assert lines[1] == "It wins against 6 to 10, falls back against 0 to 2, loses to 3 and 4."


def test_the_analysis_at_a_terminal_ends_with_the_board_at_the_turning_point(tmp_path: Path) -> None:
    storage.save(blunder(), tmp_path / "match.json")
    session = PtySession(tmp_path, "analyse", str(tmp_path / "match.json"))
    assert session.end() == 0
    assert session.text.rstrip().endswith(f"  better {'█' * 20} +1.00  take position 1: Red")


def test_the_review_explains_mistakes_that_are_as_large_as_the_largest_but_at_most_three() -> None:
    siege = parlour.game("tower-siege")

    def explained(resting: int) -> list[str]:
        lines = review_lines(solution_of(siege), (0, 0) * resting, 0)  # every rest turns a win into a loss
        return [line for line in lines if isinstance(line, str) and "gave away 2.00." in line]

    first, second = "The turning point was #1, rest: it gave away 2.00.", "As large was #3, rest: it gave away 2.00."
    assert explained(1) == [first]
    assert explained(2) == [first, second]
    assert explained(5) == [first, second, "As large was #5, rest: it gave away 2.00."]
