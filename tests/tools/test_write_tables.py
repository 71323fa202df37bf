"""The tool that writes tables."""

from __future__ import annotations

import sys

import pytest
import write_tables

from parlour.solver.solution import Solution


def test_it_writes_the_tables_of_the_games_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Solution] = []
    monkeypatch.setattr(write_tables, "save_table", written.append)
    monkeypatch.setattr(sys, "argv", ["write_tables.py", "color-capture"])
    write_tables.main()
    assert [(solution.game.name, solution.source) for solution in written] == [("color-capture", "solved")]
