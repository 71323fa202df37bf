"""Strangers cannot fill the disk with solutions of ever new variants."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.games.line import Line
from parlour.server.live.tasks import explore
from parlour.solver import solution_files


def test_the_explorer_keeps_few_solutions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_files, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(solution_files, "MOST_BYTES", 20_000)
    for tokens in range(4, 12):
        line = Line(parlour.game("token-showdown", tokens=tokens, points=2))
        assert explore(line, 10.0)["value"] == pytest.approx(0)
    stored = list((tmp_path / "solutions").iterdir())
    assert 0 < sum(file.stat().st_size for file in stored) <= 20_000
    assert len(stored) < 8
