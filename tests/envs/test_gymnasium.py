"""The single Gymnasium environment: Gymnasium's own checker, and what it does not check."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from support import ALL
from support import played as replay

import parlour
from envs.setups import SETUPS, Setup
from parlour import IllegalAction, ParlourError
from parlour.envs import against, env_id
from parlour.match.match import View
from parlour.players import Scripted, player_names

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def make(setup: Setup, **settings: Any) -> Any:
    return gymnasium.make(env_id(setup.name), rules=setup.rules, **settings)


@every_setup
@pytest.mark.parametrize("seat", [0, 1, "alternate"])
def test_gymnasiums_checker_passes(setup: Setup, seat: Any, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make(setup, seat=seat).unwrapped)
    assert capsys.readouterr().out  # render_mode="human" printed the board


@every_setup
def test_stable_baselines_checker_passes(setup: Setup) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(make(setup, seat="alternate"))


def played(env: Any, seed: int | None, action_seed: int = 0) -> list[Any]:
    """Everything that the environment returns in a game of random legal actions."""
    random = np.random.default_rng(action_seed)
    observation, info = env.reset(seed=seed)
    log: list[Any] = [(observation.tolist(), info["action_mask"].tolist())]
    ended = False
    while not ended:
        assert env.observation_space.contains(observation)
        assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
        action = int(random.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        log.append((action, observation.tolist(), reward, terminated, truncated, info["action_mask"].tolist()))
        ended = terminated or truncated
    return log


@every_setup
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_follows_the_rules(setup: Setup, seat: int) -> None:
    env, game = make(setup, seat=seat, max_turns=80), setup.game
    for seed in range(8):
        log = played(env, seed, seed)
        match = replay(game, *env.unwrapped.choices)
        states = {tuple(turn.before) for turn in match.line.public_turns} | {tuple(game.shown(match.state))}
        for entry in log:
            row = entry[0] if len(entry) == 2 else entry[1]
            assert row[-1] == seat
            assert tuple(row[:-1]) in states
        assert [entry[2] for entry in log[1:-1]] == [0] * (len(log) - 2)  # no reward before the end
        assert log[-1][2] == game.returns(match.state)[seat]
        assert log[-1][3] == game.is_over(match.state)
        assert log[-1][4] == (not game.is_over(match.state))
        actions = [entry[0] for entry in log[1:]]
        chosen = [turn.both[seat] for turn in match.line.turns if seat in turn.actors]
        assert actions[: len(chosen)] == chosen


@pytest.mark.parametrize("name", ALL)
def test_the_opponent_chooses_as_it_would_in_a_match(name: str) -> None:
    """The same random source: a match with the environment's seed and your actions is the same game."""
    env: Any = against(name, "random", seat=1)
    log = played(env, 3)
    match = parlour.play_match(parlour.game(name), "random", Scripted([entry[0] for entry in log[1:]]), seed=env._seed)
    assert match.line.choices == tuple(env.choices)


@pytest.mark.parametrize("name", ALL)
def test_a_seed_gives_the_same_games_again(name: str) -> None:
    env = gymnasium.make(env_id(name), seat="alternate")
    first = [played(env, 7), played(env, None), played(env, None)]
    again = [played(env, 7), played(env, None), played(env, None)]
    other = [played(env, 8), played(env, None), played(env, None)]
    assert first == again
    assert first != other
    assert [game[0][0][-1] for game in first] == [0, 1, 0]  # the seats alternate, starting at the seed


@pytest.mark.parametrize("name", ALL)
def test_copies_and_pickles_continue_identically_from_any_point(name: str) -> None:
    env = gymnasium.make(env_id(name), seat="alternate")
    random = np.random.default_rng(1)
    for game in range(4):
        _, info = env.reset(seed=3 if game == 0 else None)
        ended = False
        while not ended:
            branches = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
            action = int(random.choice(np.flatnonzero(info["action_mask"])))
            observation, _, terminated, truncated, info = env.step(action)
            for branch in branches:
                assert branch.step(action)[0].tolist() == observation.tolist()
                if terminated or truncated:
                    assert played(branch, None, 4) == played(copy.deepcopy(env), None, 4)
            ended = terminated or truncated


