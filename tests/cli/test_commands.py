"""The commands and their exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import ALL, OURS, played

import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.match.record import parse
from parlour.match.view import View
from parlour.players import roster


def typed(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


class Broken:
    def choose(self, view: View, random: Random) -> int:
        raise RuntimeError("out of ideas")


# play


@pytest.mark.parametrize("name", ALL)
def test_two_computer_players_play_any_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", name, "--first", "random", "--second", "random", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert run(["play", name, "--first", "random", "--second", "random", "--seed", "1"]) == 0
    assert capsys.readouterr().out == shown
    assert "You " not in shown


@pytest.mark.parametrize("name", ALL)
def test_json_is_the_record_and_nothing_else(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", name, "--first", "random", "--second", "random", "--seed", "9", "--json"]) == 0
    match = parse(capsys.readouterr().out)
    assert match.decisions == parlour.play_match(parlour.game(name), seed=9).decisions


def test_set_changes_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["play", "token-tactics", "--set", "start=3", "--set", "both_empty=draw"]
    assert run([*arguments, "--first", "random", "--second", "random", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"] == {"start": 3, "cap": 15, "both_empty": "draw"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "there is no game 'chess'"),
        (["play"], "Missing argument"),
        (["dance"], "No such command"),
        (["play", "tower-siege", "--set", "tower=0"], "tower of tower-siege must be a whole number from 1 to 1000"),
        (["play", "tower-siege", "--set", "tower=ten"], "must be a whole number from 1 to 1000, not 'ten'"),
        (["play", "tower-siege", "--set", "tower=１２"], "must be a whole number from 1 to 1000"),
        (["play", "tower-siege", "--set", "tower=" + "9" * 5000], "must be a whole number from 1 to 1000"),
        (["play", "tower-siege", "--set", "tower"], "--set takes KEY=VALUE, not 'tower'"),
        (["play", "tower-siege", "--set", "tower=5", "--set", "tower=6"], "--set gives tower twice"),
        (
            ["play", "tower-siege", "--second", "deep-blue"],
            "there is no player 'deep-blue'; use module:Class, or one of",
        ),
        (["play", "tower-siege", "--seed", "x"], "not a valid integer"),
        (["play", "tower-siege", "--moves", "/nowhere"], "/nowhere cannot be read"),
        (["play", "color-capture", "--json"], "give people's answers with --moves"),
        (
            ["play", "color-capture", "--first", "random", "--second", "random", "--moves", "-"],
            "both seats are computer",
        ),
        (["rules", "chess"], "there is no game 'chess'"),
        (["replay", "/nowhere"], "/nowhere cannot be read"),
        (["resume", "/nowhere"], "/nowhere cannot be read"),
        (["resume"], "-m parlour play GAME"),
    ],
)
def test_invalid_arguments_exit_with_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    output = capsys.readouterr()
    assert message in output.err
    assert "Traceback" not in output.err
    assert output.out == ""


def test_a_player_that_fails_exits_with_1_and_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(roster.ROSTER, "broken", ("", Broken))
    path = tmp_path / "match.json"
    assert run(["play", "resource-war", "--first", "random", "--second", "broken", "--save", str(path)]) == 1
    assert "Player 2 (broken) failed: it raised RuntimeError('out of ideas')" in capsys.readouterr().out
    failure = storage.load(path).result.failure
    assert failure is not None
    assert failure.player == 1
    script = tmp_path / "moves"
    script.write_text("1")
    assert run(["play", "resource-war", "--second", "broken", "--moves", str(script)]) == 1


def test_max_turns_stops_two_computer_players(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, options = tmp_path / "match.json", ["--first", "random", "--second", "random", "--seed", "1"]
    assert run(["play", "tower-siege", *options, "--max-turns", "3", "--save", str(path)]) == 0
    assert "The match was stopped after 3 decisions: it counts as a draw." in capsys.readouterr().out
    assert storage.load(path).result.outcome == "unfinished"
    assert len(storage.load(path).decisions) == 3
    assert run(["play", "tower-siege", *options, "--max-turns", "3", "--json"]) == 0
    assert parse(capsys.readouterr().out).decisions == storage.load(path).decisions
    assert run(["play", "tower-siege", "--second", "random", "--max-turns", "3"]) == 2
    assert "--max-turns stops two computer players" in capsys.readouterr().err
    assert run(["play", "tower-siege", *options, "--max-turns", "0"]) == 2


class Waiting:
    """Bids nothing for ever, until somebody presses Ctrl-C."""

    decisions = 0

    def choose(self, view: View, random: Random) -> int:
        if len(view.decisions) == self.decisions:
            raise KeyboardInterrupt
        return 0


def test_an_endless_match_is_noted_and_ctrl_c_prints_its_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(roster.ROSTER, "waiting", ("", Waiting))
    arguments = ["play", "resource-war", "--set", "stall=0", "--first", "waiting", "--second", "waiting", "--json"]
    for decisions, notes in ((999, 0), (1_500, 1)):
        monkeypatch.setattr(Waiting, "decisions", decisions)
        assert run(arguments) == 130
        output = capsys.readouterr()
        assert output.err.count("Note: 1,000 decisions, and the game is not over. Ctrl-C ends the match;") == notes
        match = parse(output.out)
        assert match.decisions == ((0, 0),) * decisions
        assert match.result.outcome == "running"


def test_a_full_disk_is_noticed_before_the_match(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    path = tmp_path / "match.json"
    assert run(["play", "tower-siege", "--first", "random", "--second", "random", "--save", str(path)]) == 2
    assert f"{path} cannot be written: No space left on device" in capsys.readouterr().err
    assert not path.exists()


def test_an_error_about_a_file_does_not_blame_the_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(_: object) -> str:
        raise FileNotFoundError(2, "No such file or directory", "/games/chess/RULES.md")

    monkeypatch.setattr(parlour.Game, "rulebook", missing)
    assert run(["rules", "tower-siege"]) == 1
    assert capsys.readouterr().err == "parlour: /games/chess/RULES.md: No such file or directory\n"


def test_save_never_overwrites_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    assert run(["play", "tower-siege", "--first", "random", "--second", "random", "--save", str(path)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert path.read_text() == "dear diary"


# Scripts


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("15\n1\n\nx\n", "line 4: 'x' is not an answer here; allowed: 1 or 13"),
        ("15 1 # a comment with 99 in it\n16", "line 2: '16' is not an answer here"),
        ("undo", "line 1: 'undo' is not an answer here; commands work only at the keyboard"),
        ("15 1 1 12 11 1 1 8 1 1\n1", "line 2: '1' comes after the end of the game"),
    ],
)
def test_an_illegal_move_in_a_script_exits_with_3_and_its_line(
    script: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, script)
    assert run(["play", "color-capture", "--moves", "-"]) == 3
    assert f"standard input, {message}" in capsys.readouterr().err


def test_a_script_gets_the_reason_why_a_move_is_not_possible_now(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1 3 1 2 2")
    assert run(["play", "tower-siege", "--moves", "-"]) == 3
    assert "line 1: '2' is not an answer here; you can rest only at your base" in capsys.readouterr().err


def test_a_script_that_ends_early_leaves_an_unfinished_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed(monkeypatch, "3\n2\n4\n")
    path = tmp_path / "match.json"
    assert run(["play", "resource-war", "--moves", "-", "--save", str(path)]) == 0
    assert "The script ends here; the game is not over after 1 decision." in capsys.readouterr().out
    assert storage.load(path).decisions == ((3, 2),)


def test_a_script_plays_against_a_computer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "8")
    assert run(["play", "resource-war", "--second", "random", "--seed", "4", "--moves", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decisions"][0][0] == 8


def test_a_script_must_be_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, b"\xff\xfe")
    assert run(["play", "color-capture", "--moves", "-"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_scripted_matches_are_saved_only_on_request(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    typed(monkeypatch, "15 1")
    assert run(["play", "color-capture", "--moves", "-"]) == 0
    assert not home.exists()


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "perfect"])
def test_a_variant_too_large_to_solve_suggests_the_player_search(
    name: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "tower-siege", "--second", name, "--set", "tower=1000", "--set", "cards=20"]) == 2
    error = capsys.readouterr().err
    assert "too large to solve" in error
    assert "'search'" in error
    assert not home.exists()


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "perfect"])
def test_every_level_plays_a_whole_game_and_the_seed_repeats_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "play",
        "token-showdown",
        "--set",
        "tokens=8",
        "--first",
        name,
        "--second",
        name,
        "--seed",
        "1",
        "--json",
    ]
    assert run(arguments) == 0
    first = capsys.readouterr().out
    assert json.loads(first)["result"]["outcome"] in ("won", "drawn")
    assert run(arguments) == 0
    assert capsys.readouterr().out == first


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
    assert parse(capsys.readouterr().out).decisions == match.decisions


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
    assert "--moves" in capsys.readouterr().err


# The program as a whole


def test_end_of_input_interrupts_and_saves_the_match(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "15\n")
    assert run(["play", "color-capture"]) == 130
    assert "parlour resume" in capsys.readouterr().out
    (path,) = home.iterdir()
    assert storage.load(path).decisions == (1,)
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
