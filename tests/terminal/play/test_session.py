"""A session that meets problems."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

import parlour
from parlour.match.match import Match
from parlour.terminal.console.console import Console, NotPrivate
from parlour.terminal.console.interrupts import EndOfInput, LeftMatch
from parlour.terminal.matches.saved import Autosave
from parlour.terminal.play.session import Session


def test_secrets_are_not_read_from_a_pipe() -> None:
    console = Console(io.StringIO("3\n"), io.StringIO(), {})
    with pytest.raises(NotPrivate, match="--answers"), console.without_echo():
        pass
    with pytest.raises(NotPrivate, match="--answers"):
        console.read("bid: ", secret=True)
    console.discard_input()
    assert console.width >= 1000


def full_disk(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_copy_on_a_full_disk_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, copy = io.StringIO(), tmp_path / "copy.json"
    console = Console(io.StringIO(f"save {copy}\n"), out, {})
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(EndOfInput):
        Session(Match(parlour.game("color-capture")), (None, None), console, Autosave(None)).run()
    assert "Not saved: No space left on device." in out.getvalue()
    assert not copy.exists()


def test_rules_that_cannot_be_read_do_not_end_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object) -> str:
        raise FileNotFoundError(2, "No such file or directory", "RULES.md")

    monkeypatch.setattr(parlour.Game, "rulebook", missing)
    out = io.StringIO()
    console = Console(io.StringIO("rules\nquit\n"), out, {})
    with pytest.raises(LeftMatch, match="quit"):
        Session(Match(parlour.game("color-capture")), (None, None), console, Autosave(None)).run()
    assert "Sorry, the rules cannot be read: No such file or directory." in out.getvalue()


def test_a_session_that_is_not_private_saves_nothing(tmp_path: Path) -> None:
    match, path = Match(parlour.game("resource-war")), tmp_path / "match.json"
    with pytest.raises(NotPrivate):
        Session(match, (None, None), Console(io.StringIO("3\n"), io.StringIO(), {}), Autosave(path)).run()
    assert not path.exists()
