"""What comes after a game at the keyboard: reviews, another match, a series, the menu."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import played
from terminal.keyboard_session import PtySession

import parlour
from parlour import storage
from parlour.match.match import Match
from parlour.terminal.menu.series import Series, load_series

NEXT = "What next? "
SHORT = ("play", "color-capture", "--set", "repeats=1")  # over after one choice
PICK = "Position 3 (G): "


def after_a_game(home: Path, *arguments: str) -> PtySession:
    session = PtySession(home, *SHORT, *arguments)
    session.answer(PICK, "1")
    return session


def saved_seats(home: Path) -> list[tuple[str, str]]:
    paths = sorted((home / "parlour").glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    return [storage.load(path).seats for path in paths]


def test_a_typo_asks_again_and_a_question_mark_explains(tmp_path: Path) -> None:
    session = after_a_game(tmp_path)
    session.until("To see the loss of each choice later:")
    session.answer(NEXT, "rewiev")
    session.until("Please type review, rematch, swap, opponent, menu or quit.")
    session.answer(NEXT, "")
    session.until("Please type review, ")
    session.answer(NEXT, "?")
    session.until("opponent  play the same game against another opponent")
    session.answer(NEXT, "q")
    assert session.end() == 0


@pytest.mark.parametrize(("key", "code"), [("Ctrl-D", 0), ("Ctrl-C", 130)])
def test_the_question_can_be_left_with_a_key(key: str, code: int, tmp_path: Path) -> None:
    session = after_a_game(tmp_path)
    session.until(NEXT)
    session.type(key)
    assert session.end() == code


def test_people_with_names_read_who_won(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture", "--set", "repeats=1", "--name", "Ann", "--name", "Bob")
    session.answer("Choose a token from", "left")
    session.until("Ann won.")
    session.answer("What next? ", "quit")
    assert session.end() == 0


def test_two_people_get_a_review_of_both(tmp_path: Path) -> None:
    session = after_a_game(tmp_path, "--name", "Ann", "--name", "Bob")
    session.answer(NEXT, "review")
    session.until("Ann:")
    session.until("Bob:")
    session.answer(NEXT, "quit")
    assert session.end() == 0


def test_a_rematch_swapped_seats_another_opponent_and_the_menu(tmp_path: Path) -> None:
    session = after_a_game(tmp_path, "--second", "random", "--name", "Ann")
    session.answer(NEXT, "rematch")
    session.until("Ann, you are Player 1")
    session.answer(PICK, "1")
    session.until("Score: Ann 2, random 0.")
    session.answer(NEXT, "SWAP SEATS")
    session.until("Ann, you are Player 2")
    session.until("Score: Ann 2, random 1.")
    session.answer(NEXT, "opponent")
    session.answer("b to go back, q to leave: ", "back")
    session.answer(NEXT, "opponent")
    session.answer("b to go back, q to leave: ", "two people")
    session.answer(PICK, "1")
    session.answer(NEXT, "menu")
    session.answer("q to leave: ", "q")
    assert session.end() == 0
    assert saved_seats(tmp_path) == [("human", "random")] * 2 + [("random", "human"), ("human", "human")]


def test_best_of_three_ends_when_it_is_decided(tmp_path: Path) -> None:
    session = after_a_game(tmp_path, "--name", "Ann", "--name", "Bob", "--best-of", "3")
    session.until("Score (best of 3): Ann 1, Bob 0.")
    session.answer(NEXT, "rematch")
    session.until("Please type next, review, opponent, menu or quit.")
    session.answer(NEXT, "")
    session.until("Bob is Player 1, Ann is Player 2.")
    session.answer(PICK, "1")
    session.until("Score (best of 3): Ann 1, Bob 1.")
    session.answer(NEXT, "next")
    session.answer(PICK, "1")
    session.until("The series goes to Ann.")
    session.answer(NEXT, "next")
    session.until("Please type review")
    session.type("Ctrl-C")
    assert session.end() == 130


def test_a_match_of_a_series_is_set_aside_and_resumed_with_its_score(tmp_path: Path) -> None:
    session = after_a_game(tmp_path, "--name", "Ann", "--name", "Bob", "--best-of", "3")
    session.answer(NEXT, "next")
    session.answer(PICK, "menu")
    session.until("The match is saved; resume continues it.")
    session.answer("q to leave: ", "resume")
    session.answer("q to leave: ", "1")
    session.until("Score (best of 3): Ann 1, Bob 0.")
    session.answer(PICK, "quit")
    assert session.end() == 0
    session = PtySession(tmp_path, "resume")
    session.answer(PICK, "1")
    session.until("Score (best of 3): Ann 1, Bob 1.")
    session.answer(NEXT, "next")
    session.answer(PICK, "1")
    session.until("The series goes to Ann.")
    session.answer(NEXT, "quit")
    assert session.end() == 0
    assert not list((tmp_path / "parlour").glob("*.series"))


@pytest.mark.parametrize("kept", ["", "{}", "[1]", '{"best_of": 3, "draws": 0, "swapped": 0, "wins": 1}'])
def test_a_damaged_score_begins_a_new_one(kept: str, tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    match = Match(parlour.game("color-capture"))
    Series(match, best_of=3).keep(record, match)
    series = load_series(record, match)
    assert series is not None
    assert series.best_of == 3
    (tmp_path / "match.json.series").write_text(kept)
    assert load_series(record, match) is None


def test_a_series_counts_draws_and_follows_swapped_seats() -> None:
    game = parlour.game("color-capture", repeats=1)
    series = Series(Match(game), best_of=3)
    series.add(played(game, 0))
    series.swapped = True
    series.add(played(game, 0))
    assert series.wins == [1, 1]
    draw = Match(game)
    draw.stop()
    series.add(draw)
    assert not series.goes_on
    assert series.lines() == [
        "Score (best of 3): who began as Player 1 1, who began as Player 2 1, 1 draw.",
        "The series has no winner.",
    ]


def test_two_computer_players_are_asked_nothing(tmp_path: Path) -> None:
    session = PtySession(tmp_path, *SHORT, "--first", "random", "--second", "random")
    assert session.end() == 0
    assert NEXT not in session.text
