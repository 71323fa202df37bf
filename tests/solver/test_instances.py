"""Named instances of every game, with numbers that can be calculated again."""

from __future__ import annotations

import numpy as np
import pytest
from support import SIXTH, with_file

import parlour
from parlour.games.errors import ParlourError, TooLarge
from parlour.players.basic import Uniform
from parlour.solver.instances import Instance, read_entries

GAMES = with_file("instances.json")
ALL = parlour.instances()


def test_every_instance_was_measured_and_nothing_else() -> None:
    names = [instance.name for instance in ALL]
    assert len(set(names)) == len(names) == sum(len(read_entries(parlour.game(name))) for name in GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_instances_rise_from_milliseconds_to_what_is_too_large(name: str) -> None:
    instances = parlour.instances(name)
    assert [instance.states for instance in instances] == sorted(instance.states for instance in instances)
    assert instances[0].seconds is not None
    assert parlour.game(name) in [instance.game for instance in instances]  # the standard game
    for instance in instances:
        assert -1.0 <= instance.lower <= instance.upper <= 1.0
        assert 0.0 <= instance.uniform <= 1.0
        assert instance.counted == (instance.proof == "solved") == (instance.seconds is not None)
        assert (instance.value is None) == (instance.proof == "none")


@pytest.mark.filterwarnings(
    "ignore::parlour.WideProof"
)  # in Token Tactics the best response to uniform play is not proved to be one
@pytest.mark.parametrize(
    "instance", [instance for instance in ALL if instance.counted and instance.states < 1_000], ids=lambda r: r.name
)
def test_small_instances_are_as_they_are_calculated_again(instance: Instance) -> None:
    solution = parlour.solve(instance.game)
    assert len(solution.states) == instance.states
    assert solution.bounds(instance.game.start()) == pytest.approx((instance.lower, instance.upper), abs=1e-9)
    assert parlour.exploitability(instance.game, Uniform()) == pytest.approx(instance.uniform, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.untraced
def test_the_largest_instance_is_out_of_reach(name: str) -> None:
    instance = parlour.instances(name)[-1]
    assert not instance.counted
    with pytest.raises(TooLarge):
        parlour.solve(instance.game)


def test_instances_of_an_unknown_game_are_an_error() -> None:
    with pytest.raises(ParlourError, match="there is no game 'chess'; the games are: token-tactics"):
        parlour.instances("chess")
    with pytest.raises(ParlourError, match=r"odds-and-evens has no named instances: there are none in instances\.json"):
        parlour.instances(SIXTH)


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
