"""People at a real pseudo-terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support import ALL
from terminal.keyboard_session import PtySession, play_by_hand

import parlour
from parlour import storage
from parlour.match.match import Match

MENU = f"Choose 1-{len(ALL)}, ? for help, q to leave: "
OPPONENTS = "? for help, b to go back, q to leave: "
CHOICE = "Enter choice: "
PICK = "Position 15 (G): "


def saved(home: Path) -> Path:
    (path,) = (home / "parlour").glob("*.json")
    return path


# Whole games


FINISHING = {
    "token-tactics": "2 10 4",
    "token-showdown": "9 1 9 1 9 1 9 1 9 1",
    "tower-siege": "1 3 1 2 1 3 1 3 1 3 1 3 1 1",
    "color-capture": "15 1 1 12 11 1 1 8 1 1",
    "resource-war": "8 1",
    "odds-and-evens": "1 1 0 2 0 0",
}
FIRST_PROMPT = {
    "token-tactics": "(2) Attack\r\n> ",
    "token-showdown": "your bid: ",
    "tower-siege": CHOICE,
    "color-capture": PICK,
    "resource-war": "Player 1 bid: ",
    "odds-and-evens": "fingers? ",
}


@pytest.mark.parametrize("name", FINISHING)
def test_two_people_play_a_whole_game_from_the_menu(name: str, tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(MENU, str(ALL.index(name) + 1))
    session.answer(OPPONENTS, "1")
    match = Match(parlour.game(name))
    play_by_hand(session, match, FINISHING[name].split())
    assert match.result.outcome == "won"
    session.until("To see the loss of each choice later:")
    session.answer("What next? ", "menu")
    session.answer(MENU, "q")
    assert session.end() == 0
    assert session.echoes
    assert storage.load(saved(tmp_path)).line.choices == match.line.choices


@pytest.mark.parametrize("name", FIRST_PROMPT)
def test_a_person_plays_against_the_computer(name: str, tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", name, "--second", "random", "--seed", "3")
    session.until("You are ")
    session.answer(FIRST_PROMPT[name], "?")
    session.until("You can type:")
    session.until(FIRST_PROMPT[name])
    session.type("Ctrl-C")
    assert session.end() == 130
    assert "Pass to" not in session.text


def test_the_menu_explains_itself_and_offers_a_seat(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer("q to leave: ", "chess")
    session.until(f"Please type a whole number from 1 to {len(ALL)}, rules 1, practice 1, matches, stats, or")
    session.answer("q to leave: ", "4")
    session.answer("q to leave: ", "2")
    session.until("Which seat do you take?")
    session.answer("q to leave: ", "2")
    session.until("Player 1 picked Position")
    session.until("#2 Player 2")
    session.type("Ctrl-D")
    assert session.end() == 130
    assert storage.load(saved(tmp_path)).seats == ("random", "human")


def test_the_menu_takes_the_names_that_it_shows(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer("q to leave: ", "Color Capture")
    session.answer("q to leave: ", "Random")
    session.answer("q to leave: ", "player 1")
    session.until("You are Player 1; Player 2 is the computer player random.")
    session.answer(PICK, "LEFT")
    session.until("You picked Position 1: Red.")
    session.type("Ctrl-C")
    assert session.end() == 130


@pytest.mark.parametrize("answers", [["q"], ["1", "quit"], ["1", "2", "Q"]])
def test_the_menu_can_be_left_anywhere(answers: list[str], tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    for answer in answers:
        session.answer("q to leave: ", answer)
    assert session.end() == 0


# At a prompt


@pytest.mark.parametrize(
    "typed",
    ["", "x", "16", "0", "-1", "-0", "1.0", "1e0", "10" * 15, "１", "\x1b[A", "\t", "1\x7f2", "undo it", "rules!"],
)
def test_an_invalid_answer_is_explained_and_asked_again(typed: str, tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture")
    session.answer(PICK, typed)
    if typed.strip():
        session.until("is not an answer here.")
    session.until("Please type 1 or 15; ? for help.")
    session.answer(PICK, "15")
    session.until("You picked Position 15: Green.")
    session.type("Ctrl-C")
    assert session.end() == 130


def test_invalid_bytes_are_invalid_answers(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture")
    session.until(PICK)
    session.child.send(b"\xff\xfe\r")
    session.until("is not an answer here.")
    session.answer(PICK, "quit")
    assert session.end() == 0


def test_a_long_paste_is_one_invalid_answer(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture")
    session.until(PICK)
    session.child.send(("hello\r" * 40).encode())
    session.until("Please type 1 or 15; ? for help.")
    session.answer(PICK, "quit")
    assert session.end() == 0
    assert session.text.count("is not an answer here.") < 10


def test_every_command_works(tmp_path: Path) -> None:
    copy = tmp_path / "copy of it.json"
    session = PtySession(tmp_path, "play", "tower-siege", "--second", "random", "--seed", "1")
    session.answer(CHOICE, "?")
    session.until("You can type:")
    session.until("1        then: Enter positions to move forward (1-3)")
    session.until("undo     take back your last choice;")
    session.answer(CHOICE, "history")
    session.until("No turn has been played yet.")
    session.answer(CHOICE, "undo")
    session.until("There is nothing to take back.")
    session.answer(CHOICE, "RULES")
    session.until("SG-1")
    session.answer(CHOICE, "1")
    session.answer("forward (1-3): ", "undo")  # back to the first question
    session.answer(CHOICE, "1")
    session.answer("forward (1-3): ", "2")
    session.until("P1 moves to position 2.")
    session.answer(CHOICE, "history")
    session.until("#1 Player 1: move 2")
    session.answer(CHOICE, "2")
    session.until("Not now: you can rest only at your base (position 0).")
    session.answer(CHOICE, "save")
    session.until("The match is saved. To resume it:")
    session.answer(CHOICE, f"save {copy}")
    session.until("A copy is saved in")
    session.answer(CHOICE, f"save {copy}")
    session.until("already exists.")
    session.answer(CHOICE, f"save {tmp_path}/nowhere/x.json")
    session.until("Not saved: No such file or directory.")
    session.answer(CHOICE, "undo")
    session.until("Taken back.")
    session.answer(CHOICE, "quit")
    assert session.end() == 0
    assert len(storage.load(copy).line) == 2
    assert storage.load(saved(tmp_path)).line.choices == ()
    assert storage.load(saved(tmp_path)).taken_back == 1


def test_two_people_take_back_a_turn_only_if_both_agree(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture")
    session.answer(PICK, "15")
    session.answer("Position 14 (B): ", "undo")
    session.until("There is nothing to take back.")
    session.answer("Position 14 (B): ", "14")
    session.answer("Position 13 (R): ", "undo")
    session.answer("Player 2, do you agree to take back 2 turns? yes or no: ", "perhaps")
    session.until("Please type yes or no.")
    session.answer("yes or no: ", "no")
    session.until("Nothing is taken back.")
    session.answer("Position 13 (R): ", "undo")
    session.answer("yes or no: ", "yes")
    session.until("Taken back.")
    session.until(PICK)
    session.type("Ctrl-C")
    assert session.end() == 130
    assert storage.load(saved(tmp_path)).line.choices == ()


def test_an_attack_can_be_taken_back_before_it_is_revealed(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-tactics")
    session.answer("(2) Attack\r\n> ", "2")
    session.answer("(1-10):\r\n> ", "undo")
    session.until("Taken back.")
    session.answer("(2) Attack\r\n> ", "1")
    session.until("Player 1 adds 1 token to their reserve.")
    session.type("Ctrl-C")
    assert session.end() == 130


# Leaving and resuming


@pytest.mark.parametrize("key", ["Ctrl-C", "Ctrl-D"])
def test_an_interrupted_match_is_saved_and_can_be_resumed(key: str, tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture", "--second", "random", "--seed", "5")
    session.answer(PICK, "1")
    session.until("Choose a token")
    session.type(key)
    assert session.end() == 130
    assert f" resume {saved(tmp_path)}" in session.text
    again = PtySession(tmp_path, "resume")
    again.until("#1 Player 1: take position 1: Red")
    again.until("Choose a token from Position 1")
    again.type("Ctrl-C")
    assert again.end() == 130


def test_closing_the_terminal_loses_nothing(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "tower-siege")
    session.answer(CHOICE, "1")
    session.answer("forward (1-3): ", "3")
    session.until("P1 moves to position 3.")
    session.until(CHOICE)
    session.child.close(force=False)
    assert storage.load(saved(tmp_path)).line.choices == ((3,),)
    again = PtySession(tmp_path, "resume", str(saved(tmp_path)))
    again.until("#1 Player 1: move 3")
    again.answer(CHOICE, "quit")
    assert again.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_termination_signals_save_the_match(number: signal.Signals, tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "tower-siege")
    session.until(CHOICE)
    session.settle()
    session.child.kill(number)
    assert session.end() == 130
    assert storage.load(saved(tmp_path)).line.choices == ()


def test_a_match_that_cannot_be_saved_can_still_be_played(tmp_path: Path) -> None:
    (tmp_path / "parlour").write_text("in the way")
    session = PtySession(tmp_path, "play", "color-capture", "--set", "repeats=1")
    session.until("Note: this match cannot be saved: ")
    session.answer("Position 3 (G): ", "1")
    session.until("Winner: Player 1 wins")
    session.until("Sorry, this match cannot be saved")
    session.answer("What next? ", "quit")
    assert session.end() == 0


def test_a_file_given_with_save_is_updated_after_every_turn(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    session = PtySession(tmp_path, "play", "color-capture", "--save", str(path))
    session.answer(PICK, "15")
    session.until("Position 14 (B): ")
    assert json.loads(path.read_text())["turns"] == [[1]]
    session.type("Ctrl-C")
    assert session.end() == 130


# Appearance


def played_briefly(tmp_path: Path, environment: dict[str, str] | None = None) -> PtySession:
    session = PtySession(tmp_path, "play", "tower-siege", environment=environment)
    session.answer(CHOICE, "1")
    session.answer("forward (1-3): ", "3")
    session.answer(CHOICE, "rules")
    session.until("SG-6")
    session.answer(CHOICE, "quit")
    assert session.end() == 0
    return session


def test_a_colour_terminal_shows_colours_and_boxes(tmp_path: Path) -> None:
    session = played_briefly(tmp_path)
    assert b"\x1b[36m" in session.received
    assert "┌────┬" in session.text


def test_no_color_turns_colours_off(tmp_path: Path) -> None:
    session = played_briefly(tmp_path, {"NO_COLOR": "1"})
    for code in (b"\x1b[36m", b"\x1b[35m", b"\x1b[3", b"\x1b[9"):
        assert code not in session.received
    assert "┌────┬" in session.text


def test_a_dumb_terminal_gets_no_escape_sequences(tmp_path: Path) -> None:
    session = played_briefly(tmp_path, {"TERM": "dumb"})
    assert b"\x1b" not in session.received


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"LANG": "C"}, {"LANG": "en_US.ISO-8859-1"}])
def test_other_locales_than_utf_8_get_ascii(locale: dict[str, str], tmp_path: Path) -> None:
    session = played_briefly(tmp_path, locale)
    assert max(session.received) < 128
    assert "+----+" in session.text
    assert "| P1 |" in session.text


@pytest.mark.parametrize("name", FIRST_PROMPT)
def test_everything_fits_in_80_columns(name: str, tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(MENU, str(ALL.index(name) + 1))
    session.answer(OPPONENTS, "2")
    session.answer("Choose 1-2, ? for help, b to go back, q to leave: ", "1")
    for typed in ("x" * 70, "?", "rules", "quit"):
        session.answer(FIRST_PROMPT[name], typed)
    assert session.end() == 0
    ours = [line for line in session.text.splitlines() if "x" * 70 not in line and " resume " not in line]
    assert max(map(len, ours)) <= 80


def test_two_people_can_play_a_game_without_secrets_through_pipes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "parlour", "play", "color-capture", "--set", "repeats=1"]
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    done = subprocess.run(command, input=b"1\n", capture_output=True, env=env, check=True)
    assert b"Position 3 (G): 1\n\nYou picked Position 1: Red." in done.stdout
    assert b"Winner: Player 1 wins" in done.stdout