class Recorder:
    """A random opponent that keeps its views."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, random: Random) -> int:
        self.views.append(view)
        return random.choice(view.actions)


@pytest.mark.parametrize("name", ALL)
def test_any_object_that_chooses_can_be_the_opponent_and_sees_only_its_view(name: str) -> None:
    opponent = Recorder()
    env = gymnasium.make(env_id(name), opponent=opponent)
    for seed in range(3):
        played(env, seed)
    assert opponent.views
    for view in opponent.views:
        assert view.player == 1
        assert view.state == view.game.shown(view.state)
        assert view.actions == view.game.actions(view.state, 1)


def test_an_illegal_action_forfeits_or_raises() -> None:
    env = gymnasium.make("parlour/TokenShowdown-v0")
    for action in (0, -5, 101):
        env.reset(seed=1)
        _, reward, terminated, truncated, _ = env.unwrapped.step(action)
        assert (reward, terminated, truncated) == (-1, True, False)
        with pytest.raises(IllegalAction, match=r"start another with reset\(\)"):
            env.unwrapped.step(1)
    env = gymnasium.make("parlour/TokenShowdown-v0", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"cannot choose 0; allowed: 1 to 100"):
        env.step(0)
    env.step(1)


def test_there_are_no_masks_before_a_reset() -> None:
    env = against("tower-siege")
    with pytest.raises(ParlourError, match=r"call reset\(\) first"):
        env.action_masks()
    env.reset(seed=1)
    assert env.action_masks().any()


def test_a_game_may_end_before_your_first_turn() -> None:
    for seed in range(20):
        env: Any = gymnasium.make("parlour/TowerSiege-v0", rules={"tower": 1}, seat=1, illegal="raise")
        observation, info = env.reset(seed=seed)
        over = observation[env.unwrapped.fields.index("winner")] == 1
        if over:
            assert info["action_mask"].tolist() == [1, 0, 0, 0, 0, 0]
            assert env.step(5)[1:4] == (-1, True, False)
            return
    raise AssertionError("the opponent never moved")


def test_a_game_that_is_cut_off_is_truncated_without_a_reward() -> None:
    env = gymnasium.make("parlour/ResourceWar-v0", rules={"stall": 0, "points": 10_000, "target": 10_000}, max_turns=3)
    env.reset(seed=1)
    assert [env.step(0)[1:4] for _ in range(3)] == [(0, False, False), (0, False, False), (0, False, True)]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("max_turns", [1, 2, 3, 4, 5])
def test_no_game_exceeds_its_limit_on_turns(seat: int, max_turns: int) -> None:
    env: Any = gymnasium.make("parlour/ColorCapture-v0", seat=seat, max_turns=max_turns)
    log = played(env, 1)
    assert len(env.unwrapped.choices) == max_turns
    assert log[-1][2:5] == (0, False, True)


def test_an_error_names_an_opponent_that_chooses_an_illegal_action() -> None:
    class Cheat:
        def choose(self, view: View, random: Random) -> int:
            return 1_000

    env = gymnasium.make("parlour/ResourceWar-v0", opponent=Cheat())
    env.reset(seed=1)
    with pytest.raises(ParlourError, match="the opponent Cheat chose 1000, which is illegal"):
        env.step(1)


@pytest.mark.parametrize("name", ALL)
def test_specifications_survive_json(name: str) -> None:
    spec = gymnasium.make(env_id(name), seat=1, rules={}).spec
    assert spec is not None
    again: Any = gymnasium.make(EnvSpec.from_json(spec.to_json()))
    assert again.unwrapped.seat == 1
    assert json.loads(spec.to_json())["kwargs"]["game"] == name


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"opponent": "nobody"}, "there is no player 'nobody'"),
        ({"seat": 2}, "seat must be 0, 1 or 'alternate', not 2"),
        ({"seat": True}, "seat must be 0, 1 or 'alternate', not True"),
        ({"rules": {"tower": 0}}, "tower of tower-siege must be"),
        ({"illegal": "mask"}, "illegal must be 'raise' or 'forfeit'"),
        ({"max_turns": 0}, "max_turns must be"),
    ],
)
def test_bad_arguments_raise_errors_that_name_them(arguments: dict[str, Any], message: str) -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(ParlourError, match=message):
            make("parlour/TowerSiege-v0", **arguments)


def test_gymnasium_imports_the_package_named_before_a_colon() -> None:
    env: Any = gymnasium.make("parlour.envs:parlour/ColorCapture-v0")
    assert env.unwrapped.game == parlour.game("color-capture")


@pytest.mark.parametrize("opponent", player_names())
def test_every_named_player_can_be_the_opponent(opponent: str) -> None:
    """The second player wins Token Tactics with perfect play."""
    env: Any = gymnasium.make(env_id("token-tactics"), opponent=opponent, rules={"start": 3, "cap": 5})
    random, results = Random(1), []
    for number in range(12):
        _, info = env.reset(seed=number)
        over, reward = False, 0.0
        while not over:
            _, reward, terminated, truncated, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
            over = terminated or truncated
        results.append(reward)
    assert set(results) <= {-1.0, 0.0, 1.0}
    if opponent == "perfect":
        assert set(results) == {-1.0}
