"""Saving a match while it is played."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import parlour
from parlour import storage
from parlour.match.match import Match
from parlour.terminal.matches.saved import Autosave, command, new_autosave


@pytest.mark.parametrize(
    ("path", "argv0", "command_line"),
    [
        (True, "bin/parlour", "parlour resume 'a b.json'"),
        (False, "bin/parlour", "bin/parlour resume 'a b.json'"),
        (False, "parlour", f"{sys.executable} -m parlour resume 'a b.json'"),
        (True, "src/parlour/__main__.py", f"{sys.executable} -m parlour resume 'a b.json'"),
    ],
)
def test_commands_to_copy_name_a_program_that_can_be_called(
    path: bool, argv0: str, command_line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "parlour"
    program.parent.mkdir()
    program.touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(program.parent) if path else str(tmp_path))
    monkeypatch.setattr(sys, "argv", [argv0])
    assert command("resume", "a b.json") == command_line


def full_disk(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_match_on_a_full_disk_is_saved_as_soon_as_there_is_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(parlour.game("resource-war"))
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", full_disk)
        autosave = new_autosave(match)
        assert list(home.iterdir()) == []
        autosave.save(match)
        assert autosave.problem.endswith(": No space left on device")
        assert autosave.return_lines(match) == [f"Sorry, {autosave.problem}."]
        assert list(home.iterdir()) == []
    match.play(3, 2)
    autosave.save(match)
    assert autosave.problem == ""
    assert autosave.path is not None
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", full_disk)
        match.play(1, 1)
        autosave.save(match)
        assert "another program" not in autosave.problem
    assert storage.load(autosave.path).line.choices == ((3, 2),)


def test_a_write_that_was_interrupted_is_not_taken_for_another_programs(tmp_path: Path) -> None:
    match, autosave = Match(parlour.game("resource-war")), Autosave(tmp_path / "match.json")
    autosave.save(match)
    match.play(3, 2)
    storage.save(match, tmp_path / "match.json")  # written, but the interruption came before it was noted
    autosave.save(match)
    assert autosave.problem == ""
    storage.save(Match(parlour.game("resource-war"), seed=5), tmp_path / "match.json")
    autosave.save(match)
    assert "another program has changed the file" in autosave.problem
