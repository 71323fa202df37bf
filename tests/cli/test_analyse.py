"""`parlour analyse`: a match compared with the exact solution."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support import OURS, SIXTH, played
from terminal.keyboard_session import PtySession
from terminal.reader import blunder as lost_win

import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.match.match import Failure, Match

WIDE = "WideProof: values are proved only to within 0.25, so smaller losses cannot be detected."
# Variants that are solved in no time.
SMALL: dict[str, dict[str, object]] = {
    "token-tactics": {"start": 3, "cap": 4},
    "token-showdown": {"tokens": 9, "points": 2},
    "tower-siege": {"tower": 3, "stride": 2, "cards": 3},
    "color-capture": {"repeats": 3},
    "resource-war": {"points": 5, "target": 3},
}


def saved(match: Match, folder: Path) -> str:
    path = folder / "match.json"
    storage.save(match, path)
    return str(path)


@pytest.fixture
def blunder(tmp_path: Path) -> str:
    """The first player takes the Blue on the right instead of the one on the left, and loses a won game."""
    return saved(played(parlour.game("color-capture", repeats=2), 1, 0, 1, 1), tmp_path)


def test_the_table_shows_every_turn_and_the_turning_point(blunder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", blunder]) == 0
    shown = capsys.readouterr().out
    rows = [line.split() for line in shown.splitlines()]
    assert ["1", "Player", "1", "take", "position", "6:", "Green", "+1.000", "-", "as", "played"] in rows
    assert "3 Player 1 take position 4: Blue +1.000 * 2.000 take position 1: Blue" in [" ".join(row) for row in rows]
    assert ["the", "end", "-1.000"] in rows
    text = " ".join(shown.split())
    assert (
        'The turning point is turn 3: Player 1 chose "take position 4: Blue", a loss of 2.000; '
        "perfect play is take position 1: Blue."
    ) in text
    assert "Total loss: Player 1 2.000, Player 2 none. Mean loss per choice: Player 1 1.000, Player 2 0." in text
    assert "Luck" not in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("name", [*OURS, SIXTH])
def test_the_analysis_of_every_game_fits_80_columns(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = parlour.play_match(parlour.game(name, **SMALL.get(name, {})), seed=5, max_turns=40)
    assert run(["analyse", saved(match, tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.count("\n") > len(match.line)
    assert "…" not in shown  # nothing is cut off


def test_luck_is_separate_from_losses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", saved(played(parlour.game(SIXTH), (1, 2), (1, 0), (1, 0)), tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "No choice had a loss." in shown
    assert "Luck in the secret rounds, in total: 1.000 in favour of Odds." in shown
    assert "-0.375" in shown


def test_a_turning_point_that_was_lucky_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = parlour.game("resource-war", points=5, target=3)
    assert run(["analyse", saved(played(game, (0, 2)), tmp_path)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert 'The turning point is turn 1: Player 1 chose "bid 0", a loss of 0.341; perfect play is ' in text
    assert "Luck in that round: 1.341 in favour of Player 1." in text


def test_json_has_every_turn_with_its_values(blunder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", blunder, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == [
        "format", "version", "game", "rules", "seats", "seed", "result", "within", "proved", "warning", "turns",
        "forfeit", "total_loss", "mean_loss", "luck", "turning_point",
    ]  # fmt: skip
    assert (document["format"], document["version"]) == ("parlour analysis", 2)
    assert document["result"] == {"outcome": "won", "winner": 1, "failure": None}
    assert document["turning_point"] == {"number": 3, "player": 0}
    assert (document["proved"], document["warning"]) == (True, None)
    assert (document["total_loss"], document["mean_loss"], document["luck"]) == ([2, 0], [1, 0], 0)
    assert document["forfeit"] is None
    third = document["turns"][2]
    assert list(third) == [
        "number", "state", "value", "bounds", "value_after", "bounds_after", "luck", "choices",
    ]  # fmt: skip
    assert third["state"]["remaining"] == 4
    assert (third["value"], third["bounds"], third["value_after"], third["bounds_after"]) == (1, [1, 1], -1, [-1, -1])
    assert third["choices"] == [
        {
            "player": 0,
            "action": 1,
            "label": "take position 4: Blue",
            "forced": False,
            "loss": 2,
            "perfect": [{"action": 0, "label": "take position 1: Blue", "chance": 1}],
        }
    ]


def test_a_match_with_hidden_fields_is_analysed_in_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = parlour.game("resource-war", points=3, target=2, hidden=True)
    assert run(["analyse", saved(played(game, (1, 0), (2, 2)), tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turns"][1]["state"]["resource1"] == 1


def test_an_unfinished_match_is_analysed_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = played(parlour.game("color-capture", repeats=3), 0, 1)
    assert run(["analyse", saved(match, tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "so far" in shown
    assert "The match is not finished: 2 turns so far." in shown
    match.stop(Failure(1, "out of ideas"))
    assert run(["analyse", saved(match, tmp_path)]) == 0
    assert "Player 2 (human) failed: out of ideas." in capsys.readouterr().out


def test_a_forfeit_counts_as_a_loss(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = played(parlour.game("color-capture", repeats=2), 1, 0)
    match.concede(0, "resigned")  # a won game
    assert run(["analyse", saved(match, tmp_path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["forfeit"] == {"player": 0, "loss": 2}
    assert (document["total_loss"], document["mean_loss"], document["turning_point"]) == ([2, 0], [1, 0], None)
    assert run(["analyse", saved(match, tmp_path)]) == 0
    assert "Mean loss per choice: Player 1 1.000, Player 2 0." in capsys.readouterr().out


def test_the_plot_is_saved(blunder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", blunder, "--plot", str(tmp_path / "match.svg")]) == 0
    assert f"The plot is saved in {tmp_path / 'match.svg'}." in capsys.readouterr().out
    assert "<svg" in (tmp_path / "match.svg").read_text()
    assert run(["analyse", blunder, "--plot", str(tmp_path / "match.png"), "--json"]) == 0
    json.loads(capsys.readouterr().out)
    assert (tmp_path / "match.png").read_bytes().startswith(b"\x89PNG")


def test_a_match_that_cannot_be_analysed_exits_with_2(
    blunder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.json"
    storage.save(Match(parlour.game("color-capture")), empty)
    large = tmp_path / "large.json"
    storage.save(played(parlour.game("color-capture", repeats=100), 1, 0), large)
    for arguments, message in (
        (["/nowhere"], "/nowhere cannot be read"),
        ([str(empty)], "has no turns yet"),
        ([str(large)], "is too large to solve: it takes about"),
        ([blunder, "--plot", "match.pdf"], "the file name of a plot must end in .svg or .png, not 'match.pdf'"),
        ([blunder, "--plot", "/nowhere/match.svg"], "/nowhere/match.svg cannot be written"),
    ):
        assert run(["analyse", *arguments]) == 2
        output = capsys.readouterr()
        assert message in output.err
        assert output.out == ""


def test_bounds_that_are_too_wide_are_mentioned() -> None:
    from parlour.cli.analyse import analysis_lines
    from parlour.solver.exact.certificate import Certificate
    from parlour.solver.review import review
    from parlour.terminal.console.console import Console

    match = played(parlour.game("color-capture", repeats=2), 1, 0)
    reviewed = review(parlour.solve(match.game), match.line)
    coarse: Any = SimpleNamespace(certificate=Certificate(-1, 1, 0.25), within=0.001)
    shown = " ".join(analysis_lines(Console(stdout=io.StringIO()), match, coarse, reviewed))
    assert WIDE in " ".join(shown.split())


def test_the_analysis_at_a_terminal_ends_with_the_board_at_the_turning_point(tmp_path: Path) -> None:
    storage.save(lost_win(), tmp_path / "match.json")
    session = PtySession(tmp_path, "analyse", str(tmp_path / "match.json"))
    assert session.end() == 0
    assert session.text.rstrip().endswith(f"  better {'█' * 20} +1.00  take position 1: Red")
