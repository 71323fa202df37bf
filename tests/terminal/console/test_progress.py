"""The progress bar while a game is solved, and Ctrl-C meanwhile."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from terminal.keyboard_session import PtySession

import parlour
from parlour.solver.progress import Progress
from parlour.terminal.console.progress import Bar, solve_with_bar


def test_the_first_game_against_perfect_shows_a_bar_and_then_the_game(tmp_path: Path) -> None:
    arguments = ("play", "token-showdown", "--set", "tokens=7", "--set", "points=2", "--second", "perfect")
    caches = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}
    session = PtySession(tmp_path, *arguments, environment=caches)
    session.until("Solving Token Showdown")
    session.until("Player A, enter your bid: ")
    session.type("Ctrl-C")
    assert session.end() == 130
    again = PtySession(tmp_path, *arguments, environment=caches)
    again.answer("Player A, enter your bid: ", "quit")
    assert again.end() == 0
    assert "Solving" not in again.text


def test_ctrl_c_while_solving_ends_without_a_traceback(tmp_path: Path) -> None:
    caches = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}
    variant = ("tower-siege", "--set", "tower=9")
    session = PtySession(tmp_path, "play", *variant, "--second", "perfect", environment=caches)
    session.until("Solving Tower Siege")
    session.type("Ctrl-C")
    assert session.end() == 130
    assert "parlour: interrupted" in session.text
    assert "Traceback" not in session.text
    assert not list(tmp_path.glob("parlour/*.json"))


@pytest.mark.parametrize("loses", ["turned into another error", "ignored"])
def test_ctrl_c_that_the_compiler_loses_interrupts_all_the_same(loses: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(_: object, progress: Progress) -> None:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        if loses == "ignored":
            progress("solving", 0.5)
        raise RuntimeError("no compiled object yet")

    monkeypatch.setattr("parlour.solver.memory.solution_of", solve)
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            solve_with_bar(parlour.game("resource-war"))
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, previous)


def test_no_bar_is_drawn_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with Bar("Solving Chess") as bar:
        bar("exploring", None)
        bar("solving", 0.5)
    captured = capsys.readouterr()
    assert captured.out == captured.err == ""


def test_a_dumb_terminal_gets_one_plain_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "dumb")
    with Bar("Solving Chess") as bar:
        bar("exploring", None)
        bar("solving", 0.5)
    assert stream.getvalue() == "Solving Chess (only the first time on this machine) ...\n"


def test_the_time_left_never_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, clock, shown = io.TextIOWrapper(io.BytesIO(), "utf-8"), [0.0], []
    monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("parlour.terminal.console.progress.time.monotonic", lambda: clock[0])
    with Bar("Solving Chess") as bar:
        for seconds, stage, fraction in [
            (1, "exploring", 1.0),
            (3, "solving", 0.4),
            (9, "solving", 0.0),  # as reported where play can cycle: it is unknown for how long
            (20, "solving", 0.0),
            (21, "certifying", 0.0),
            (22, "refining", 0.9),
        ]:
            clock[0] = float(seconds)
            bar(stage, fraction)
            shown.append(bar._progress.tasks[0].fields["left"])
    assert shown == ["", "about 6 s left", "", "", "", "about 1 s left"]


@pytest.mark.parametrize("language", ["C", "C.UTF-8"])
def test_the_bar_shows_the_percentage_and_is_removed_at_the_end(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8")
    monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("LC_ALL", language)
    with Bar("Solving Chess") as bar:
        bar("exploring", None)
        bar("certifying", 0.5)
        bar("solving", 0.0)  # the bar never goes back
        bar("refining", 1.0)
    stream.flush()
    shown = stream.buffer.getvalue().decode()
    assert "Solving Chess" in shown
    assert "100% refining" in shown
    assert shown.isascii() is (language == "C")
    assert shown.endswith("\x1b[2K")


def test_an_interrupt_that_was_handled_does_not_change_how_the_program_ends(tmp_path: Path) -> None:
    program = """
import parlour.cli.main as cli

def run(arguments):
    try:
        exec("raise KeyboardInterrupt")  # as in code that Numba compiles
    except KeyboardInterrupt:
        return 7

cli.run = run
cli.main()
"""
    (tmp_path / "interrupted.py").write_text(program)
    done = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, check=False)
    assert done.returncode == 7
