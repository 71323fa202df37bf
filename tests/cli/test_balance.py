"""`parlour balance`: which change makes the game fair."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import SIXTH

import parlour
from parlour.cli.main import run
from parlour.cli.options import values_from

SMALL = ["balance", "token-tactics", "--set", "cap=3"]


def test_the_fairest_variant_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*SMALL, "--set", "start=2", "--vary", "both_empty=defender,draw,attacker"]) == 0
    shown = capsys.readouterr().out
    rows = [line.split() for line in shown.splitlines()]
    assert [row[:3] for row in rows if row and row[0] in ("defender", "draw", "attacker")] == [
        ["defender", "-1.000", "exact"],
        ["draw", "0.000", "exact"],
        ["attacker", "+1.000", "exact"],
    ]
    assert shown.startswith("Token Tactics (start=2, cap=3): how fair its variants are\n")
    assert "Fairest: both_empty=draw (even)." in shown
    assert shown.count("fairest") == 1  # in the table
    assert max(map(len, shown.splitlines())) <= 80


def test_equally_fair_variants_are_all_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*SMALL, "--vary", "start=1..3..2", "--vary", "both_empty=defender,draw"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "2 variants are the fairest (even): start=1, both_empty=draw; start=3, both_empty=draw." in shown
    assert run(["balance", SIXTH, "--vary", "points=1..3"]) == 0
    assert "All variants are even." in capsys.readouterr().out
    assert run(["balance", "color-capture", "--vary", "repeats=1..3"]) == 0
    assert "All variants are equally fair: at most 1.000 from even." in capsys.readouterr().out


def test_measured_lengths_are_marked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["balance", SIXTH, "--vary", "points=3"]) == 0
    shown = capsys.readouterr().out
    assert " 4.1 " in shown
    assert "~" not in shown
    monkeypatch.setattr("parlour.solver.fairness.HORIZON", 100)
    assert run(["balance", "tower-siege", "--set", "stride=1", "--set", "cards=1", "--vary", "tower=3"]) == 0
    shown = capsys.readouterr().out
    assert "> 100.0" in shown
    assert "games stop after 100 turns, random ones after 1,000" in " ".join(shown.split())
    assert run([*SMALL, "--vary", "start=2"]) == 0
    assert "~ " in capsys.readouterr().out


@pytest.fixture
def little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without cached solutions, on which Token Showdown with 20 tokens is too large to solve."""
    monkeypatch.setattr("parlour.solver.solution_files.cache_folder", lambda: tmp_path)
    monkeypatch.setattr("parlour.solver.states.estimate.MAX_MEMORY", 50_000)


@pytest.mark.usefixtures("little_memory")
def test_variants_that_are_too_large_are_marked_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["balance", "token-showdown", "--vary", "tokens=4,20"]) == 0
    shown = capsys.readouterr().out
    assert ["20", "too", "large"] in [line.split() for line in shown.splitlines()]
    assert "tokens=20: parlour.game('token-showdown', tokens=20) is too large to solve" in " ".join(shown.split())
    assert "Fairest: tokens=4 (even)." in shown
    assert run(["balance", "token-showdown", "--vary", "tokens=20"]) == 2
    assert "none of these variants can be solved here" in capsys.readouterr().err


@pytest.mark.usefixtures("little_memory")
def test_json_has_every_variant(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["balance", "token-showdown", "--vary", "tokens=4,20", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["format", "version", "game", "varied", "variants", "fairest", "complete"]
    assert document["varied"] == {"tokens": [4, 20]}
    small, large = document["variants"]
    assert list(small) == ["rules", "value", "bounds", "states", "perfect", "random"]
    assert small["perfect"]["exact"] is True
    assert list(large) == ["rules", "too_large"]
    assert document["fairest"] == [{"tokens": 4, "points": 5}]
    assert document["complete"] is True


def test_an_interruption_shows_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from parlour.solver import api

    solve, games = api.solve, []

    def interrupted(game: parlour.Game, **options: Any) -> Any:
        games.append(game)
        if len(games) == 3:
            raise KeyboardInterrupt
        return solve(game, **options)

    monkeypatch.setattr(api, "solve", interrupted)
    arguments = ["balance", SIXTH, "--vary", "points=1..9"]
    assert run(arguments) == 130
    assert "Interrupted after 2 of 9 variants; only these are shown." in capsys.readouterr().out
    games.clear()
    assert run([*arguments, "--json"]) == 130
    document = json.loads(capsys.readouterr().out)
    assert (len(document["variants"]), document["complete"]) == (2, False)


@pytest.mark.parametrize("vary", [["points=1..3"], ["points=1..2", "fingers=1,2"]])
def test_the_plot_is_saved(vary: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fair.svg"
    assert run(["balance", SIXTH, *(part for option in vary for part in ("--vary", option)), "--plot", str(path)]) == 0
    assert f"The plot is saved in {path}." in capsys.readouterr().out
    assert "<svg" in path.read_text()


def test_named_choices_can_be_varied_by_number(tmp_path: Path) -> None:
    path = tmp_path / "fair.png"
    assert run([*SMALL, "--vary", "start=1..2", "--vary", "both_empty=0..2", "--plot", str(path)]) == 0
    assert path.exists()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("tower=4..6", [4, 5, 6]),
        ("tower=10..40..15", [10, 25, 40]),
        ("tower=3,5..6,5", [3, 5, 6]),
        ("both_empty=draw,defender", ["draw", "defender"]),
    ],
)
def test_vary_takes_ranges_and_lists(text: str, values: list[object]) -> None:
    assert list(values_from((text,)).values()) == [values]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing option '--vary'"),
        (["--vary", "tower"], "--vary takes KEY=VALUES"),
        (["--vary", "tower="], "--vary takes KEY=VALUES"),
        (["--vary", "tower=5..3"], "names no values: from 5 to 3"),
        (["--vary", "tower=1..9..0"], "names no values"),
        (["--vary", "tower=1..x"], "ranges are a..b or a..b..step"),
        (["--vary", "tower=1,,2"], "is not valid"),
        (["--vary", "tower=1..100000"], "names too many values"),
        (["--vary", "tower=1..900", "--vary", "cards=1..9"], "asks for 8,100 variants"),
        (["--vary", "tower=1", "--vary", "tower=2"], "--vary gives tower twice"),
        (["--vary", "tower=1", "--set", "tower=2"], "tower is given with --set and with --vary"),
        (["--vary", "tower=0..2"], "tower of tower-siege must be a whole number from 1 to 1000, not 0"),
        (["--vary", "height=1..2"], "tower-siege has no parameter 'height'"),
        (["--vary", "tower=1..2", "--plot", "fair.txt"], "the file name of a plot must end in .svg or .png"),
    ],
)
def test_invalid_options_exit_with_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["balance", "tower-siege", *arguments]) == 2
    output = capsys.readouterr()
    assert message in output.err
    assert output.out == ""
