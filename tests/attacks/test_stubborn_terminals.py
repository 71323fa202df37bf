"""Signals, pastes, closed streams and other trouble at the terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest
from terminal.keyboard_session import PtySession

from parlour import storage

BID = "enter your bid: "


def first_round(session: PtySession) -> None:
    session.answer(BID, "37")
    session.answer("press Enter", "")
    session.answer(BID, "61")
    session.until("-- Bids Revealed --")


def test_typing_between_two_secret_rounds_is_not_shown(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-showdown")
    first_round(session)
    session.type("42")
    session.until("#2 Player A")
    session.until(BID)
    assert b"42" not in session.received
    session.type("Ctrl-C")
    assert session.end() == 130


def test_a_suspended_program_returns_without_echo(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-showdown")
    session.until(BID)
    session.child.kill(signal.SIGSTOP)
    session.child.setecho(True)  # as the shell leaves the terminal
    session.child.kill(signal.SIGCONT)
    deadline = time.monotonic() + 10
    while session.child.getecho() and time.monotonic() < deadline:
        time.sleep(0.01)
    session.type("37")
    assert "37" not in session.until("press Enter")
    session.type("Ctrl-C")
    assert session.end() == 130


def test_ctrl_backslash_which_would_leave_the_terminal_without_echo_is_disabled(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-showdown")
    session.until(BID)
    session.child.send(b"\x1c\r")
    session.until("is not an answer here.")
    session.type("Ctrl-C")
    assert session.end() == 130


def test_ctrl_z_gives_the_shell_its_terminal_and_fg_hides_typing_again(tmp_path: Path) -> None:
    """A shell is needed: without one that could continue it, a program cannot be stopped."""
    shell = PtySession(tmp_path, program=("bash", "--norc", "--noediting", "-i"), environment={"PS1": "READY "})
    shell.answer("READY ", f"{sys.executable} -m parlour play token-showdown --second human")
    shell.until("Player A, " + BID)
    shell.settle()
    shell.child.send(b"77\x1a")  # an unfinished answer is not for the shell
    assert "\x1b[?1049l" in shell.until("Stopped")
    shell.until("READY ")
    assert shell.child.getecho()
    shell.type("echo $((40 + 2))")
    assert "echo $((40 + 2))" in shell.until("42\r\n")
    shell.answer("READY ", "fg")
    assert "\x1b[?1049h" in shell.until("(Player A chooses")
    shell.until("Player A, " + BID)
    shell.settle()
    assert not shell.child.getecho()
    shell.type("37")
    shell.until("press Enter")
    assert b"37" not in shell.received
    assert b"77" not in shell.received
    shell.type("Ctrl-C")
    shell.until("The match is saved.")
    shell.answer("READY ", "exit")
    shell.end()


@pytest.mark.parametrize("command", ["play token-showdown --second human", "play color-capture --second random", ""])
def test_ctrl_c_works_in_a_program_that_was_started_with_sigint_ignored(command: str, tmp_path: Path) -> None:
    session = PtySession(tmp_path, program=("sh", "-c", f"trap '' INT; exec {sys.executable} -m parlour {command}"))
    session.until(": ")
    session.type("Ctrl-C")
    assert session.end() == 130


def test_a_long_paste_never_answers_for_the_other_player(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-showdown")
    session.until(BID)
    for _ in range(20):
        session.child.send(b"5\r" * 500)
    session.until("press Enter")
    prompt = f"Player B, {BID}".encode()
    for _ in range(30):
        session.type("")  # discarded too, as long as the paste is still arriving
        if session.child.expect_exact([pexpect.TIMEOUT, prompt], timeout=1):
            break
    assert session.child.after == prompt
    assert b"Revealed" not in session.received + session.child.before
    session.type("Ctrl-C")
    assert session.end() == 130


def test_closing_the_terminal_at_a_secret_prompt_loses_nothing(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "token-showdown")
    first_round(session)
    session.until(BID)
    session.child.close(force=False)
    (path,) = (tmp_path / "parlour").glob("*.json")
    assert storage.load(path).line.choices == ((37, 61),)


def test_resuming_a_copy_does_not_reveal_a_computers_choice(tmp_path: Path) -> None:
    bids = set()
    options = ["--set", "tokens=10000", "--second", "random", "--save", str(tmp_path / "m.json")]
    session = PtySession(tmp_path, "play", "token-showdown", *options)
    session.answer(BID, "quit")
    assert session.end() == 0
    record = (tmp_path / "m.json").read_bytes()
    for number in range(6):
        copy = tmp_path / f"copy{number}.json"
        copy.write_bytes(record)
        again = PtySession(tmp_path, "resume", str(copy))
        again.answer(BID, "1")
        again.until("#2 Player A")
        again.type("Ctrl-C")
        assert again.end() == 130
        bids.add(storage.load(copy).line.choices)
    assert len(bids) > 1


def test_a_match_that_another_program_continued_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    one = PtySession(tmp_path, "play", "color-capture", "--save", str(path))
    one.answer("(G): ", "15")
    one.until("(B): ")
    other = PtySession(tmp_path, "resume", str(path))
    other.until("(B): ")
    one.type("1")
    one.until("Position 13 (B): ")
    other.type("Ctrl-C")
    assert other.end() == 130
    assert "another program has changed the file" in " ".join(other.text.split())
    assert storage.load(path).line.choices == ((1,), (0,))
    one.type("Ctrl-C")
    assert one.end() == 130


COMMANDS = ["--version", "games", "rules tower-siege", "play color-capture", "play token-showdown --first random", ""]


@pytest.mark.parametrize("arguments", COMMANDS)
@pytest.mark.parametrize("streams", [">/dev/full", ">&-", "<&-", "<&- >&- 2>&-", "2>/dev/full >/dev/full"])
def test_full_or_closed_streams_cause_no_traceback(arguments: str, streams: str) -> None:
    command = f"{sys.executable} -m parlour {arguments} {streams}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.returncode in (0, 1, 130)


def test_a_broken_pipe_is_not_a_failure() -> None:
    command = f"{sys.executable} -m parlour play tower-siege --first random --second random | head -n 1; echo $?"
    shell = f"set -o pipefail; {command}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["Welcome to Tower Siege!", "0"]


def test_a_file_that_cannot_be_written_is_a_failure(tmp_path: Path) -> None:
    play = [
        sys.executable,
        "-m",
        "parlour",
        "play",
        "color-capture",
        "--first",
        "random",
        "--second",
        "random",
        "--json",
    ]
    for place, code in [("/proc/nowhere/x.json", 2), (str(tmp_path / ("x" * 300)), 2)]:
        done = subprocess.run([*play, "--save", place], capture_output=True, text=True, check=False)
        assert done.returncode == code
        assert "cannot be written" in done.stderr
        assert done.stdout == ""


def test_people_can_play_without_a_home_folder() -> None:
    env = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_STATE_HOME")} | {"XDG_STATE_HOME": "/proc/no"}
    play = [sys.executable, "-m", "parlour", "play", "color-capture", "--set", "repeats=1"]
    done = subprocess.run(play, input="1\n", capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0
    assert "this match cannot be saved" in done.stdout
