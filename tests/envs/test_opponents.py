"""Opponents in vector environments, and games that begin in a position of your choice."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

import parlour
from parlour import IllegalAction, ParlourError
from parlour.envs import aec, against, env_id, gymnasium_vector, parallel
from parlour.players import Careless, Perfect, Uniform
from parlour.players.base import MixedPlayer

WAR: dict[str, Any] = {"points": 4, "target": 3}
GAME = parlour.game("resource-war", **WAR)
LATER = GAME.play(GAME.start(), 1, 2)


def even(_: Any, legal: Any, __: int) -> Any:
    return legal / legal.sum(axis=1, keepdims=True)


def highest(state: Any, player: int) -> dict[int, float]:
    return {GAME.actions(state, player)[-1]: 1.0}


class Highest(MixedPlayer):
    def mix(self, game: Any, state: Any, player: int) -> dict[int, float]:
        return highest(state, player)


def make(opponent: Any, count: int = 3, **settings: Any) -> Any:
    return gymnasium.make_vec("parlour/ResourceWar-v0", num_envs=count, opponent=opponent, rules=WAR, **settings)


@pytest.mark.parametrize(
    "opponent",
    [
        "perfect",
        "medium",
        "bully",
        Perfect(),
        Careless(1.0),
        Uniform(),
        highest,
        parlour.batched(even),
        [("easy", 1), (Perfect(), 2), (parlour.batched(even), 1)],
    ],
    ids=lambda opponent: opponent if isinstance(opponent, str) else type(opponent).__name__,
)
def test_opponents_with_known_mixes_are_compiled(opponent: Any) -> None:
    plays_compiled(opponent)


def test_a_tabulated_opponent_is_compiled() -> None:
    plays_compiled(parlour.tabulate(GAME, "hard"))


def plays_compiled(opponent: Any) -> None:
    env = make(opponent)
    assert type(env).__name__ == "DuelVectorEnv"
    _, info = env.reset(seed=1)
    for _ in range(5):
        *_, info = env.step(info["action_mask"].argmax(axis=1))


def test_a_player_who_looks_ahead_is_asked_move_by_move() -> None:
    assert isinstance(make("search"), SyncVectorEnv)


def test_in_a_game_too_large_to_tabulate_a_player_is_asked_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise parlour.TooLarge("too large")

    monkeypatch.setattr(gymnasium_vector, "tabulate", refuse)
    assert isinstance(make(Uniform()), SyncVectorEnv)
    for opponent in ([("random", 1.0)], "perfect", "medium", "hothead"):  # these need the solution, or a table
        with pytest.raises(parlour.TooLarge):
            make(opponent)


@pytest.mark.parametrize("seat", [0, 1, "alternate"])
def test_a_deterministic_opponent_plays_as_in_the_single_environment(seat: Any) -> None:
    many, one = make(Highest(), 1, seat=seat, autoreset_mode="Disabled"), against(GAME, Highest(), seat=seat)
    for number in range(4):
        seen, info = many.reset(seed=1 if number == 0 else None)
        alone, alone_info = one.reset(seed=1 if number == 0 else None)
        over = False
        while not over:
            assert seen[0].tolist() == alone.tolist()
            assert info["action_mask"][0].tolist() == alone_info["action_mask"].tolist()
            action = int(np.flatnonzero(alone_info["action_mask"])[number % 2])
            seen, rewards, terminated, truncated, info = many.step(np.array([action]))
            alone, reward, *ends, alone_info = one.step(action)
            over = any(ends)
            assert (rewards[0], terminated[0], truncated[0]) == (reward, *ends)


def test_the_function_itself_is_asked_so_that_it_may_learn() -> None:
    class Network:
        asked = 0

        def __call__(self, table: Any, legal: Any, player: int) -> Any:
            self.asked += 1
            return even(table, legal, player)

    network = Network()
    env = make(parlour.batched(network))
    env.reset(seed=1)
    env.step(np.zeros(3, int))
    assert network.asked == 1


def test_perfect_play_gets_at_least_its_value() -> None:
    """Whoever plays at random loses to it in the long run."""
    env = make("perfect", 2000)
    _, info = env.reset(seed=3)
    random, total, games = np.random.default_rng(1), 0.0, 0
    for _ in range(12):
        actions = (random.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        _, rewards, terminated, _, info = env.step(actions)
        total, games = total + rewards.sum(), games + terminated.sum()
    assert games > 3000
    assert total / games < -0.1


@pytest.mark.parametrize("opponent", ["random", "perfect", "search"])
def test_an_environment_begins_in_a_position(opponent: Any) -> None:
    env = make(opponent, 2)
    observation, _ = env.reset(seed=1, options={"state": LATER})
    assert observation.tolist() == [[*LATER, 0]] * 2
    single = against(GAME, opponent)
    observation, _ = single.reset(seed=1, options={"state": LATER})
    assert observation.tolist() == [*LATER, 0]
    single.step(0)
    with pytest.raises(IllegalAction, match="which is over"):
        single.reset(options={"state": LATER._replace(winner=1)})
    with pytest.raises(ParlourError, match="there is no option 'start'; there are: "):
        single.reset(options={"start": LATER})
    assert single.reset()[0].tolist() == [*GAME.start(), 0]


def test_an_opponent_sees_the_position_as_it_is() -> None:
    """Even though Resource War may hide fields, and then a player learns them from the choices so far."""

    class Witness(MixedPlayer):
        def mix(self, game: Any, state: Any, player: int) -> dict[int, float]:
            seen.append(state)
            return highest(state, player)

    seen: list[Any] = []
    env = against(GAME, Witness())
    env.reset(seed=1, options={"state": LATER})
    env.step(0)
    assert seen == [LATER]


def test_compiled_games_may_begin_in_a_position_each() -> None:
    env = make("perfect", 2)
    observation, _ = env.reset(options={"state": [LATER, GAME.start()]})
    assert observation[:, :-1].tolist() == [[*LATER], [*GAME.start()]]
    mask = np.array([False, True])
    observation, _ = env.reset(options={"state": LATER, "reset_mask": mask})
    assert observation[:, :-1].tolist() == [[*LATER], [*LATER]]
    with pytest.raises(ParlourError, match="there is no option 'states'; there are: reset_mask, state"):
        env.reset(options={"states": LATER})
    with pytest.raises(IllegalAction, match="one state, or one for each of the 2 games"):
        env.reset(seed=4, options={"state": [LATER] * 3})


def test_hidden_fields_cannot_be_guessed_by_a_player() -> None:
    game = parlour.game("resource-war", hidden=True)
    state = game.play(game.start(), 3, 2)
    with pytest.raises(ParlourError, match="a game with hidden fields cannot begin in a position"):
        against(game, "perfect").reset(options={"state": state})
    env: Any = gymnasium.make_vec("parlour/ResourceWar-v0", num_envs=2, opponent="perfect", rules={"hidden": True})
    env.reset(options={"state": state})
    assert env.duel.state(0) == state


def test_both_seats_begin_in_a_position() -> None:
    both = parallel(GAME)
    observations, _ = both.reset(options={"state": LATER})
    assert observations["player_0"]["observation"].tolist() == [*LATER, 0]
    one_by_one = aec(GAME)
    one_by_one.reset(options={"state": LATER})
    assert one_by_one.observe("player_1")["observation"].tolist() == [*LATER, 1]
    for env in (both, one_by_one):
        with pytest.raises(ParlourError, match="there is no option 'begin'"):
            env.reset(options={"begin": LATER})
        with pytest.raises(IllegalAction, match="hidden or impossible"):
            env.reset(options={"state": LATER._replace(bidding1=99)})


def test_names_are_checked() -> None:
    with pytest.raises(ParlourError, match="there is no player 'nobody'"):
        make("nobody")
    with pytest.raises(ParlourError, match=r"a league is a list of pairs.* not 'easy'"):
        make(["easy", "perfect"])
    assert env_id("resource-war") == "parlour/ResourceWar-v0"
    with pytest.raises(ParlourError, match="is not an installed game"):
        env_id("examples/goofspiel")
