"""`parlour solve`: who wins, what is proved, and the best first choice."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support import OURS, SIXTH

from parlour import game
from parlour.cli.main import run

# Variants that are solved in no time.
SMALL: dict[str, list[str]] = {
    "token-tactics": ["start=3", "cap=4"],
    "token-showdown": ["tokens=9", "points=2"],
    "tower-siege": ["tower=3", "stride=2", "cards=3"],
    "color-capture": ["repeats=2"],
    "resource-war": ["points=5", "target=3"],
    SIXTH: ["points=2"],
}


def settings(*rules: str) -> list[str]:
    return [part for rule in rules for part in ("--set", rule)]


@pytest.mark.parametrize("name", [*OURS, SIXTH])
def test_every_game_is_solved_and_plotted(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "map.png"
    assert run(["solve", name, *settings(*SMALL.get(name, [])), "--plot", str(plot)]) == 0
    shown = capsys.readouterr().out
    assert "First choice of" in shown
    assert "states, solved" in shown
    assert max(map(len, shown.splitlines()[:-1])) <= 80
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_won_game_shows_who_wins_and_what_each_first_choice_costs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "tower-siege", *settings("tower=2", "stride=2", "cards=1")]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Tower Siege (tower=2, stride=2, cards=1)\nPlayer 1 wins, whatever Player 2 does.\n")
    assert "Value for Player 1: +1.000, exact up to rounding." in shown
    rows = [line.split() for line in shown.splitlines()]
    assert ["rest", "2.000"] in rows
    assert ["move", "2", "-", "(perfect", "play)"] in rows


def test_a_symmetric_game_shows_one_mix_for_both_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "resource-war", *settings("points=2", "target=2")]) == 0
    shown = capsys.readouterr().out
    assert "With perfect play the game is even." in shown
    assert "First choice of both players, in secret:" in shown
    assert shown.count("33%") == 3


def test_a_value_known_only_in_the_limit_has_a_proved_interval(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["solve", "tower-siege", *settings("tower=3", "stride=2", "cards=3")]
    assert run([*arguments, "--within", "0.01"]) == 0
    shown = capsys.readouterr().out
    assert "Player 1 has the advantage: at least 99." in shown
    assert "proved to lie between +0.99" in shown
    assert run([*arguments, "--within", "0.01", "--json"]) == 0
    wide = json.loads(capsys.readouterr().out)["bounds"]
    assert run([*arguments, "--json"]) == 0
    narrow = json.loads(capsys.readouterr().out)["bounds"]
    assert 0 < narrow[1] - narrow[0] <= 0.001 < wide[1] - wide[0] <= 0.01


def test_a_proof_that_is_too_wide_is_reported_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from parlour.solver.exact.certificate import Certificate
    from parlour.solver.solution import Solution

    monkeypatch.setattr(Solution, "certificate", property(lambda _: Certificate(-1.0, 1.0, 2.0)))
    line = "WideProof: values are proved only to within 2, so smaller losses cannot be detected."
    assert run(["solve", SIXTH]) == 0
    output = capsys.readouterr()
    assert line in output.out.splitlines()
    assert output.err == ""
    assert run(["solve", SIXTH, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["widest"], document["proved"], document["warning"]) == (2.0, False, line)
    assert run(["play", SIXTH, "--first", "perfect", "--second", "perfect", "--json"]) == 0
    assert capsys.readouterr().err == f"Note: {line}\n"


def test_json_says_whether_the_solution_was_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from parlour.solver import solution_files

    monkeypatch.setattr(solution_files, "cache_folder", lambda: tmp_path)
    documents = []
    for more in ([], [], ["--fresh"]):
        assert run(["solve", SIXTH, "--json", *more]) == 0
        documents.append(json.loads(capsys.readouterr().out))
    assert [document["cached"] for document in documents] == [False, True, False]
    assert list(documents[0]) == [
        "format", "version", "game", "rules", "value", "bounds", "widest", "proved", "warning", "states", "seconds",
        "cached", "first_turn",
    ]  # fmt: skip
    assert (documents[0]["proved"], documents[0]["warning"]) == (True, None)
    assert documents[0]["states"] == 9
    assert documents[0]["first_turn"][0]["perfect"][0] == {
        "action": 0,
        "label": "shows 0",
        "chance": pytest.approx(0.5),
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "there is no game 'chess'"),
        (["color-capture", "--set", "repeats=100"], "is too large to solve: it takes about"),
        (["token-showdown", "--within", "7"], "within must be from 1e-9 to 1, not 7.0"),
        (["token-showdown", "--set", "coins=3"], "token-showdown has no parameter 'coins'"),
        (["token-showdown", "--plot", "map.gif"], "the file name of a plot must end in .svg or .png"),
    ],
)
def test_a_game_that_cannot_be_solved_exits_with_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", *arguments]) == 2
    output = capsys.readouterr()
    assert message in output.err
    assert output.out == ""


def test_a_long_list_of_actions_ends_with_the_number_of_others() -> None:
    from parlour.cli.solve import LISTED, bar_lines

    mix = dict.fromkeys(range(1, 51), 1 / 50)
    lines = bar_lines(game("token-showdown"), 0, mix)
    assert len(lines) == LISTED + 1
    assert lines[-1] == "  and 20 others, 40% together"


@pytest.mark.parametrize(
    ("lower", "upper", "verdict"),
    [
        (-0.5, 0.5, "Neither player has a proved advantage: the value lies between -0.500 and +0.500."),
        (-0.75, -0.5, "Player 2 has the advantage: at least 50.0 more wins than losses in 100 games."),
        (-1.0, -0.2995, "Player 2 has the advantage: at least 29.9 more wins than losses in 100 games."),
        (0.9999944, 1.0, "Player 1 has the advantage: at least 99.9 more wins than losses in 100 games."),
        (-0.0002, 0.0002, "Neither player has a proved advantage: the value lies between -0.001 and +0.001."),
        (-1.0, -1.0, "Player 2 wins, whatever Player 1 does."),
        (0.0, 0.0, "With perfect play the game is even."),
    ],
)
def test_the_verdict_claims_no_more_than_is_proved(lower: float, upper: float, verdict: str) -> None:
    from parlour.cli import solve
    from parlour.solver.exact.certificate import Certificate

    proved: Any = SimpleNamespace(game=game("tower-siege"), certificate=Certificate(lower, upper, upper - lower))
    assert solve.verdict(proved) == verdict


def test_the_proved_interval_is_never_shown_narrower_than_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    for more, bounds in (([], "+0.9992 and +1.0000"), (["--within", "0.00001"], "+0.9999 and +1.0000")):
        assert run(["solve", "tower-siege", *settings(*SMALL["tower-siege"]), *more]) == 0
        assert f"proved to lie between {bounds}." in capsys.readouterr().out


def test_different_first_choices_are_shown_one_after_the_other() -> None:
    from parlour.cli.solve import first_turn_lines

    solution: Any = SimpleNamespace(game=game("resource-war"), policy=lambda _, player: {player: 1.0})
    assert first_turn_lines(solution) == [
        "First choice of Player 1, in secret:",
        f"  bid 0  100%  {'█' * 30}",
        "First choice of Player 2, in secret:",
        f"  bid 1  100%  {'█' * 30}",
    ]
