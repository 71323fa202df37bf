"""Two people at one keyboard: no secret appears in the byte stream before the reveal."""

from __future__ import annotations

import io
import re
import signal
import sys
import time
from pathlib import Path

import pytest
from terminal.keyboard_session import PtySession

from parlour import storage
from parlour.cli.main import run

ENTERED, LEFT, CLEARED = "\x1b[?1049h", "\x1b[?1049l", "\x1b[H\x1b[2J"

# For each game: answers before the secret choice, its prompt, two choices that appear nowhere else, and the reveal.
SECRETS = {
    "token-showdown": ([], "enter your bid: ", ("37", "61"), "-- Bids Revealed --"),
    "resource-war": ([], " bid: ", ("37", "61"), "Bids revealed:"),
    "token-tactics": ([("(2) Attack\r\n> ", "2")], "):\r\n> ", ("37", "61"), "Reveal:"),
}
SIZES: dict[str, list[str]] = {
    "token-showdown": [],
    "resource-war": ["--set", "points=90", "--set", "target=90"],
    "token-tactics": ["--set", "start=90", "--set", "cap=100"],
}


def at_secret_choice(name: str, home: Path, environment: dict[str, str] | None = None) -> PtySession:
    session = PtySession(home, "play", name, *SIZES[name], environment=environment)
    for prompt, answer in SECRETS[name][0]:
        session.answer(prompt, answer)
    return session


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_not_in_the_byte_stream_before_the_reveal(name: str, tmp_path: Path) -> None:
    _, prompt, (first, second), reveal = SECRETS[name]
    session = at_secret_choice(name, tmp_path)
    session.answer(prompt, first)
    session.answer("press Enter", "")
    session.answer(prompt, second)
    session.until(reveal)
    before = session.received[: -len(reveal)]
    assert first.encode() not in before
    assert second.encode() not in before
    session.until(second)
    session.type("Ctrl-C")
    assert session.end() == 130


def test_the_byte_stream_does_not_depend_on_the_battle_card_before_the_reveal(tmp_path: Path) -> None:
    """Cards are single digits, which the board shows too, so this compares whole streams."""
    streams = set()
    for number, card in enumerate("1245"):
        session = PtySession(tmp_path / str(number), "play", "tower-siege")
        for prompt, answer in [("choice: ", "1"), ("(1-3): ", "3"), ("choice: ", "1"), ("(1-3): ", "3")]:
            session.answer(prompt, answer)
        session.answer("P1, choose your battle card: ", card)
        session.answer("press Enter", "")
        session.answer("P2, choose your battle card: ", "3")
        session.until("P1 plays ")
        streams.add(session.received)
        session.type("Ctrl-C")
        assert session.end() == 130
    assert len(streams) == 1


@pytest.mark.parametrize("name", SECRETS)
def test_the_byte_stream_does_not_show_how_many_digits_were_typed(name: str, tmp_path: Path) -> None:
    _, prompt, _, _ = SECRETS[name]
    streams = set()
    for choice in ("1", "10", "77", "  5", "0000000", "secret", "\x7f\x7f2"):
        session = at_secret_choice(name, tmp_path / re.sub(r"\W", "_", choice))
        session.answer(prompt, choice)
        valid = choice in ("1", "10", "77", "  5", "\x7f\x7f2")
        shown = session.until("press Enter" if valid else "? for help.")
        streams.add((valid, shown))
        assert choice not in shown
        session.type("Ctrl-C")
        assert session.end() == 130
    assert len(streams) == 2


@pytest.mark.parametrize("name", SECRETS)
def test_the_screen_is_cleared_when_the_keyboard_is_passed_on(name: str, tmp_path: Path) -> None:
    _, prompt, (first, _), _ = SECRETS[name]
    session = at_secret_choice(name, tmp_path)
    session.answer(prompt, "no idea")
    session.answer(prompt, first)
    shown = session.until("press Enter")
    assert CLEARED in shown
    session.type("")
    assert CLEARED in session.until(prompt)
    session.type("Ctrl-C")
    assert session.end() == 130
    assert b"\x1b[3J" not in session.received  # the scrollback stays


def test_secrets_are_asked_on_a_screen_of_their_own(tmp_path: Path) -> None:
    """What a terminal shows in the end, and its scrollback, is what both may see."""
    session = at_secret_choice("token-showdown", tmp_path)
    assert session.until(ENTERED).endswith(ENTERED)
    session.answer("enter your bid: ", "37")
    session.answer("press Enter", "")
    session.answer("enter your bid: ", "61")
    assert LEFT in session.until("-- Bids Revealed --")
    session.until(ENTERED)
    session.until("enter your bid: ")
    session.type("Ctrl-C")
    assert LEFT in session.until("The match is saved.")
    assert session.end() == 130
    assert session.received.count(ENTERED.encode()) == session.received.count(LEFT.encode()) == 2


KILLS = ["Ctrl-C", "Ctrl-D", signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]


@pytest.mark.parametrize(
    ("way_out", "between"),
    [("quit", False), ("menu", False), *((kill, between) for kill in KILLS for between in (False, True))],
)
def test_the_alternate_screen_is_left_on_every_way_out(
    way_out: str | signal.Signals, between: bool, tmp_path: Path
) -> None:
    session = at_secret_choice("token-showdown", tmp_path)
    session.until("enter your bid: ")
    if between:
        session.type("37")
        session.until("press Enter")
    session.settle()
    if isinstance(way_out, str):
        session.type(way_out)
    else:
        session.child.kill(way_out)
    if way_out == "menu":
        session.answer("q to leave: ", "q")
    session.end()
    assert session.received.count(ENTERED.encode()) == session.received.count(LEFT.encode()) == 1
    assert session.received.index(LEFT.encode()) < session.received.index(b"The match is saved")
    assert session.echoes


