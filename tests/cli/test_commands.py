"""The commands and their exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import ALL, OURS, played, typed

import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.match.record import parse

# rules, games, replay, resume


@pytest.mark.parametrize("name", ALL)
def test_rules_shows_the_rules(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", name]) == 0
    assert capsys.readouterr().out.startswith(f"# {parlour.game(name).title}")


def test_games_lists_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(ALL)


def test_games_as_json_has_rules_and_limits(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json"]) == 0
    entries: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert [entry["name"] for entry in entries] == list(ALL)
    assert [entry["name"] for entry in entries if not entry["secret"]][:1] == ["color-capture"]
    (siege,) = [entry for entry in entries if entry["name"] == "tower-siege"]
    assert siege["rules"] == {"tower": 10, "stride": 3, "cards": 5}
    assert siege["allowed"] == {"tower": [1, 1000], "stride": [1, 1000], "cards": [1, 20]}


def test_a_game_that_cannot_be_loaded_is_listed_with_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    info = tmp_path / "ghost-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ghost\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[parlour.games]\nghost = no_such_package\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert run(["games"]) == 0
    assert "ghost            the game ghost cannot be loaded from no_such_package" in capsys.readouterr().out
    typed(monkeypatch, "q\n")
    assert run([]) == 0
    assert "-. ghost: the game ghost cannot be loaded" in capsys.readouterr().out


@pytest.mark.parametrize("name", OURS)
def test_replay_shows_the_match_to_its_end(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = parlour.play_match(parlour.game(name), seed=2)
    storage.save(match, tmp_path / "match.json")
    assert run(["replay", str(tmp_path / "match.json")]) == 0
    assert capsys.readouterr().out.endswith("\n".join(match.game.words.ending(match.game.rules, match.state)) + "\n")
    assert run(["replay", "--json", str(tmp_path / "match.json")]) == 0
    assert parse(capsys.readouterr().out).line.choices == match.line.choices


def test_replay_rejects_a_damaged_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    storage.save(played(parlour.game("resource-war"), (3, 2)), path)
    path.write_text(path.read_text().replace("3", "4", 1))
    assert run(["replay", str(path)]) == 2
    assert "the checksum does not match" in capsys.readouterr().err


def test_resume_rejects_a_match_that_is_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    storage.save(played(parlour.game("resource-war"), (8, 0)), path)
    assert run(["resume", str(path)]) == 2
    assert f"-m parlour replay {path}" in capsys.readouterr().err


def test_resume_finds_the_last_unfinished_match(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = parlour.game("color-capture")
    home.mkdir(parents=True)
    storage.save(played(game, 0, 1), home / "old.json")
    storage.save(played(game, 0, 1, 1), home / "new.json")
    storage.save(played(parlour.game("resource-war"), (8, 0)), home / "over.json")
    (home / "damaged.json").write_text("{")
    for age, name in enumerate(["damaged", "over", "new", "old"]):
        os.utime(home / f"{name}.json", (10_000 - age, 10_000 - age))
    typed(monkeypatch, "quit\n")
    assert run(["resume"]) == 0
    shown = capsys.readouterr().out
    assert "#3 Player 1: take position 13: Blue" in shown or "Position 12" in shown
    assert "new.json" in shown


def test_resume_rejects_secret_choices_without_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    storage.save(played(parlour.game("resource-war"), (3, 2)), path)
    assert run(["resume", str(path)]) == 2
    assert "--answers" in capsys.readouterr().err


# The program as a whole


def test_end_of_input_interrupts_and_saves_the_match(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "15\n")
    assert run(["play", "color-capture"]) == 130
    assert "parlour resume" in capsys.readouterr().out
    (path,) = home.iterdir()
    assert storage.load(path).line.choices == ((1,),)
    typed(monkeypatch, "")
    assert run([]) == 130


def test_matches_started_in_the_same_second_have_different_files(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        typed(monkeypatch, "quit\n")
        assert run(["play", "color-capture"]) == 0
    assert len(list(home.iterdir())) == 3


def test_version_and_help_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"parlour {parlour.__version__}\n"
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "Exit codes: 0 done" in shown
    for command in ("play", "rules", "games", "replay", "resume", "analyse", "solve", "balance", "bench"):
        assert command in shown


def test_python_m_parlour_is_parlour() -> None:
    done = subprocess.run([sys.executable, "-m", "parlour", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"parlour {parlour.__version__}\n"


def test_a_reader_that_stops_early_causes_no_error() -> None:
    command = f"{sys.executable} -m parlour rules tower-siege | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == "# Tower Siege\n"
    assert done.stderr == ""


def test_bench_measures_interpreted_and_compiled_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from parlour.fast import measure

    monkeypatch.setattr(measure, "REPEATS", 1)
    figures = measure.figures
    monkeypatch.setattr(measure, "figures", lambda game: figures(game, 0.01))
    assert run(["bench", "color-capture"]) == 0
    shown = capsys.readouterr().out
    assert "Color Capture" in shown
    assert "compiled, one core" in shown
    assert run(["bench", "color-capture", "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)
    speeds = {figure["what"]: figure["median"] for figure in measured["figures"]}
    assert list(speeds)[:4] == [
        "interpreted",
        "compiled, one core",
        "compiled, all cores",
        "batch of 65,536, all cores",
    ]
    assert speeds["compiled, one core"] > 10 * speeds["interpreted"]
