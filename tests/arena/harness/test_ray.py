"""A real Ray cluster on this machine: a killed worker loses nothing, and the bytes are those of one process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from arena.tournaments import TESTS, digest, played, started

from parlour.arena.harness.engines import connect_ray
from parlour.arena.tournament.plan import read_plan
from parlour.games.errors import ParlourError

PLAN = """
pairs = 10
games = ["color-capture"]
players = ["random", {{ name = "deadly", player = "arena.entrants:Deadly", settings = {{ folder = "{deaths}" }} }}]
"""


def test_a_killed_worker_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaths, plan = tmp_path / "deaths", tmp_path / "plan.toml"
    deaths.mkdir()
    plan.write_text(PLAN.format(deaths=deaths))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    run = started(plan, tmp_path / "ray", "--engine", "ray", "--workers", "2")
    out, err = run.communicate(timeout=180)
    assert "All 20 matches are in" in out, err
    (dead,) = deaths.iterdir()  # exactly one worker was killed
    assert int(dead.read_text()) not in (run.pid, os.getpid())
    monkeypatch.chdir(TESTS)
    played(read_plan(plan), tmp_path / "one")
    assert digest(tmp_path / "ray") == digest(tmp_path / "one")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ParlourError, match=r"the engine ray needs ray; install the extra: .* -e '\.\[ray\]'"):
        connect_ray(None)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_an_error(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(ParlourError, match=f"no Ray cluster answers at {address}"):
        connect_ray(None)
