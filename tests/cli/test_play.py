"""`parlour play`: computer players, scripts, saving, and what it says about wrong arguments."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest
from support import ALL, typed

import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.match.match import View
from parlour.match.record import parse
from parlour.players import roster


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
    assert match.line.choices == parlour.play_match(parlour.game(name), seed=9).line.choices


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
        (["towersiege"], "No such command or game 'towersiege' (did you mean tower-siege?)."),
        (["solv"], "(did you mean solve?)"),
        (["tower"], "(did you mean tower-siege?)"),
        (
            ["play", "tower-siege", "--second", "hrad"],
            "there is no player 'hrad' (did you mean hard?); use module:Class",
        ),
        (["play", "tower-siege", "--second", "nobody"], "clockwork, sentry, adaptive, reader"),
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
        (["play", "tower-siege", "--answers", "/nowhere"], "/nowhere cannot be read"),
        (["play", "color-capture", "--json"], "give people's answers with --answers"),
        (
            ["play", "color-capture", "--first", "random", "--second", "random", "--answers", "-"],
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
    script = tmp_path / "script"
    script.write_text("1")
    assert run(["play", "resource-war", "--second", "broken", "--answers", str(script)]) == 1


def test_max_turns_stops_two_computer_players(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, options = tmp_path / "match.json", ["--first", "random", "--second", "random", "--seed", "1"]
    assert run(["play", "tower-siege", *options, "--max-turns", "3", "--save", str(path)]) == 0
    assert "The match was stopped after 3 turns: it counts as a draw." in capsys.readouterr().out
    assert storage.load(path).result.outcome == "unfinished"
    assert len(storage.load(path).line) == 3
    assert run(["play", "tower-siege", *options, "--max-turns", "3", "--json"]) == 0
    assert parse(capsys.readouterr().out).line.choices == storage.load(path).line.choices
    assert run(["play", "tower-siege", "--second", "random", "--max-turns", "3"]) == 2
    assert "--max-turns stops two computer players" in capsys.readouterr().err
    assert run(["play", "tower-siege", *options, "--max-turns", "0"]) == 2


class Waiting:
    """Bids nothing for ever, until Ctrl-C is pressed."""

    turns = 0

    def choose(self, view: View, random: Random) -> int:
        if len(view.choices) == self.turns:
            raise KeyboardInterrupt
        return 0


def test_an_endless_match_is_stopped_and_ctrl_c_prints_its_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(roster.ROSTER, "waiting", ("", Waiting))
    arguments = ["play", "resource-war", "--set", "stall=0", "--first", "waiting", "--second", "waiting", "--json"]
    for interrupted_at, turns, code, outcome in ((999, 999, 130, "running"), (1_500, 1_000, 0, "unfinished")):
        monkeypatch.setattr(Waiting, "turns", interrupted_at)
        assert run(arguments) == code
        match = parse(capsys.readouterr().out)
        assert match.line.choices == ((0, 0),) * turns
        assert match.result.outcome == outcome


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
    assert run(["play", "color-capture", "--answers", "-"]) == 3
    assert f"standard input, {message}" in capsys.readouterr().err


def test_a_script_gets_the_reason_why_a_move_is_not_possible_now(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1 3 1 2 2")
    assert run(["play", "tower-siege", "--answers", "-"]) == 3
    assert "line 1: '2' is not an answer here; you can rest only at your base" in capsys.readouterr().err


def test_a_script_that_ends_early_leaves_an_unfinished_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed(monkeypatch, "3\n2\n4\n")
    path = tmp_path / "match.json"
    assert run(["play", "resource-war", "--answers", "-", "--save", str(path)]) == 0
    assert "The script ends here; the game is not over after 1 turn." in capsys.readouterr().out
    assert storage.load(path).line.choices == ((3, 2),)


def test_a_script_plays_against_a_computer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "8")
    assert run(["play", "resource-war", "--second", "random", "--seed", "4", "--answers", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turns"][0][0] == 8


def test_a_script_must_be_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, b"\xff\xfe")
    assert run(["play", "color-capture", "--answers", "-"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_scripted_matches_are_saved_only_on_request(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    typed(monkeypatch, "15 1")
    assert run(["play", "color-capture", "--answers", "-"]) == 0
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
