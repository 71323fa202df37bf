"""The ladder: named instances of every game, with numbers that can be calculated again."""

from __future__ import annotations

import json

import numpy as np
import pytest

import parlour
from parlour.games.errors import ParlourError, TooLarge
from parlour.players.uniform import Uniform
from parlour.solver.ladder import FILE, RUNGS, Rung

LADDER = parlour.ladder()


def test_every_rung_was_measured_and_nothing_else() -> None:
    names = [rung.name for rung in LADDER]
    assert sorted(names) == sorted(json.loads(FILE.read_text(encoding="utf-8")))
    assert len(set(names)) == len(names) == sum(map(len, RUNGS.values()))


@pytest.mark.parametrize("name", RUNGS)
def test_a_ladder_rises_from_milliseconds_to_what_is_too_large(name: str) -> None:
    rungs = parlour.ladder(name)
    assert [rung.states for rung in rungs] == sorted(rung.states for rung in rungs)
    assert rungs[0].seconds is not None
    assert parlour.game(name) in [rung.game for rung in rungs]  # the standard game
    for rung in rungs:
        assert -1.0 <= rung.lower <= rung.upper <= 1.0
        assert 0.0 <= rung.uniform <= 1.0
        assert rung.counted == (rung.proof == "solved") == (rung.seconds is not None)
        assert (rung.value is None) == (rung.proof == "none")


@pytest.mark.filterwarnings("default")  # in Token Tactics the best response to uniform play is not proved to be one
@pytest.mark.parametrize(
    "rung", [rung for rung in LADDER if rung.counted and rung.states < 1_000], ids=lambda r: r.name
)
def test_small_rungs_are_as_they_are_calculated_again(rung: Rung) -> None:
    solution = parlour.solve(rung.game)
    assert solution.states == rung.states
    assert solution.bounds(rung.game.start()) == pytest.approx((rung.lower, rung.upper), abs=1e-9)
    assert parlour.exploitability(rung.game, Uniform()) == pytest.approx(rung.uniform, abs=1e-9)


@pytest.mark.parametrize("name", RUNGS)
def test_the_highest_rung_is_out_of_reach(name: str) -> None:
    rung = parlour.ladder(name)[-1]
    assert not rung.counted
    with pytest.raises(TooLarge):
        parlour.solve(rung.game)


def test_an_unknown_ladder_is_an_error() -> None:
    with pytest.raises(ParlourError, match="there is no ladder of 'chess'; there are: token-tactics"):
        parlour.ladder("chess")


def test_what_a_player_wins_is_a_lower_bound_of_exploitability() -> None:
    game = parlour.game("token-showdown", tokens=8, points=2)
    exact = parlour.exploitability(game, Uniform())
    found = parlour.exploited(game, "random", "perfect", pairs=200)
    assert 0.0 < found.at_least < found.gain
    assert found.at_least < exact
    assert parlour.exploited(game, "random", "perfect", pairs=200) == found  # the same seed
    lost = parlour.exploited(game, "perfect", "random", pairs=50)
    assert lost.gain < 0.0
    assert lost.at_least == 0.0


def test_policies_can_exploit_and_be_exploited() -> None:
    game = parlour.game("token-showdown", tokens=8, points=2)

    @parlour.batched
    def uniform(_: object, legal: np.ndarray, __: int) -> np.ndarray:
        return np.asarray(legal / legal.sum(axis=1, keepdims=True))

    found = parlour.exploited(game, uniform, parlour.solve(game).policy, pairs=200)
    assert 0.0 < found.at_least < parlour.exploitability(game, uniform)


def test_a_player_that_fails_is_reported() -> None:
    class Broken:
        def choose(self, view: object, random: object) -> int:
            raise RuntimeError("no idea")

    with pytest.raises(ParlourError, match="a player failed"):
        parlour.exploited(parlour.game("color-capture"), Broken(), "random", pairs=2)
