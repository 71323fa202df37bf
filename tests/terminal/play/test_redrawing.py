"""The board is drawn again after a resize, after `fg` and after the rules, and long texts are paged."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from support import OURS
from terminal.keyboard_session import PtySession, in_order
from terminal.reader import blunder

import parlour
from parlour import storage
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import board_lines
from parlour.terminal.matches.saved import is_first_match
from parlour.terminal.play.show_rules import what_to_do

PICK = "Position 15 (G): "
BOARD = "(R)"
OWN_PAGER = {"PAGER": "", "NO_COLOR": "1"}
MORE = "Enter for more, b for back, q to stop: "


def test_a_resize_draws_the_board_again(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture", environment={"NO_COLOR": "1"})
    session.until(PICK)
    session.settle()
    session.child.setwinsize(30, 60)
    session.until(BOARD)
    session.answer(PICK, "15")
    session.until("You picked Position 15: Green.")
    session.type("Ctrl-C")
    assert session.end() == 130


def test_a_resize_discards_what_was_typed_so_far(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "resource-war", "--second", "random")
    session.until("bid: ")
    session.child.send(b"1")
    session.until("1")
    session.settle()
    session.child.setwinsize(30, 60)
    session.until("bid: ")  # the screen is drawn again, without the 1
    session.settle()
    session.type("0")
    session.until("Player 1 bid: 0")
    session.type("Ctrl-C")
    assert session.end() == 130


def test_the_board_is_shown_again_if_you_ask_for_it(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture", environment={"NO_COLOR": "1"})
    session.answer(PICK, "?")
    session.answer(PICK, "board")
    assert BOARD in session.until(PICK)
    session.type("Ctrl-C")
    assert session.end() == 130


def test_a_resize_at_a_secret_prompt_hides_typing_as_before(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-showdown")
    session.until("enter your bid: ")
    session.settle()
    session.child.setwinsize(30, 60)
    session.until("(Player A chooses: what you type is not shown.)")
    session.answer("enter your bid: ", "37")
    session.until("press Enter")
    session.settle()
    session.child.setwinsize(40, 80)
    shown = session.until("press Enter")
    assert "Player A" not in shown  # nothing is shown while the keyboard is passed on
    assert b"37" not in session.received
    session.type("Ctrl-C")
    assert session.end() == 130


def test_a_resize_draws_what_belongs_to_the_question_and_nothing_from_before(home: Path) -> None:
    home.mkdir(parents=True)
    storage.save(blunder(), home / "match.json")
    session = PtySession(home.parent, "play", "color-capture", environment={"NO_COLOR": "1"})
    session.until(PICK)
    columns = 80
    for typed, prompt, has_board in (
        ("menu", "q to leave: ", False),
        ("practice 4", "): ", True),
        ("q", "q to leave: ", False),
        ("matches", "or q: ", False),
        ("2", "for help: ", True),  # a replay
    ):
        session.type(typed)
        session.until(prompt)
        session.settle()
        columns += 1
        session.child.setwinsize(30, columns)
        assert (BOARD in session.until(prompt)) == has_board
    session.type("Ctrl-C")
    assert session.end() == 130


def test_plain_lines_are_not_drawn_again(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture", "--plain")
    session.until(PICK)
    session.settle()
    session.child.setwinsize(30, 60)
    session.until("Choose a token from")
    assert BOARD not in session.text.split("Choose a token from")[-1]
    session.type("Ctrl-C")
    assert session.end() == 130


def test_fg_draws_the_board_again(tmp_path: Path) -> None:
    shell = PtySession(
        tmp_path,
        program=("bash", "--norc", "--noediting", "-i"),
        environment={"PS1": "READY ", "NO_COLOR": "1"},
    )
    shell.answer("READY ", f"{sys.executable} -m parlour play color-capture --second random")
    shell.until(PICK)
    shell.settle()
    shell.child.send(b"\x1a")
    shell.until("READY ")
    shell.type("fg")
    shell.until(BOARD)
    shell.until(PICK)
    shell.type("Ctrl-C")
    shell.until("The match is saved.")
    shell.answer("READY ", "exit")
    shell.end()


def test_the_own_pager_turns_pages_forward_and_back(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "tower-siege", environment=OWN_PAGER)
    session.answer("Enter choice: ", "rules")
    session.until("Goal")
    session.answer(MORE, "next")
    session.until("Press Enter for more, or type b to go back or q to stop.")
    session.answer(MORE, "")
    session.until("Rulings")
    session.answer(MORE, "b")
    session.until("Goal")
    session.answer(MORE, "Q")
    session.until("┌────┬")  # the board
    session.answer("Enter choice: ", "quit")
    assert session.end() == 0


def test_a_persons_pager_is_used_and_ctrl_c_there_does_not_end_the_match(tmp_path: Path) -> None:
    program = 'import sys, time; print(len(sys.stdin.read()), "characters", flush=True); time.sleep(60)'
    pager = shlex.join([sys.executable, "-c", program])
    session = PtySession(tmp_path, "play", "tower-siege", environment={"PAGER": pager})
    session.answer("Enter choice: ", "rules")
    session.until("characters")
    session.type("Ctrl-C")
    session.until("┌────┬")
    session.answer("Enter choice: ", "quit")
    assert session.end() == 0


@pytest.mark.parametrize("pager", ["/nowhere/less", "'open"])
def test_a_pager_that_cannot_be_started_is_replaced(pager: str, tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "tower-siege", environment={"PAGER": pager})
    session.answer("Enter choice: ", "rules")
    session.answer(MORE, "q")
    session.answer("Enter choice: ", "quit")
    assert session.end() == 0


def test_only_the_first_game_says_what_to_do(tmp_path: Path) -> None:
    first = PtySession(tmp_path, "play", "tower-siege")
    first.until("- Be the first to move your hero to position 10.")
    first.answer("Enter choice: ", "quit")
    assert first.end() == 0
    second = PtySession(tmp_path, "play", "tower-siege")
    second.answer("Enter choice: ", "quit")
    assert second.end() == 0
    assert "Be the first" not in second.text


def test_a_match_of_a_game_whose_name_begins_alike_is_another_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "parlour").mkdir()
    game = parlour.game("tower-siege")
    (tmp_path / "parlour" / "tower-siege-2-20260101-120000.json").touch()
    assert is_first_match(game, None)
    (tmp_path / "parlour" / "tower-siege-20260101-120000-2.json").touch()
    assert not is_first_match(game, None)


def test_plain_lines_say_what_to_do_too(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "tower-siege", "--plain")
    session.until("- Be the first to move your hero to position 10.")
    session.answer("Enter choice: ", "quit")
    assert session.end() == 0


def test_two_people_can_read_what_to_do_beside_their_first_secret_question(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-showdown")
    session.until("\x1b[?1049h")
    shown = session.until("enter your bid: ")
    assert "Type ? for help" in shown
    assert "- Both players pay their bids." in shown
    session.type("12")
    session.answer("press Enter", "")
    session.answer("enter your bid: ", "13")
    session.until("\x1b[?1049h")
    shown = session.until("enter your bid: ")
    assert "- Both players" not in shown
    assert "Player B wins the round" in shown  # what happened stays in sight
    session.type("undo")
    session.answer("yes or no: ", "yes")
    session.until("\x1b[?1049h")
    assert "Taken back." in session.until("enter your bid: ")
    session.type("Ctrl-C")
    assert session.end() == 130


@pytest.mark.parametrize("name", OURS)
def test_every_game_says_in_a_few_points_what_to_do(name: str) -> None:
    lines = what_to_do(parlour.game(name))
    assert 4 <= len(lines) <= 5
    assert all(line and "**" not in line and not line.endswith((":", ":.")) for line in lines)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("tower-siege", "The higher card wins: that hero stays, and the other one returns to base."),
        ("token-tactics", "the winner of the battle gains the difference between the two numbers"),
        ("token-showdown", "Both players pay their bids."),
        ("resource-war", "gains the difference between the two bids"),
        ("color-capture", "take the leftmost or the rightmost token"),
    ],
)
def test_what_to_do_names_the_rule_that_decides_the_game(name: str, rule: str) -> None:
    assert rule in " ".join(what_to_do(parlour.game(name)))


def test_a_person_who_plays_against_a_computer_is_told_whether_they_won(tmp_path: Path) -> None:
    at_once = ("play", "color-capture", "--set", "repeats=1")  # the first choice wins
    won = PtySession(tmp_path, *at_once, "--second", "random")
    won.answer("Position 3 (G): ", "1")
    won.until("You won.")
    won.answer("What next? ", "quit")
    assert won.end() == 0
    lost = PtySession(tmp_path, *at_once, "--first", "random")
    lost.until("You lost.")
    lost.answer("What next? ", "quit")
    assert lost.end() == 0
    people = PtySession(tmp_path, *at_once)
    people.answer("Position 3 (G): ", "1")
    people.answer("What next? ", "quit")
    assert people.end() == 0
    assert "You won." not in people.text


def test_the_position_is_shown_once_a_turn(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-showdown", "--second", "random", "--seed", "1")
    session.answer("enter your bid: ", "5")
    session.until("wins the round!")
    session.until("enter your bid: ")
    session.type("Ctrl-C")
    assert session.end() == 130
    assert "Victory Points:" not in session.text
    assert session.text.count("0 of 5") + session.text.count("1 of 5") == 4  # two players, two boards


@pytest.mark.parametrize(
    ("name", "answers", "told"),
    [
        ("resource-war", ["2"], ["Player 2 bid: 4", "Player 2 wins the round!", "Player 2 gains 2 Resource Points."]),
        ("token-tactics", ["2", "3"], ["Attacker wins the battle!", "Player 2: 10 - 0 committed - 3 = 7"]),
    ],
)
def test_what_the_board_shows_is_not_told_again(name: str, answers: list[str], told: list[str], tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", name, "--second", "random", "--seed", "3")
    for number, answer in enumerate(answers, start=1):
        session.until(f"#{number} Player 1")
        session.settle()
        session.type(answer)
    session.until(f"#{'24'[len(answers) - 1]} Player 1")
    session.type("Ctrl-C")
    assert session.end() == 130
    assert in_order(session.text, told) == []
    for repeated in ("Updated", "Bidding Points:", "Tokens:"):
        assert repeated not in session.text


def test_a_forced_choice_is_announced_and_made(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-tactics", "--set", "cap=1")
    session.until("Player 1 has only one choice: attack.")
    session.until("(1-10):")
    session.type("Ctrl-C")
    assert session.end() == 130


def test_a_game_can_be_named_without_play(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "color_capture", "--second", "random")
    session.answer(PICK, "quit")
    assert session.end() == 0


@pytest.mark.parametrize("columns", [40, 200])
@pytest.mark.parametrize("name", ["color-capture", "token-showdown"])
def test_narrow_and_wide_terminals(name: str, columns: int, tmp_path: Path) -> None:
    prompt = {"color-capture": "(G): ", "token-showdown": "your bid: "}[name]
    session = PtySession(tmp_path, columns=columns, environment={"NO_COLOR": "1"})
    for answer in ("?", name, "?", "random", "1"):
        session.answer("to leave: ", answer)
    for answer in ("?", "hint", "quit"):
        session.answer(prompt, answer)
    assert session.end() == 0
    text = re.sub("(to leave: |your bid: ).*", r"\1", session.text)  # without what was typed
    ours = [line.rstrip() for line in text.splitlines() if " parlour resume " not in line]
    assert max(map(len, ours)) <= columns


class Narrow(Console):
    """A terminal of 40 columns."""

    def __init__(self) -> None:
        super().__init__(environ={"NO_COLOR": "1"})
        self.plain = False

    @property
    def width(self) -> int:
        return 40


@pytest.mark.parametrize(("name", "rows"), [("tower-siege", 7), ("token-showdown", 2), ("token-tactics", 2)])
def test_boards_have_a_form_for_40_columns(name: str, rows: int) -> None:
    console, game = Narrow(), parlour.game(name)
    lines = console.paint(board_lines(console, game, game.start()))
    assert len(lines) == rows
    assert max(map(len, lines)) <= 40


@pytest.mark.parametrize(
    ("rules", "shown"), [({}, "  │  │  │  │P1│"), ({"tower": 12}, "  P1 █████"), ({"cards": 20}, "          [7] [8] ")]
)
def test_the_narrow_track_of_every_size_shows_the_heroes_and_their_cards(rules: dict[str, int], shown: str) -> None:
    console, game = Narrow(), parlour.game("tower-siege", **rules)
    battle = game.start()._replace(position1=3, position2=3, battle=1)
    lines = console.paint(board_lines(console, game, battle))
    assert any(line.startswith(shown) for line in lines)
    assert max(map(len, lines)) <= 40


def test_a_long_question_breaks_between_words(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture", columns=40)
    session.until("Choose a token from Position 1 (R) or\r\n")
    session.answer("Position 15 (G): ", "quit")
    assert session.end() == 0
