"""Results are replayed, and a forfeit counts as lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arena.tournaments import entrant, plan_of, played

from parlour.arena.harness.ledger import DamagedFile
from parlour.arena.tournament.results import read_results
from parlour.match.match import Failure


def test_results_are_what_was_played(tmp_path: Path) -> None:
    plan = plan_of()
    played(plan, tmp_path)
    results = read_results(tmp_path)
    assert results.plan == plan
    assert len(results.matches) == 2 * plan.total
    for first, second in zip(results.matches[::2], results.matches[1::2], strict=True):
        assert (first.pair, first.game, first.seed) == (second.pair, second.game, second.seed)
        assert first.players == second.players[::-1]
        assert (first.swapped, second.swapped) == (False, True)
        assert first.score(first.players[0]) == -first.score(first.players[1])


def test_a_forfeit_counts_as_lost_and_says_why(tmp_path: Path) -> None:
    played(plan_of(players=["random", entrant("illegal", "Illegal")]), tmp_path)
    for match in read_results(tmp_path).matches:
        assert (match.outcome, match.winner) == ("failed", None)
        assert match.score("illegal") == -1.0
        assert match.score("random") == 1.0
        assert isinstance(match.failure, Failure)
        assert "cannot choose -1" in match.failure.reason


def test_a_match_that_is_too_long_counts_as_a_draw(tmp_path: Path) -> None:
    played(plan_of(max_turns=2, games=["tower-siege"], players=["random", entrant("slow", "Slow")]), tmp_path)
    for match in read_results(tmp_path).matches:
        assert match.outcome == "unfinished"
        assert match.score("random") == match.score("slow") == 0.0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"winner": 5}, "the turns lead to another result"),
        ({"turns": [7]}, "line 1 is damaged"),
        ({"turns": [], "outcome": "running", "winner": None}, "the match is not over"),
        ({"game": "chess"}, "line 1: game is not what the plan says"),
        ({"game": "short war"}, "line 1: game is not what the plan says"),
        ({"pair": 36}, "line 1: pair is not what the plan says"),
        ({"pair": 1}, "line 1: seed is not what the plan says"),
        ({"players": ["hard", "random"]}, "line 1: players is not what the plan says"),
        ({"players": ["random", "failing"]}, "line 1: players is not what the plan says"),
        ({"swapped": True}, "line 1: swapped is not what the plan says"),
        ({"seed": 5}, "line 1: seed is not what the plan says"),
    ],
)
def test_a_match_that_cannot_have_happened_is_an_error(change: dict[str, object], reason: str, tmp_path: Path) -> None:
    played(plan_of(), tmp_path)
    path = tmp_path / "matches.jsonl"
    first, *others = path.read_text().splitlines(keepends=True)
    path.write_text(json.dumps({**json.loads(first), **change}) + "\n" + "".join(others))
    with pytest.raises(DamagedFile, match=reason):
        read_results(tmp_path)


def test_a_pair_that_is_there_twice_is_an_error(tmp_path: Path) -> None:
    played(plan_of(), tmp_path)
    path = tmp_path / "matches.jsonl"
    path.write_text(path.read_text() + "".join(path.read_text().splitlines(keepends=True)[:2]))
    with pytest.raises(DamagedFile, match="pair 0 is there twice"):
        read_results(tmp_path)


def test_an_unfinished_run_can_be_read(tmp_path: Path) -> None:
    played(plan_of(), tmp_path)
    path = tmp_path / "matches.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:5]) + b'{"pa')
    assert len(read_results(tmp_path).matches) == 4
    path.unlink()
    with pytest.raises(DamagedFile, match="cannot be read"):
        read_results(tmp_path)
