"""`parlour stats`: results, losses over time and costly positions, from the saved matches."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest
from terminal.keyboard_session import PtySession
from terminal.reader import blunder

import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.coach.reviews import review_match
from parlour.match.match import Match
from parlour.solver.review import Review
from parlour.solver.solution import Solution
from parlour.terminal.matches.review_cache import review_parts
from parlour.terminal.matches.saved import saved_matches


def save_all(home: Path, *matches: Match) -> None:
    """Save matches a day apart, the oldest first."""
    home.mkdir(parents=True)
    for day, match in enumerate(matches):
        path = home / f"{day}.json"
        storage.save(match, path)
        os.utime(path, (1_700_000_000 + 86_400 * day,) * 2)


def war(*turns: tuple[int, int], **rules: int) -> Match:
    match = Match(parlour.game("resource-war", **rules), ("perfect", "human"))
    for bids in turns:
        match.play(*bids)
    return match


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, list[dict[str, object]]]:
    assert run(["stats", "--json", *arguments]) == 0
    found: dict[str, list[dict[str, object]]] = json.loads(capsys.readouterr().out)
    return found


def test_results_are_counted_by_game_and_opponent(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_all(home, blunder(), blunder(("random", "human")), blunder(), war((1, 8)), war((3, 2)))
    results = document(capsys)["results"]
    assert [(row["game"], row["opponent"], row["won"], row["lost"], row["drawn"]) for row in results] == [
        ("color-capture", "random", 1, 2, 0),
        ("resource-war", "perfect", 1, 0, 0),  # the other match is not over
    ]
    assert results[0]["rules"] == parlour.game("color-capture").named_rules()
    assert results[0]["choices"] == 12
    assert results[0]["mean_loss"] == pytest.approx(2 * 2.0 / 12)
    assert [row["opponent"] for row in document(capsys, "resource-war")["results"]] == ["perfect"]
    assert [row["game"] for row in document(capsys, "--with", "random")["results"]] == ["color-capture"]


def test_losses_are_exact_and_shown_over_time(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_all(home, blunder(), blunder(("random", "human")))
    periods = document(capsys)["periods"]
    assert [period["mean_loss"] for period in periods] == [pytest.approx(2.0 / 4), 0.0]
    assert str(periods[0]["begin"]) < str(periods[1]["begin"])


def test_many_matches_make_few_periods(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_all(home, *[blunder()] * 19)
    periods = document(capsys)["periods"]
    assert len(periods) == 8
    assert sum(int(str(period["matches"])) for period in periods) == 19


def test_the_matches_of_a_day_are_one_period_and_everybody_has_their_own(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = blunder(("human", "human"))
    named.names = ("Ada", "Grace")
    save_all(home, blunder(), blunder(), blunder(), named)
    os.utime(home / "1.json", (1_700_000_000 + 1,) * 2)  # on the day of the first
    periods = document(capsys)["periods"]
    assert [(period["name"], period["matches"]) for period in periods] == [
        (None, 2),
        (None, 1),
        ("Ada", 1),
        ("Grace", 1),
    ]
    assert run(["stats"]) == 0
    table = capsys.readouterr().out.partition("over time:")[2].partition("The positions")[0]
    assert table.count("2023-11-") == 2  # one day alone says nothing new
    assert "Ada" not in table


def test_no_loss_is_a_number_and_somebody_without_a_name_is_you(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = blunder(("human", "human"))
    named.names = ("Ada", "Grace")
    save_all(home, blunder(("random", "human")), named)
    assert run(["stats"]) == 0
    results = capsys.readouterr().out.partition("The positions")[0]
    assert "Mean loss" in results
    assert [line.split()[0 :: len(line.split()) - 1] for line in results.splitlines() if "Color Capture" in line] == [
        ["you", "0"],
        ["Ada", "0.500"],
        ["Grace", "0"],
    ]
    assert "over time" not in results


def test_long_statistics_are_shown_in_pages(home: Path) -> None:
    save_all(home, blunder(), *[war((number, 10)) for number in range(3)])
    session = PtySession(home.parent, "stats", environment={"PAGER": ""})
    session.child.setwinsize(12, 80)
    session.until("Enter for more, b for back, q to stop: ")
    session.type("Ctrl-C")
    assert session.end() == 0


def test_a_position_that_was_lost_twice_costs_twice(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_all(home, blunder(), blunder())
    (position,) = document(capsys)["positions"]
    assert (position["loss"], position["times"], position["turn"]) == (4.0, 2, 7)
    assert str(position["file"]).endswith("1.json")


def test_two_people_count_if_they_gave_their_names(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = blunder(("human", "human"))
    named.names = ("Ada", "Grace")
    save_all(home, blunder(("human", "human")), named)
    assert [(row["name"], row["opponent"], row["won"]) for row in document(capsys)["results"]] == [
        ("Ada", "Grace", 0),
        ("Grace", "Ada", 1),
    ]
    assert [row["name"] for row in document(capsys, "--name", "grace")["results"]] == ["Grace"]
    assert [row["name"] for row in document(capsys, "--with", "grace")["results"]] == ["Ada"]
    assert run(["stats"]) == 0
    assert "Left out: 1 match of two people without names." in capsys.readouterr().out


def test_every_choice_can_be_exported(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_all(home, blunder())
    assert run(["stats", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["turn"] for row in rows] == ["1", "3", "5", "7"]
    assert [float(row["loss"]) for row in rows] == [0.0, 0.0, 0.0, 2.0]
    assert [row["forced"] for row in rows] == ["0"] * 4
    assert rows[3]["choice"] == "take position 9: Green"
    assert (rows[3]["seat"], rows[3]["opponent"], rows[3]["result"]) == ("1", "random", "lost")
    assert run(["stats", "--csv", "--json"]) == 2


def test_a_variant_that_is_not_solved_here_is_counted_but_not_reviewed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_all(home, war((1, 50), points=100, target=40))
    assert document(capsys)["results"][0]["mean_loss"] is None
    assert run(["stats"]) == 0
    shown = capsys.readouterr().out
    lines = iter(shown.splitlines())
    assert next(line for line in lines if line.startswith("Resource War (points=100, "))
    assert next(lines).strip() == "target=40)"  # it does not fit next to the figures
    note = "Not reviewed: 1 match of variants that are not solved here; parlour solve does it."
    assert note in " ".join(shown.split())


def test_without_results_you_learn_how_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stats"]) == 0
    assert "There are no such results yet.\nTo play: " in capsys.readouterr().out


@pytest.mark.parametrize("columns", [40, 80])
def test_the_statistics_at_a_terminal(columns: int, home: Path) -> None:
    save_all(home, blunder(), blunder(("random", "human")))
    session = PtySession(home.parent, "stats", columns=columns)
    assert session.end() == 0
    text = session.text
    assert "The positions that cost most:" in text
    assert "(R)(B)(G)(R)(B)(G)(R)(B)(G)" in text
    assert "Played: take position 9: Green. Better: take position 1: Red." in " ".join(text.split())
    assert "(turn 7)" in text


def test_a_match_is_reviewed_once(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    save_all(home, blunder(), war((1, 8)))
    reviewed = []

    def count_and_review(solution: Solution, match: Match) -> Review:
        reviewed.append(match.game.name)
        return review_match(solution, match)

    monkeypatch.setattr("parlour.terminal.matches.review_cache.review_match", count_and_review)
    first = [part.review for part in review_parts(saved_matches(pytest.fail))]
    assert reviewed == ["color-capture", "resource-war"]
    assert [part.review for part in review_parts(saved_matches(pytest.fail))] == first
    assert len(reviewed) == 2
    storage.save(war((2, 9)), home / "1.json")  # another match in the same file
    review_parts(saved_matches(pytest.fail))
    assert len(reviewed) == 3
    monkeypatch.setattr("parlour.solver.solution_files.code_digest", lambda: "another solver")
    review_parts(saved_matches(pytest.fail))
    assert len(reviewed) == 5
    (tmp_path / "cache" / "parlour" / "reviews.json").write_text('{"format": "parlour reviews"')
    review_parts(saved_matches(pytest.fail))
    assert len(reviewed) == 7


def test_a_forfeit_is_kept_with_the_review(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    match = war((1, 1))
    match.concede(1, "resigned")
    save_all(home, match)
    (calculated,), (kept,) = (review_parts(saved_matches(pytest.fail)) for _ in range(2))
    assert calculated.review == kept.review
    assert kept.review is not None
    assert kept.review.forfeit == (1, 1.0)  # the position was even


def test_reviewing_shows_its_progress_the_first_time(home: Path, tmp_path: Path) -> None:
    save_all(home, blunder())
    for bars in (1, 0):
        session = PtySession(home.parent, "stats", environment={"XDG_CACHE_HOME": str(tmp_path / "cache")})
        assert session.end() == 0
        assert session.text.count("The positions that cost most:") == 1
        assert ("Reviewing your matches" in session.text) == bool(bars)
