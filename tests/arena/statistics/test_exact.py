"""Exact tables: the scores of players whose mixes are known."""

from __future__ import annotations

import json

import pytest
from exact_tables import PAGE, table_of

import parlour
from parlour.arena.statistics.exact import exact_table
from parlour.cli.main import run
from parlour.players import player

NAMES = ("random", "medium", "perfect")


def test_a_table_agrees_with_the_solution_and_with_itself() -> None:
    game = parlour.game("token-showdown", tokens=10, points=2)
    table = exact_table(game, {name: player(name) for name in NAMES})
    for one in NAMES:
        assert table.score(one, one) == 0.0
        for other in NAMES:  # the seats of this game are alike, up to the choice among several perfect mixes
            row, column = NAMES.index(one), NAMES.index(other)
            assert table.scores[row][column] == pytest.approx(-table.scores[column][row], abs=1e-4)
            assert table.score("perfect", other) >= -1e-9
    assert table.average("random") < table.average("medium") < table.average("perfect")


def test_seats_count_alike_in_a_score() -> None:
    game = parlour.game("color-capture")
    table = exact_table(game, {name: player(name) for name in NAMES})
    first = table.scores[NAMES.index("medium")][NAMES.index("random")]
    second = -table.scores[NAMES.index("random")][NAMES.index("medium")]
    assert first > second, "the first player of Color Capture wins"
    assert table.score("medium", "random") == pytest.approx((first + second) / 2)


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "table", "color-capture"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[5].split() == ["first", "seat", "random", "beginner", "easy", "medium", "hard", "perfect", "average"]
    assert lines[11].split()[:7] == ["perfect", *["+1.000"] * 6]


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "table", "token-showdown", "--set", "tokens=6", "--player", "random", "--player", "hard"]
    assert run([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["players"] == ["random", "hard"]
    assert document["rules"]["tokens"] == 6
    assert document["scores"][0][1] < 0.0


def test_a_player_without_a_mix_has_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("program:cat", "search"):  # `search` finds another mix every time
        assert run(["arena", "table", "color-capture", "--player", name, "--player", "hard"]) == 2
        assert f"it is not known how likely the choices of {name} are" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["token-tactics", "color-capture", "resource-war"])
def test_the_documented_tables(name: str) -> None:
    """The other two games take too long here."""
    assert table_of(parlour.game(name)) in PAGE.read_text(encoding="utf-8")
