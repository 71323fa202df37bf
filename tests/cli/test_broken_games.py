"""What commands other than `parlour check` say about a game that is broken: the file and line, and how to find more."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.cli.new import files
from parlour.games.catalogue import _folders
from parlour.match.match import Match

RANDOM = ("--first", "random", "--second", "random", "--seed", "1")


@pytest.fixture
def forget() -> Iterator[None]:
    """Forgets the games of this test, so that each may use the same name."""
    yield
    _folders.pop("broken", None)
    for module in [each for each in sys.modules if each.split(".")[0] == "broken"]:
        del sys.modules[module]


def written(folder: Path, file: str, old: str, new: str) -> Path:
    """A new game with turns, in which a text of a file is replaced."""
    for path, text in files("broken", "broken", "turns").items():
        changed = text.replace(old, new, 1) if Path(path).name == file else text
        assert Path(path).name != file or old in text
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(changed)
    return folder / "broken"


@pytest.mark.usefixtures("forget")
@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "rules.py",
            "stones = state.stones - taken",
            "stones = (0,)[state.stones]",
            "fails: IndexError: tuple index out of range (rules.py, line 42). To find the mistake: ",
        ),
        (
            "words.py",
            '    return ["", f"Turn',
            '    return [1 // 0, f"Turn',
            "fails: ZeroDivisionError: integer division or modulo by zero (words.py, line 19). To find the mistake: ",
        ),
        (
            "words.py",
            "    taken = (",
            "    raise SystemExit(3)\n    taken = (",
            "fails: SystemExit: 3 (words.py, line 32)",
        ),
        (
            "rules.py",
            "return min(rules.most, state.stones)",
            "return 0",
            "broken has no legal action for Player 1 in State(stones=21, turn=1, winner=0); to see the mistake: ",
        ),
        (
            "words.py",
            "Question(state.turn - 1,",
            "Question(2 - state.turn,",
            "broken asks Player 2, who is not to act in State(stones=21, turn=1, winner=0); to see the mistake: ",
        ),
    ],
)
def test_a_mistake_while_playing_is_blamed_on_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, old: str, new: str, message: str
) -> None:
    folder = written(tmp_path, file, old, new)
    assert run(["play", str(folder), *RANDOM]) in (1, 2)
    error = capsys.readouterr().err
    assert message in error
    assert message.endswith("mistake: ") <= (f"parlour check {folder}" in error)


@pytest.mark.usefixtures("forget")
@pytest.mark.parametrize(
    ("file", "statement", "message"),
    [
        ("rules.py", "1 +", "SyntaxError: invalid syntax (rules.py, line 9)"),
        ("words.py", "raise SystemExit(3)", "SystemExit: 3 (words.py, line "),
        ("__init__.py", "raise SystemExit(3)", "SystemExit: 3 (__init__.py, line 1)"),
    ],
)
def test_a_game_that_cannot_be_loaded_names_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, statement: str, message: str
) -> None:
    old = {"rules.py": "class Rules", "words.py": "TITLE =", "__init__.py": ""}[file]
    folder = written(tmp_path, file, old, f"{statement}\n\n\n{old}")
    assert run(["play", str(folder), *RANDOM]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.usefixtures("forget")
def test_an_error_in_compiled_rules_suggests_a_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, "rules.py", "stones = state.stones - taken", "stones = 1 // (state.stones - 21)")
    assert run(["solve", str(folder)]) == 1
    error = capsys.readouterr().err
    assert "unexpected error: ZeroDivisionError" in error
    assert f"If the game is at fault, this finds the mistake: {sys.executable} -m parlour check {folder}\n" in error


def test_a_name_that_is_a_folder_is_suggested_as_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, "rules.py", "", "")
    monkeypatch.chdir(tmp_path)
    assert run(["check", "broken"]) == 2
    assert "there is no game 'broken' (did you mean the folder ./broken?)" in capsys.readouterr().err


@pytest.mark.usefixtures("forget")
def test_resume_says_which_match_it_skips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    saves = tmp_path / "parlour"
    saves.mkdir()
    known, unknown = saves / "known.json", saves / "unknown.json"
    storage.save(Match(parlour.game("tower-siege"), ("random", "random"), 1), known)
    storage.save(Match(parlour.game(str(written(tmp_path, "rules.py", "", "")))), unknown)
    os.utime(known, (1, 1))
    _folders.pop("broken")
    assert run(["resume"]) == 0
    said = capsys.readouterr()
    assert "Resuming" not in said.err
    assert f"Note: a later match is skipped. {unknown}: there is no game 'broken'" in said.err
    assert "--game ./my-game" in said.err