DEFECT = """
from parlour.terminal.console.console import Console
console = Console()
with console.without_echo(), console.alternate_screen():
    console.read("Secret: ", secret=True)
    raise RuntimeError("a defect")
"""


def test_the_alternate_screen_is_left_after_a_defect(tmp_path: Path) -> None:
    plain = {"PYTHON_COLORS": "0"}  # from 3.13 on, tracebacks are coloured
    session = PtySession(tmp_path, environment=plain, program=(sys.executable, "-c", DEFECT))
    session.answer("Secret: ", "37")
    assert session.end() == 1
    shown = session.received.decode()
    assert shown.index(ENTERED) < shown.index(LEFT) < shown.index("RuntimeError: a defect")
    assert session.echoes
    assert "37" not in shown


def test_after_a_kill_the_next_start_shows_nothing_odd(tmp_path: Path) -> None:
    """Nobody can answer SIGKILL; the match is there all the same."""
    session = at_secret_choice("token-showdown", tmp_path)
    session.until("enter your bid: ")
    session.child.kill(signal.SIGKILL)
    assert session.end() == -signal.SIGKILL
    again = PtySession(tmp_path, "resume")
    assert again.until("Token Showdown").startswith("Token Showdown")
    again.until(ENTERED)
    again.answer("enter your bid: ", "quit")
    assert again.end() == 0


def test_a_mistyped_secret_can_be_changed_before_the_keyboard_is_passed_on(tmp_path: Path) -> None:
    session = at_secret_choice("token-showdown", tmp_path)
    session.answer("enter your bid: ", "37")
    session.answer("press Enter", "cahnge")
    session.until("Please press Enter, or type change.")
    session.answer("press Enter", "change")
    session.until("(Player A chooses")
    session.answer("enter your bid: ", "38")
    session.answer("press Enter", "")
    session.answer("enter your bid: ", "61")
    session.until("Player A bid: 38")
    assert b"37" not in session.received
    session.type("Ctrl-C")
    assert session.end() == 130


def test_a_dumb_terminal_is_scrolled_until_it_is_empty(tmp_path: Path) -> None:
    session = at_secret_choice("token-showdown", tmp_path, {"TERM": "dumb"})
    session.answer("enter your bid: ", "37")
    assert "\r\n" * 40 in session.until("Pass to Player B, press Enter")
    session.type("Ctrl-C")
    assert session.end() == 130


def test_typing_ahead_never_answers_for_the_other_player(tmp_path: Path) -> None:
    session = at_secret_choice("token-showdown", tmp_path)
    session.until("enter your bid: ")
    session.child.send(b"37\r\r61\r61\r")
    session.until("Pass to Player B, press Enter")
    time.sleep(0.3)
    session.type("")
    session.until("enter your bid: ")
    assert b"61" not in session.received
    session.type("Ctrl-C")
    assert session.end() == 130
    assert b"Revealed" not in session.received


@pytest.mark.parametrize("moment", ["first", "between", "second"])
def test_ctrl_c_at_a_secret_choice_restores_the_terminal_and_saves_no_secret(moment: str, tmp_path: Path) -> None:
    session = at_secret_choice("token-showdown", tmp_path)
    session.until("enter your bid: ")
    if moment != "first":
        session.type("37")
        session.until("press Enter")
    if moment == "second":
        session.type("")
        session.until("enter your bid: ")
    assert session.child.getecho() is False
    session.type("Ctrl-C")
    session.until("The match is saved.")
    assert session.child.waitnoecho(timeout=0) is False
    assert session.end() == 130
    (path,) = (tmp_path / "parlour").glob("*.json")
    assert storage.load(path).line.choices == ()
    assert "37" not in path.read_text().replace(str(storage.load(path).seed), "").split('"checksum"')[0]


@pytest.mark.parametrize("command", ["?", "history", "save", "undo", "rules"])
def test_commands_at_a_secret_prompt_reveal_nothing(command: str, tmp_path: Path) -> None:
    streams = set()
    for bid in ("37", "8"):
        path = tmp_path / "match.json"
        session = PtySession(tmp_path, "play", "token-showdown", "--seed", "1", "--save", str(path))
        session.answer("enter your bid: ", bid)
        session.answer("press Enter", "")
        session.answer("enter your bid: ", command)
        session.until("enter your bid: ")
        streams.add((session.received, path.read_bytes()))
        session.type("Ctrl-C")
        assert session.end() == 130
        path.unlink()
    assert len(streams) == 1


@pytest.mark.parametrize("name", ["token-tactics", "token-showdown", "tower-siege", "resource-war", "odds-and-evens"])
def test_two_people_cannot_play_a_game_with_secrets_without_a_terminal(
    name: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither input nor output is a terminal here. Nothing is saved either."""
    assert run(["play", name]) == 2
    output = capsys.readouterr()
    assert "--answers" in output.err
    assert output.out == ""
    assert run(["play", name, "--save", str(tmp_path / "match.json")]) == 2
    assert not home.exists()
    assert not (tmp_path / "match.json").exists()


def test_the_menu_saves_nothing_of_a_game_with_secrets_without_a_terminal(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n"))
    assert run([]) == 2
    assert "--answers" in capsys.readouterr().err
    assert not home.exists()


def test_a_script_shows_neither_choice_until_both_are_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script"
    script.write_text("7\n99")
    assert run(["play", "resource-war", "--answers", str(script)]) == 3
    assert "7" not in capsys.readouterr().out
