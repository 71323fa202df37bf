"""The vector environments: compiled against `random`, Gymnasium's own against other opponents."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from support import ALL

import parlour
from envs.setups import SETUPS, Setup
from parlour import ParlourError
from parlour.envs import env_id
from parlour.players import Uniform

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
MODES = list(AutoresetMode)


def make(setup: Setup, count: int = 5, **settings: Any) -> Any:
    return gymnasium.make_vec(env_id(setup.name), num_envs=count, rules=setup.rules, **settings)


def legal(info: dict[str, Any], random: np.random.Generator) -> Any:
    """A random legal action for each game."""
    return np.array([random.choice(np.flatnonzero(row)) for row in info["action_mask"]])


@every_setup
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_the_parts_of_gymnasiums_checker_that_take_many_games_pass(setup: Setup, mode: AutoresetMode) -> None:
    """`check_env` itself takes single environments only."""
    env = make(setup, seat="alternate", autoreset_mode=mode)
    assert type(env).__name__ == "DuelVectorEnv"
    env_checker.check_reset_return_type(env)
    env_checker.check_reset_seed_determinism(env)
    env_checker.check_reset_options(env)
    env_checker.check_returned_data_not_reused(make(setup, count=1, autoreset_mode=mode))
    for space in (env.observation_space, env.single_observation_space):
        env_checker.check_space_limit(space, "observation")
    single = gymnasium.make(env_id(setup.name), rules=setup.rules)
    assert env.single_observation_space == single.observation_space
    assert env.single_action_space == single.action_space
    for _ in range(2):  # ignoring masks, as the checker does
        env.reset(seed=1)
        env.action_space.seed(1)
        steps = [env.step(env.action_space.sample()) for _ in range(20)]
        log = [repr(step) for step in steps]
        for observation, *_ in steps:
            assert env.observation_space.contains(observation)
        env.reset(seed=1)
        env.action_space.seed(1)
        assert log == [repr(env.step(env.action_space.sample())) for _ in range(20)]


@every_setup
def test_the_single_environment_works_in_gymnasiums_own_vector_environments(setup: Setup) -> None:
    env = make(setup, count=2, vectorization_mode="sync")
    assert isinstance(env, SyncVectorEnv)
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.action_space.sample())


def shape(parts: Any) -> Any:
    """The structure of a result, for comparing two of them."""
    if isinstance(parts, dict):
        return {key: shape(part) for key, part in sorted(parts.items())}
    if isinstance(parts, tuple):
        return tuple(map(shape, parts))
    return (parts.dtype.kind, parts.shape)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ALL)
def test_the_compiled_environment_returns_the_same_structure_as_gymnasiums_own(name: str, mode: AutoresetMode) -> None:
    """`random` as an object and not by name: it is played by Gymnasium's SyncVectorEnv."""
    random = np.random.default_rng(1)
    ours = gymnasium.make_vec(env_id(name), num_envs=3, autoreset_mode=mode)
    theirs = gymnasium.make_vec(env_id(name), num_envs=3, autoreset_mode=mode, opponent=Uniform())
    assert isinstance(theirs, SyncVectorEnv)
    structures: list[set[str]] = []
    for env in (ours, theirs):
        assert isinstance(env, VectorEnv)
        assert env.metadata["autoreset_mode"] is mode
        observation, info = env.reset(seed=1)
        found = {f"reset {shape((observation, info))}"}
        for _ in range(80):
            observation, rewards, terminated, truncated, info = env.step(legal(info, random))
            ended = terminated | truncated
            found.add(f"step, any ended {ended.any()}: {shape((observation, rewards.astype(float), ended, info))}")
            if mode is AutoresetMode.DISABLED and ended.any():
                observation, info = env.reset(options={"reset_mask": ended})
                assert info["action_mask"].shape == (3, parlour.game(name).action_count())
                if env is theirs:  # its info covers the new games only; legal() needs the others too
                    observation, info = env.reset(seed=1)
        structures.append(found)
    assert structures[0] == structures[1]


@every_setup
def test_finished_games_are_replaced_in_the_next_step(setup: Setup) -> None:
    env, random = make(setup, max_turns=40), np.random.default_rng(2)
    _, info = env.reset(seed=2)
    ended, games = np.zeros(5, bool), 0
    for _ in range(60):
        before = ended
        _, rewards, terminated, truncated, info = env.step(legal(info, random))
        assert (rewards[before] == 0).all()
        assert not (terminated | truncated)[before].any()
        ended = terminated | truncated
        assert (rewards[~terminated] == 0).all()
        assert (info["action_mask"][ended].sum(1) == 1).all()
        games += int(ended.sum())
    assert games > 5


