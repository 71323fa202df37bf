"""Losses: those of a review of each match, and derived data that is rebuilt whenever it has to be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arena.played_pairs import SMALL, Cautious, played_pairs

import parlour
from parlour.arena.harness.played import PlayedMatch
from parlour.arena.tournament import losses
from parlour.arena.tournament.losses import LOSSES, load_losses
from parlour.arena.tournament.plan import TournamentPlan
from parlour.arena.tournament.results import TournamentResults
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.match.match import Failure
from parlour.players import Careless, Uniform
from parlour.solver.review import review


def results(*games: Game, pairs: int = 5) -> TournamentResults:
    matches = [
        match._replace(pair=match.pair + 100 * k)
        for k, game in enumerate(games)
        for match in played_pairs(game, Careless(2.0), Cautious(), pairs)
    ]
    variants = {game.name: game for game in games}
    return TournamentResults(TournamentPlan(0, pairs, 1000, variants, (), (("X", "Y"),)), tuple(matches))


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_losses_are_those_of_a_review(game: Game, tmp_path: Path) -> None:
    run = results(game)
    found = load_losses(tmp_path, run)
    for match in run.matches:
        judged = review(parlour.solve(game), match.line)
        own = found.matches.get(match.key)
        assert own is not None
        for seat in (0, 1):
            known = {
                turn.number: choice.loss
                for turn in judged.turns
                for choice in turn.choices
                if choice.player == seat and len(game.actions(turn.before, seat)) > 1
            }
            assert dict(own.losses[seat]) == pytest.approx(known, abs=1e-7)
            assert own.total(seat) == pytest.approx(judged.total_loss(seat), abs=1e-6)
        assert own.luck == pytest.approx(sum(turn.luck for turn in judged.turns), abs=1e-6)


def test_a_file_has_one_line_for_each_match_and_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = results(*SMALL[3:])
    written = load_losses(tmp_path, run)
    lines = [json.loads(line) for line in (tmp_path / LOSSES).read_text().splitlines()]
    assert [list(line) for line in lines[1:]] == [["pair", "swapped", "losses", "luck"]] * 20
    monkeypatch.setattr(losses, "judge_results", None)  # not needed
    assert load_losses(tmp_path, run) == written


def test_progress_goes_up_to_1(tmp_path: Path) -> None:
    heard: list[float] = []
    load_losses(tmp_path, results(SMALL[3], pairs=2), heard.append)
    assert heard == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.parametrize("damage", ["gone", "torn", "short", "not JSON", "of other matches", "empty"])
def test_a_file_that_does_not_fit_is_written_again(tmp_path: Path, damage: str) -> None:
    run, path = results(SMALL[3]), tmp_path / LOSSES
    expected = load_losses(tmp_path, run)
    text = path.read_text()
    if damage == "gone":
        path.unlink()
    elif damage == "of other matches":
        load_losses(tmp_path, run._replace(matches=run.matches[2:]))
        assert path.read_text() != text
    else:
        damaged = {
            "torn": text[:-9],
            "short": text[: text.rindex("\n", 0, -1) + 1],
            "not JSON": "{" + text,
            "empty": "",
        }
        path.write_text(damaged[damage])
    assert load_losses(tmp_path, run) == expected
    assert path.read_text() == text
    assert [each.name for each in tmp_path.iterdir()] == [LOSSES]


def test_variants_that_are_too_large_are_skipped_with_the_reason(tmp_path: Path) -> None:
    large = parlour.game("token-showdown", tokens=1000)
    run = results(SMALL[3], pairs=1)
    variants = {**run.plan.games, "large": large, "never played": large}
    match = PlayedMatch(300, False, "large", ("X", "Y"), 0, Line(large, [(1000, 999)]), "won", 0, None)
    run = TournamentResults(run.plan._replace(games=variants), (*run.matches, match))
    found = load_losses(tmp_path, run)
    assert list(found.skipped) == ["large"]
    assert "states" in found.skipped["large"]
    assert found.matches.get(match.key) is None
    assert len(found.matches) == 2
    assert load_losses(tmp_path, run) == found


def test_a_forfeit_loses_all_that_the_position_was_worth(tmp_path: Path) -> None:
    game = SMALL[3]
    first, second = played_pairs(game, Uniform(), Uniform(), 1, max_turns=3)
    matches = (first._replace(failure=Failure(0, "late")), second._replace(failure=Failure(1, "late")))
    run = TournamentResults(TournamentPlan(0, 1, 3, {game.name: game}, (), ()), matches)
    found = load_losses(tmp_path, run)
    assert load_losses(tmp_path, run) == found, "it is read back"
    for match, seat in zip(matches, (0, 1), strict=True):
        own = found.matches.get(match.key)
        assert own is not None
        value = parlour.solve(game).value(match.line.state)
        (*others, (number, loss)), rest = own.losses[seat], own.losses[1 - seat]
        assert number == len(match.line) + 1
        assert loss == pytest.approx(1.0 + (value if seat == 0 else -value))
        assert all(turn <= len(match.line) for turn, _ in rest)
        assert own.total(seat) == pytest.approx(sum(each for _, each in others) + loss)
    assert load_losses(tmp_path, run._replace(matches=(first, second))) != found


def test_a_match_that_stopped_is_reviewed_as_far_as_it_went(tmp_path: Path) -> None:
    game = SMALL[3]
    matches = played_pairs(game, Uniform(), Uniform(), 1, max_turns=3)
    run = TournamentResults(TournamentPlan(0, 1, 3, {game.name: game}, (), ()), tuple(matches))
    found = load_losses(tmp_path, run)
    turns = [[[number for number, _ in own] for own in each.losses] for each in found.matches.values()]
    assert turns == [[[1, 3], [2]]] * 2
