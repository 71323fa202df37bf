"""Runs: players that fail, players that are away, what calls cost, games from a folder, and the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from arena.tournaments import digest, entrant, plan_of, played, written_game
from click.testing import CliRunner

from parlour.arena.harness.engines import TIMES_UNAVAILABLE
from parlour.arena.harness.frozen import BadPlan
from parlour.arena.tournament.playing import Unplayable
from parlour.arena.tournament.results import read_results
from parlour.cli.arena import arena


def test_a_player_that_fails_forfeits_and_the_same_bytes_come_every_time(tmp_path: Path) -> None:
    plan = plan_of(players=["random", entrant("failing", "Failing")])
    for name in ("first", "second"):
        assert played(plan, tmp_path / name).finished
    reasons = {match.failure.reason for match in read_results(tmp_path / "first").matches if match.failure}
    assert reasons == {"it raised RuntimeError('no idea about <object object>')"}
    assert digest(tmp_path / "first") == digest(tmp_path / "second")


@pytest.mark.parametrize("threads", [1, 4])
def test_an_unavailable_player_forfeits_nothing_and_its_pairs_are_played_later(tmp_path: Path, threads: int) -> None:
    away = tmp_path / "away"
    away.touch()
    plan = plan_of(players=["random", entrant("slow", "Slow"), entrant("model", "Away", file=str(away))])
    summary = played(plan, tmp_path / "run", threads=threads)
    assert not summary.finished
    assert summary.matches == 2 * 2 * 6  # the others have played
    assert "model was unavailable (nobody answers)" in summary.missed[0]
    tried = int(summary.missed[0].split()[0])
    assert TIMES_UNAVAILABLE <= tried < 24
    assert summary.missed[1] == f"{24 - tried} pairs of unavailable players not tried"
    away.unlink()
    assert played(plan, tmp_path / "run", threads=threads).finished
    played(plan, tmp_path / "whole")
    assert digest(tmp_path / "run") == digest(tmp_path / "whole")


def test_calls_are_written_with_their_match(tmp_path: Path) -> None:
    played(plan_of(pairs=2, players=["random", entrant("model", "Expensive")]), tmp_path)
    calls = [json.loads(line) for line in (tmp_path / "calls.jsonl").read_text().splitlines()]
    matches = read_results(tmp_path).matches
    assert {(call["pair"], call["swapped"]) for call in calls} == {(match.pair, match.swapped) for match in matches}
    assert all(call["player"] == "model" and call["tokens"] > 0 for call in calls)


def test_without_models_there_is_no_file_of_calls(tmp_path: Path) -> None:
    played(plan_of(pairs=1), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "matches.jsonl", "plan.json"]


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ({"player": "nobody"}, "the player nobody: there is no player 'nobody'"),
        (entrant("slow", "Slow", depth=3), "the player slow: .* unexpected keyword argument 'depth'"),
        (entrant("broken", "Unmakeable"), "the player broken cannot be made: OSError: no such model"),
    ],
)
def test_a_player_that_cannot_be_made_is_an_error_before_anything_is_written(
    tmp_path: Path, player: dict[str, object], reason: str
) -> None:
    with pytest.raises(BadPlan, match=reason):
        played(plan_of(players=["random", player]), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_game_from_a_folder(tmp_path: Path) -> None:
    game = written_game(tmp_path / "project", "pebbles")
    plan = plan_of(pairs=2, games=[str(game)], players=["random", entrant("slow", "Slow", seconds=0.0)])
    assert played(plan, tmp_path / "run").finished
    assert played(plan, tmp_path / "local", "local", workers=1).finished
    assert digest(tmp_path / "run") == digest(tmp_path / "local")
    assert read_results(tmp_path / "run").matches[0].game == "pebbles"
    assert json.loads((tmp_path / "run" / "plan.json").read_text())["games"][0]["game"] == str(game)


def test_results_of_others_run_no_code_unless_their_reader_names_the_game(tmp_path: Path) -> None:
    game = written_game(tmp_path / "project", "beans")
    assert played(
        plan_of(pairs=1, games=[str(game)], players=["random", entrant("slow", "Slow", seconds=0.0)]), tmp_path / "run"
    ).finished
    with (game / "words.py").open("a") as words:  # the rules, whose hash the plan holds, are the same
        words.write(f"\nopen({str(tmp_path / 'ran')!r}, 'w').close()\n")

    def parlour(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "parlour", "arena", *arguments], capture_output=True, text=True)

    for arguments in (["report", str(tmp_path / "run")], ["record", str(tmp_path / "run"), "0", "--out", "match.json"]):
        refused = parlour(*arguments)
        assert refused.returncode == 2
        assert f"if you trust its code, install it or add --game {game}" in refused.stderr
    assert not (tmp_path / "ran").exists()
    assert not (tmp_path / "run" / "report.html").exists()
    read = parlour("report", str(tmp_path / "run"), "--game", str(game))
    assert read.returncode == 0, read.stderr
    assert (tmp_path / "run" / "report.html").exists()


def test_rules_that_fail_are_nobodys_forfeit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of(pairs=1, games=["color-capture"], players=["random", entrant("slow", "Slow")])

    def fail(*_: object) -> None:
        raise ZeroDivisionError("in the rules")

    monkeypatch.setattr(plan.games["color-capture"].module, "play", fail)
    with pytest.raises(Unplayable, match=r"pair 0 \(color-capture, random against slow\) .* ZeroDivisionError"):
        played(plan, tmp_path)


def test_the_command_plays_a_plan_and_says_so(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('pairs = 2\ngames = ["color-capture"]\nplayers = ["random", "easy"]\n')
    arguments = ["run", str(plan), "--out", str(tmp_path / "run"), "--engine", "one"]
    first = CliRunner().invoke(arena, arguments)
    assert first.exit_code == 0
    assert f"All 4 matches are in {tmp_path / 'run'}." in first.output
    assert "4 of 4 matches" in first.output
    again = CliRunner().invoke(arena, arguments)
    assert again.exit_code == 0
    assert "All 4 matches" in again.output


def test_the_command_fails_if_matches_are_missing(tmp_path: Path) -> None:
    plan, away = tmp_path / "plan.toml", tmp_path / "away"
    away.touch()
    plan.write_text(
        'games = ["color-capture"]\nplayers = ["random", '
        f'{{ name = "model", player = "arena.entrants:Away", settings = {{ file = "{away}" }} }}]\n'
    )
    done = CliRunner().invoke(arena, ["run", str(plan), "--out", str(tmp_path / "run"), "--engine", "one"])
    assert done.exit_code == 1
    assert "1 pair: model was unavailable (nobody answers)" in done.output
    assert "2 of 2 matches are missing; the same command tries them again." in done.output


def test_help_lists_the_commands() -> None:
    assert "Play the matches of a plan" in CliRunner().invoke(arena, ["--help"]).output
    assert CliRunner().invoke(arena, ["dance"]).exit_code == 2