@every_setup
def test_finished_games_are_replaced_in_the_same_step(setup: Setup) -> None:
    env, random = make(setup, autoreset_mode="SameStep"), np.random.default_rng(2)
    _, info = env.reset(seed=2)
    winner, games = env.fields.index("winner"), 0
    for _ in range(60):
        _, rewards, terminated, truncated, info = env.step(legal(info, random))
        assert (("final_obs" in info) == terminated.any()) or truncated.any()
        for slot in np.flatnonzero(terminated):
            won = info["final_obs"][slot][winner]
            assert rewards[slot] == {1: 1, 2: -1, 3: 0}[int(won)]
            games += 1
    assert games > 5


def test_without_autoreset_you_start_new_games() -> None:
    env = gymnasium.make_vec("parlour/TowerSiege-v0", num_envs=3, rules={"tower": 1}, autoreset_mode="Disabled")
    env.reset(seed=1)
    _, rewards, terminated, *_ = env.step(np.array([1, 1, 1]))
    assert terminated.all()
    assert rewards.tolist() == [1, 1, 1]
    with pytest.raises(ParlourError, match="the game in slot 0 is over"):
        env.step(np.array([1, 1, 1]))
    for wrong in (np.array([True]), np.array([1, 0, 1]), np.zeros(3, bool)):
        with pytest.raises(ParlourError, match="reset_mask must be 3 booleans, at least one of them True"):
            env.reset(options={"reset_mask": wrong})
    with pytest.raises(ParlourError, match="a seed restarts every slot"):
        env.reset(seed=1, options={"reset_mask": np.array([True, False, True])})
    env.reset(options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(ParlourError, match="the game in slot 1 is over"):
        env.step(np.array([1, 1, 1]))
    env.reset()
    env.step(np.array([0, 0, 0]))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_copies_and_pickles_continue_identically_from_any_point(name: str, mode: str) -> None:
    env = gymnasium.make_vec(env_id(name), num_envs=4, seat="alternate", autoreset_mode=mode)
    random = np.random.default_rng(1)
    _, info = env.reset(seed=3)
    for number in range(30):
        branches = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        actions = legal(info, random)
        step = env.step(actions)
        info = step[-1]
        for branch in branches:
            assert repr(branch.step(actions)) == repr(step)
            if number % 10 == 9:
                assert repr(branch.reset()) == repr(copy.deepcopy(env).reset())


def test_a_seed_repeats_the_games_and_no_seed_gives_new_ones() -> None:
    def log(env: Any, seed: int | None) -> str:
        random = np.random.default_rng(1)
        _, info = env.reset(seed=seed)
        steps = []
        for _ in range(12):
            *step, info = env.step(legal(info, random))
            steps.append(repr(step))
        return "".join(steps)

    one, other = (gymnasium.make_vec("parlour/TokenShowdown-v0", num_envs=3) for _ in range(2))
    assert log(one, 5) == log(other, 5)
    assert log(one, None) == log(other, None)  # the games after a seed depend on it too
    assert log(one, 5) != log(one, None)
    fresh = [gymnasium.make_vec("parlour/TokenShowdown-v0", num_envs=3) for _ in range(2)]
    assert log(fresh[0], None) != log(fresh[1], None)


def test_masks_are_also_booleans_and_boards_are_images(capsys: pytest.CaptureFixture[str]) -> None:
    env: Any = gymnasium.make_vec("parlour/ResourceWar-v0", num_envs=2, render_mode="rgb_array")
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == info["action_mask"]).all()
    images = env.render()
    assert len(images) == 2
    assert images[0].shape[2] == 3
    human = gymnasium.make_vec("parlour/ResourceWar-v0", num_envs=2, render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out.count("Player 1") == 2
    assert human.render() is None


def test_errors_name_the_problem() -> None:
    with pytest.raises(ParlourError, match="autoreset_mode must be one of 'NextStep', 'SameStep', 'Disabled', not 'x'"):
        gymnasium.make_vec("parlour/ResourceWar-v0", autoreset_mode="x")
    with pytest.raises(ParlourError, match=r"call reset\(\) first"):
        gymnasium.make_vec("parlour/ResourceWar-v0").step(np.array([0]))
