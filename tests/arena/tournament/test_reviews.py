"""Grades: the same as a review of each match gives, and derived data that is rebuilt whenever it has to be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arena.played_pairs import SMALL, Cautious, played_pairs

import parlour
from parlour.arena.tournament import reviews as grades
from parlour.arena.tournament.plan import Plan, Variant
from parlour.arena.tournament.results import Played, Results
from parlour.arena.tournament.reviews import GRADES, load_grades
from parlour.games.game import Game
from parlour.match.match import Failure
from parlour.players import Careless, Uniform
from parlour.solver.grading import given_away, grade


def results(*games: Game, pairs: int = 5) -> Results:
    matches = [
        match._replace(pair=match.pair + 100 * k)
        for k, game in enumerate(games)
        for match in played_pairs(game, Careless(2.0), Cautious(), pairs)
    ]
    variants = tuple(Variant(game.name, game) for game in games)
    return Results(Plan(0, pairs, 1000, variants, (), (("X", "Y"),)), tuple(matches))


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_grades_are_those_of_a_review(game: Game, tmp_path: Path) -> None:
    run = results(game)
    found = load_grades(tmp_path, run)
    for match in run.matches:
        graded = grade(parlour.solve(game), match.decisions)
        own = found.of(match)
        assert own is not None
        for losses, decision in zip(own.losses, graded, strict=True):
            known = {
                choice.player: choice.loss
                for choice in decision.choices
                if len(game.actions(decision.before, choice.player)) > 1
            }
            assert {seat: loss for seat, loss in enumerate(losses) if loss is not None} == pytest.approx(
                known, abs=1e-7
            )
        assert own.luck == pytest.approx(sum(decision.luck for decision in graded), abs=1e-6)
        assert (own.given_away(0), own.given_away(1)) == pytest.approx(given_away(graded), abs=1e-6)


def test_a_file_has_one_line_for_each_match_and_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = results(*SMALL[3:])
    written = load_grades(tmp_path, run)
    lines = [json.loads(line) for line in (tmp_path / GRADES).read_text().splitlines()]
    assert [list(line) for line in lines[1:]] == [["pair", "swapped", "losses", "luck", "forfeit"]] * 20
    monkeypatch.setattr(grades, "grade_results", None)  # not needed
    assert load_grades(tmp_path, run) == written


def test_progress_goes_up_to_1(tmp_path: Path) -> None:
    heard: list[float] = []
    load_grades(tmp_path, results(SMALL[3], pairs=2), heard.append)
    assert heard == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.parametrize("damage", ["gone", "torn", "short", "not JSON", "of other matches", "empty"])
def test_a_file_that_does_not_fit_is_written_again(tmp_path: Path, damage: str) -> None:
    run, path = results(SMALL[3]), tmp_path / GRADES
    expected = load_grades(tmp_path, run)
    text = path.read_text()
    if damage == "gone":
        path.unlink()
    elif damage == "of other matches":
        load_grades(tmp_path, run._replace(matches=run.matches[2:]))
        assert path.read_text() != text
    else:
        damaged = {
            "torn": text[:-9],
            "short": text[: text.rindex("\n", 0, -1) + 1],
            "not JSON": "{" + text,
            "empty": "",
        }
        path.write_text(damaged[damage])
    assert load_grades(tmp_path, run) == expected
    assert path.read_text() == text
    assert [each.name for each in tmp_path.iterdir()] == [GRADES]


def test_variants_that_are_too_large_are_skipped_with_the_reason(tmp_path: Path) -> None:
    large = parlour.game("token-showdown", tokens=1000)
    run = results(SMALL[3], pairs=1)
    variants = (*run.plan.games, Variant("large", large), Variant("never played", large))
    match = Played(300, False, "large", ("X", "Y"), 0, ((1000, 999),), "won", 0, None)
    run = Results(run.plan._replace(games=variants), (*run.matches, match))
    found = load_grades(tmp_path, run)
    assert list(found.skipped) == ["large"]
    assert "states" in found.skipped["large"]
    assert found.of(match) is None
    assert len(found.matches) == 2
    assert load_grades(tmp_path, run) == found


def test_a_forfeit_gives_away_all_that_the_position_was_worth(tmp_path: Path) -> None:
    game = SMALL[3]
    first, second = played_pairs(game, Uniform(), Uniform(), 1, max_turns=3)
    matches = (first._replace(failure=Failure(0, "late")), second._replace(failure=Failure(1, "late")))
    run = Results(Plan(0, 1, 3, (Variant(game.name, game),), (), ()), matches)
    found = load_grades(tmp_path, run)
    assert load_grades(tmp_path, run) == found, "it is read back"
    for match, seat in zip(matches, (0, 1), strict=True):
        own = found.of(match)
        assert own is not None
        *_, last = grade(parlour.solve(game), match.decisions)
        value = parlour.solve(game).value(last.after)
        assert own.forfeit[seat] == pytest.approx(1.0 + (value if seat == 0 else -value))
        assert own.forfeit[1 - seat] is None
        others = sum(losses[seat] or 0.0 for losses in own.losses)
        assert own.given_away(seat) == pytest.approx(others + (own.forfeit[seat] or 0.0))
    assert load_grades(tmp_path, run._replace(matches=(first, second))) != found


def test_a_match_that_stopped_is_graded_as_far_as_it_went(tmp_path: Path) -> None:
    game = SMALL[3]
    matches = played_pairs(game, Uniform(), Uniform(), 1, max_turns=3)
    run = Results(Plan(0, 1, 3, (Variant(game.name, game),), (), ()), tuple(matches))
    found = load_grades(tmp_path, run)
    assert [len(each.losses) for each in found.matches.values()] == [3, 3]
    assert [[loss is None for loss in losses] for losses in found.matches[0, False].losses] == [
        [False, True],
        [True, False],
        [False, True],
    ]
