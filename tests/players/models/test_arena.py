"""Models in a tournament: what a run folder contains, and what happens when a model is away for a while."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from players.models.loopback import Loopback

from parlour.arena.harness.engines import engine
from parlour.arena.tournament.plan import plan_from
from parlour.arena.tournament.run import RunSummary, run_plan

KEY = "sk-test-arena-0123456789"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def run(server: Loopback, folder: Path, monkeypatch: pytest.MonkeyPatch, pairs: int = 4) -> RunSummary:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    plan = {
        "seed": 1,
        "pairs": pairs,
        "games": [{"game": "token-showdown", "rules": {"tokens": 12, "points": 2}, "label": "small"}],
        "players": ["random", {"name": "loop", "player": "openai:gpt-loop", "settings": {"tries": 2, "retries": 1}}],
    }
    return run_plan(plan_from(plan), folder, engine("one", None), 4)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_run_folder_has_every_call_and_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nine illegal answers in eight matches: one match has two, and fails.
    with Loopback("random", ["illegal"] * 9 + ["key", "", "injection", ""] * 100) as server:
        run(server, tmp_path, monkeypatch)
    calls, matches = lines(tmp_path / "calls.jsonl"), lines(tmp_path / "matches.jsonl")
    assert len(matches) == 8
    assert len(calls) == len(server.requests)
    assert {call["player"] for call in calls} == {"loop"}
    assert Counter(call["kind"] for call in calls)["legal"] == server.counts[""]
    assert "fingerprint" in (tmp_path / "plan.json").read_text()
    assert any(match["failure"] for match in matches)
    for file in tmp_path.rglob("*"):
        assert file.is_dir() or KEY.encode() not in file.read_bytes(), file
    assert {request.authorization for request in server.requests} == {f"Bearer {KEY}"}


def test_a_model_that_was_away_plays_the_missing_pairs_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Loopback("random", {"401": 1.0}) as server:
        run(server, tmp_path, monkeypatch)
    assert not (tmp_path / "matches.jsonl").exists()
    with Loopback("random") as server:
        run(server, tmp_path, monkeypatch)
    matches = lines(tmp_path / "matches.jsonl")
    assert len(matches) == 8
    assert not any(match["failure"] for match in matches)
