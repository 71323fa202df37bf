"""Every engine writes the same bytes, whatever is killed on the way."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from random import Random

import pytest
from arena.tournaments import TESTS, digest, entrant, plan_of, played, started

from parlour.arena.harness.engines import Batch, PairOutcome, engine
from parlour.games.errors import ParlourError

PLAN = """
seed = 3
pairs = 60
games = ["color-capture", "resource-war"]
players = [
    "random",
    { name = "slow", player = "arena.entrants:Slow" },
    { name = "failing", player = "arena.entrants:Failing" },
]
"""


@pytest.fixture(autouse=True)
def _players_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes look for modules where the run was started."""
    monkeypatch.chdir(TESTS)


def test_the_bytes_do_not_depend_on_the_engine_the_workers_or_the_threads(tmp_path: Path) -> None:
    plan = plan_of(pairs=20)
    played(plan, tmp_path / "one")
    played(plan, tmp_path / "threads", threads=5)
    played(plan, tmp_path / "local", "local", workers=2, threads=3)
    assert digest(tmp_path / "one") == digest(tmp_path / "threads") == digest(tmp_path / "local")


def test_a_run_that_is_killed_again_and_again_ends_with_the_same_bytes(tmp_path: Path) -> None:
    plan, random = tmp_path / "plan.toml", Random(1)
    plan.write_text(PLAN)
    whole = started(plan, tmp_path / "whole", "--engine", "one")
    folder, kills, size = tmp_path / "killed", 0, 0
    while kills < 3:
        run = started(plan, folder, "--engine", "local", "--workers", "2")
        wait_for_more(folder / "matches.jsonl", size)
        time.sleep(random.random())
        assert run.poll() is None, "the run ended before it was killed"
        run.kill()
        run.communicate()
        kills += 1
        size = (folder / "matches.jsonl").stat().st_size
    last = started(plan, folder, "--engine", "local", "--workers", "2")
    out, err = last.communicate(timeout=120)
    assert "All 720 matches are in" in out, err
    assert whole.wait(120) == 0
    whole.communicate()
    assert digest(folder) == digest(tmp_path / "whole")


def wait_for_more(path: Path, size: int) -> None:
    """Until a run has added to a file."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if path.exists() and path.stat().st_size > size:
            return
        time.sleep(0.02)
    raise AssertionError(f"{path} does not grow")


def test_the_processes_of_a_killed_run_end_too(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    run = started(plan, tmp_path / "run", "--engine", "local", "--workers", "2")
    wait_for_more(tmp_path / "run" / "matches.jsonl", 0)
    children = children_of(run.pid)
    assert len(children) >= 2
    run.kill()
    run.communicate()
    end = time.monotonic() + 30
    while any(is_running(child) for child in children):
        assert time.monotonic() < end, "processes outlived their run"
        time.sleep(0.05)


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    run = started(plan, tmp_path / "run", "--engine", "local", "--workers", "1")
    wait_for_more(tmp_path / "run" / "matches.jsonl", 0)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "the same command continues from there" in err
    assert "of 720 matches" in err
    assert "Traceback" not in err


def test_a_dying_process_loses_nothing(tmp_path: Path) -> None:
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    plan = plan_of(pairs=3, players=["random", entrant("deadly", "Deadly", folder=str(deaths))])
    summary = played(plan, tmp_path / "run", "local", workers=2)
    assert summary.finished
    assert len(list(deaths.iterdir())) == 1


def test_a_pair_that_always_kills_its_process_is_given_up_and_the_others_are_played(tmp_path: Path) -> None:
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    deadly = entrant("deadly", "Deadly", folder=str(deaths), times=10**6)
    plan = plan_of(pairs=1, games=["color-capture"], players=["random", entrant("slow", "Slow"), deadly])
    summary = played(plan, tmp_path / "run", "local", workers=1)
    assert summary.matches == 2
    assert sorted(summary.missed) == [
        f"1 pair: pair {number} was given up: the process that played it died 3 times" for number in (1, 2)
    ]
    pairs = {json.loads(line)["pair"] for line in (tmp_path / "run" / "matches.jsonl").read_text().splitlines()}
    assert pairs == {0}


def test_an_error_in_a_process_ends_the_run_with_its_message(tmp_path: Path) -> None:
    plan = plan_of(pairs=1, games=["color-capture"], players=["random", entrant("parent", "OnlyHere", pid=os.getpid())])
    with pytest.raises(ParlourError, match="only made in one process"):
        played(plan, tmp_path, "local", workers=1)


def test_after_an_error_no_thread_begins_another_pair() -> None:
    begun: list[int] = []

    def play(batch: Batch) -> list[PairOutcome]:
        begun.append(batch[0])
        if batch[0] == 0:
            raise ValueError("the rules are broken")
        time.sleep(0.05)
        return []

    with pytest.raises(ValueError, match="broken"):
        list(engine("one").play(play, iter([(number,) for number in range(100)]), 3))
    time.sleep(0.3)
    assert len(begun) <= 5  # those that were being played, and perhaps one more each


@pytest.mark.parametrize(
    ("name", "workers", "reason"),
    [("dask", None, "there is no engine 'dask'; there are one, local, ray"), ("one", 2, "use 'local' for several")],
)
def test_an_engine_that_does_not_exist_is_an_error(name: str, workers: int | None, reason: str) -> None:
    with pytest.raises(ParlourError, match=reason):
        engine(name, workers)
