"""The menu at a real pseudo-terminal: every word that it takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import OURS
from terminal.keyboard_session import PtySession

import parlour
from parlour import storage
from parlour.coach.hints import favoured_line
from parlour.games.rulebook import parameter_meanings
from parlour.match.match import Match
from parlour.terminal.menu.choosing import start_value
from parlour.terminal.menu.series import names_of
from parlour.terminal.play.show_rules import differences

CHOOSE = "q to leave: "


def save_open_match(home: Path, name: str, seats: tuple[str, str], *choices: int) -> Path:
    match = Match(parlour.game(name), seats)
    for choice in choices:
        match.play(choice)
    (home / "parlour").mkdir(exist_ok=True)
    path = home / "parlour" / f"{name}.json"
    storage.create(match, path)
    return path


def test_a_match_is_resumed_from_a_list(tmp_path: Path) -> None:
    save_open_match(tmp_path, "tower-siege", ("human", "random"), 3, 2)
    save_open_match(tmp_path, "color-capture", ("human", "human"), 1)
    (tmp_path / "parlour" / "damaged.json").write_text("{")
    session = PtySession(tmp_path)
    session.until("resume     continue a match; the last was ")
    session.answer(CHOOSE, "resume")
    session.until("Tower Siege, you against random, 2 turns, 20")
    session.answer(CHOOSE, "b")
    session.answer(CHOOSE, "resume")
    shown = session.until(CHOOSE)
    number = next(line.strip()[0] for line in shown.splitlines() if "Tower Siege, you" in line)
    session.type(number)
    session.until("Resuming Tower Siege")
    session.until("#2 Player 2: move 2")
    session.answer("Enter choice: ", "quit")
    assert session.end() == 0


def test_without_open_matches_there_is_nothing_to_resume(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "resume")
    session.until("Please type a whole number")
    session.answer(CHOOSE, "q")
    assert session.end() == 0


def test_help_lists_what_can_be_typed(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "?")
    session.until("rules 1    read the rules of a game")
    session.answer(CHOOSE, "tower-siege")
    session.answer(CHOOSE, "help")
    for line in ("names     say who plays", "best      play a series", "back      go back", "quit      leave"):
        session.until(line)
    session.answer(CHOOSE, "q")
    assert session.end() == 0


def test_every_step_can_be_taken_back(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "3")
    session.answer(CHOOSE, "random")
    session.until("Which seat do you take? Enter takes the first.")
    session.until("1. Player 1: begins, favoured")
    session.answer(CHOOSE, "back")
    session.until("Who plays?")
    session.answer(CHOOSE, "b")
    session.until("two-player strategy games")
    session.answer(CHOOSE, "q")
    assert session.end() == 0


def test_a_game_that_is_named_without_seats_asks_who_plays(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "color-capture", "--name", "Ann", "--best-of", "3")
    session.until("Color Capture, Ann, best of 3.")
    session.until("Who plays?")
    session.answer(CHOOSE, "random")
    session.answer(CHOOSE, "2")
    session.until("Ann, you are Player 2; Player 1 is the computer player random.")
    session.type("Ctrl-C")
    assert session.end() == 130


@pytest.mark.parametrize("answers", [["q"], ["b", "q"]])
def test_who_plays_can_be_left(answers: list[str], tmp_path: Path) -> None:
    session = PtySession(tmp_path, "color-capture")
    for answer in answers:
        session.answer(CHOOSE, answer)
    assert session.end() == 0
    assert not list(tmp_path.glob("parlour/*.json"))


def test_enter_takes_the_first_seat(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "4")
    session.answer(CHOOSE, "random")
    session.answer(CHOOSE, "")
    session.until("You are Player 1; ")
    session.answer("Position 15 (G): ", "quit")
    assert session.end() == 0


def test_a_variant_says_what_it_changes_and_is_played(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "3")
    session.until("Player 1 is favoured")
    session.answer(CHOOSE, "variant")
    session.until("1. tower = 10: the position that wins")
    session.answer(CHOOSE, "tower")
    session.answer("tower (1 to 1000; Enter keeps 10): ", "?")
    session.until("tower: the position that wins")
    session.answer("tower (1 to 1000; Enter keeps 10): ", "0")
    session.until("Sorry: ")
    session.answer("Enter keeps 10): ", "2")
    session.until("1. tower = 2: the position that wins")
    session.answer(CHOOSE, "cards")
    session.answer("cards (1 to 20; Enter keeps 5): ", "")
    session.until("done      play with these rules")
    session.answer(CHOOSE, "cards")
    session.answer("cards (1 to 20; Enter keeps 5): ", "b")
    session.answer(CHOOSE, "done")
    session.until("Tower Siege (tower=2).")
    session.answer(CHOOSE, "1")
    session.answer("Enter choice: ", "move 2")
    session.until("Player 1 wins the game!")
    session.answer("What next? ", "quit")
    assert session.end() == 0


def test_ctrl_c_while_a_variant_is_solved_returns_to_its_opponents(tmp_path: Path) -> None:
    caches = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}  # takes minutes without compiling
    session = PtySession(tmp_path, environment=caches)
    session.answer(CHOOSE, "3")
    session.answer(CHOOSE, "variant")
    session.answer(CHOOSE, "tower")
    session.answer("Enter keeps 10): ", "9")
    session.answer(CHOOSE, "done")
    session.answer(CHOOSE, "perfect")
    session.answer(CHOOSE, "1")
    session.until("Solving Tower Siege")
    session.until("Ctrl-C stops")
    session.type("Ctrl-C")
    session.until("Sorry: the calculation was stopped.")
    session.until("Tower Siege (tower=9).")
    session.until("Who plays?")
    session.answer(CHOOSE, "b")
    session.until("two-player strategy games")
    session.answer(CHOOSE, "q")
    assert session.end() == 0
    assert not list(tmp_path.glob("parlour/*.json"))


def test_ctrl_c_in_the_rules_returns_to_the_menu(tmp_path: Path) -> None:
    session = PtySession(tmp_path, environment={"PAGER": ""})
    session.answer(CHOOSE, "rules 3")
    session.until("Enter for more")
    session.type("Ctrl-C")
    session.answer(CHOOSE, "q")
    assert session.end() == 0


def test_names_and_a_series_are_set_in_the_menu(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "4")
    session.answer(CHOOSE, "names")
    session.answer("(Enter for none): ", "?")
    session.until("Type b to go back, or q to leave.")
    session.answer("(Enter for none): ", "back")
    session.until("Color Capture.")
    session.answer(CHOOSE, "names")
    session.answer("(Enter for none): ", "Ann, Ann")
    session.until("Sorry: give one name, or two different ones.")
    session.answer("(Enter for none): ", "Ann, Bob")
    session.answer(CHOOSE, "best")
    session.answer("Best of how many matches? ", "?")
    session.until("the side that wins more than half of the matches")
    session.answer("Best of how many matches? ", "2")
    session.until("Please type an odd number from 1 to 99.")
    session.answer("Best of how many matches? ", "3")
    session.until("Color Capture, Ann, Bob, best of 3.")
    session.answer(CHOOSE, "1")
    session.until("Ann is Player 1, Bob is Player 2.")
    session.answer("Position 15 (G): ", "quit")
    assert session.end() == 0
    (path,) = (tmp_path / "parlour").glob("*.json")
    assert storage.load(path).names == ("Ann", "Bob")


def test_the_rules_of_a_variant_say_what_is_different(tmp_path: Path) -> None:
    variant = ("--set", "points=2", "--second", "random")
    session = PtySession(tmp_path, "play", "token-showdown", *variant, environment={"NO_COLOR": "1"})
    assert "five points" not in session.until("Token Showdown (points=2). Type rules to see what that changes.")
    session.answer("bid: ", "rules")
    session.until("points is 2, usually 5: victory points that win")
    session.until("The rules below have the usual numbers.")
    session.answer("bid: ", "quit")
    assert session.end() == 0
    assert differences(parlour.game("token-showdown")) == ""


def test_what_went_wrong_stays_in_sight_until_the_menu_is_wanted(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "token-showdown")
    session.answer(CHOOSE, "variant")
    session.answer(CHOOSE, "tokens")
    session.answer("Enter keeps 100): ", "5000")
    session.answer(CHOOSE, "done")
    session.answer(CHOOSE, "perfect")
    session.answer(CHOOSE, "1")
    session.until("Sorry: Token Showdown (tokens=5000) is too large to solve")
    session.answer("Press Enter for the menu: ", "")
    session.until("Token Showdown (tokens=5000). Who plays?")
    session.answer(CHOOSE, "q")
    assert session.end() == 0


def test_names_stay_until_they_are_changed(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "4")
    session.answer(CHOOSE, "names")
    session.answer("(Enter for none): ", "Ann, perfect")
    session.until("the name perfect is reserved for the players of Parlour; choose another")
    session.answer("(Enter for none): ", "Ann")
    session.until("Color Capture, Ann. Who plays?")
    session.answer(CHOOSE, "b")
    session.answer(CHOOSE, "5")
    session.until("Resource War, Ann. Who plays?")
    session.answer(CHOOSE, "random")
    session.answer(CHOOSE, "1")
    session.until("Ann, you are Player 1;")
    session.answer("bid: ", "menu")
    session.answer(CHOOSE, "1")
    session.until("Token Tactics, Ann. Who plays?")
    session.answer(CHOOSE, "q")
    assert session.end() == 0


def test_a_name_for_one_of_two_people_makes_the_other_a_guest(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture", "--name", "Ann")
    session.until("Ann is Player 1, Guest is Player 2.")
    session.answer("Position 15 (G): ", "quit")
    assert session.end() == 0
    assert names_of(("human", "human"), ["Guest"]) == ("Guest", "Another guest")


def test_the_rules_of_a_game_can_be_read_before_it_is_chosen(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "rules token showdown")
    session.until("Token Showdown")
    session.until("Goal")
    session.type("q")  # leaves the pager, or the menu
    session.answer(CHOOSE, "q")
    assert session.end() == 0


@pytest.mark.parametrize("name", OURS)
def test_it_is_known_who_is_favoured_and_what_parameters_mean(name: str) -> None:
    game = parlour.game(name)
    assert favoured_line(game, start_value(game)).startswith(("Player ", "Neither seat is favoured"))
    assert set(parameter_meanings(game.rulebook())) == {"parameter", *game.rules._fields}  # the first is the heading


def test_of_a_variant_no_seat_is_said_to_be_favoured() -> None:
    game = parlour.game("tower-siege", tower=4)
    assert favoured_line(game, start_value(game)) == ""
