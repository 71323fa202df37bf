"""Gymnasium's vector environments: compiled against `random`, slot by slot against others."""

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


def made(setup: Setup, count: int = 5, **settings: Any) -> Any:
    return gymnasium.make_vec(env_id(setup.name), num_envs=count, rules=setup.rules, **settings)


def allowed(info: dict[str, Any], chance: np.random.Generator) -> Any:
    return np.array([chance.choice(np.flatnonzero(row)) for row in info["action_mask"]])


@every_setup
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_what_gymnasiums_checker_asks_of_one_environment_holds_of_many(setup: Setup, mode: AutoresetMode) -> None:
    """`check_env` itself takes single environments only; these are its parts that do not."""
    env = made(setup, seat="alternate", autoreset_mode=mode)
    assert type(env).__name__ == "DuelVectorEnv"
    env_checker.check_reset_return_type(env)
    env_checker.check_reset_seed_determinism(env)
    env_checker.check_reset_options(env)
    env_checker.check_returned_data_not_reused(made(setup, count=1, autoreset_mode=mode))
    for space in (env.observation_space, env.single_observation_space):
        env_checker.check_space_limit(space, "observation")
    single = gymnasium.make(env_id(setup.name), rules=setup.rules)
    assert env.single_observation_space == single.observation_space
    assert env.single_action_space == single.action_space
    for _ in range(2):  # without masks, as the checker does
        env.reset(seed=1)
        env.action_space.seed(1)
        steps = [env.step(env.action_space.sample()) for _ in range(20)]
        told = [repr(step) for step in steps]
        for seen, *_ in steps:
            assert env.observation_space.contains(seen)
        env.reset(seed=1)
        env.action_space.seed(1)
        assert told == [repr(env.step(env.action_space.sample())) for _ in range(20)]


@every_setup
def test_gymnasiums_own_vector_environments_take_the_single_one(setup: Setup) -> None:
    env = made(setup, count=2, vectorization_mode="sync")
    assert isinstance(env, SyncVectorEnv)
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.action_space.sample())


def shape(parts: Any) -> Any:
    """What something consists of, for comparing the form of two answers."""
    if isinstance(parts, dict):
        return {key: shape(part) for key, part in sorted(parts.items())}
    if isinstance(parts, tuple):
        return tuple(map(shape, parts))
    return (parts.dtype.kind, parts.shape)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ALL)
def test_the_compiled_environment_answers_in_the_form_of_gymnasiums_own(name: str, mode: AutoresetMode) -> None:
    """Against an opponent object Gymnasium's own SyncVectorEnv is used; against `random`, ours."""
    chance = np.random.default_rng(1)
    ours = gymnasium.make_vec(env_id(name), num_envs=3, autoreset_mode=mode)
    theirs = gymnasium.make_vec(env_id(name), num_envs=3, autoreset_mode=mode, opponent=Uniform())
    assert isinstance(theirs, SyncVectorEnv)
    forms: list[set[str]] = []
    for env in (ours, theirs):
        assert isinstance(env, VectorEnv)
        assert env.metadata["autoreset_mode"] is mode
        seen, info = env.reset(seed=1)
        told = {f"reset {shape((seen, info))}"}
        for _ in range(80):
            seen, rewards, terminated, truncated, info = env.step(allowed(info, chance))
            ended = terminated | truncated
            told.add(f"step, any ended {ended.any()}: {shape((seen, rewards.astype(float), ended, info))}")
            if mode is AutoresetMode.DISABLED and ended.any():
                seen, info = env.reset(options={"reset_mask": ended})
                assert info["action_mask"].shape == (3, parlour.game(name).action_count())
                if env is theirs:  # it tells of the new games only; allowed() needs the others too
                    seen, info = env.reset(seed=1)
        forms.append(told)
    assert forms[0] == forms[1]


@every_setup
def test_games_that_end_are_replaced_at_the_next_step(setup: Setup) -> None:
    env, chance = made(setup, max_turns=40), np.random.default_rng(2)
    _, info = env.reset(seed=2)
    ended, games = np.zeros(5, bool), 0
    for _ in range(60):
        before = ended
        _, rewards, terminated, truncated, info = env.step(allowed(info, chance))
        assert (rewards[before] == 0).all()
        assert not (terminated | truncated)[before].any()
        ended = terminated | truncated
        assert (rewards[~terminated] == 0).all()
        assert (info["action_mask"][ended].sum(1) == 1).all()
        games += int(ended.sum())
    assert games > 5


@every_setup
def test_games_that_end_are_replaced_in_the_same_step(setup: Setup) -> None:
    env, chance = made(setup, autoreset_mode="SameStep"), np.random.default_rng(2)
    _, info = env.reset(seed=2)
    winner, games = env.fields.index("winner"), 0
    for _ in range(60):
        _, rewards, terminated, truncated, info = env.step(allowed(info, chance))
        assert (("final_obs" in info) == terminated.any()) or truncated.any()
        for slot in np.flatnonzero(terminated):
            won = info["final_obs"][slot][winner]
            assert rewards[slot] == {1: 1, 2: -1, 3: 0}[int(won)]
            games += 1
    assert games > 5


def test_without_autoreset_the_user_begins_new_games() -> None:
    env = gymnasium.make_vec("parlour/TowerSiege-v0", num_envs=3, rules={"tower": 1}, autoreset_mode="Disabled")
    env.reset(seed=1)
    _, rewards, terminated, *_ = env.step(np.array([1, 1, 1]))
    assert terminated.all()
    assert rewards.tolist() == [1, 1, 1]
    with pytest.raises(ParlourError, match="the game in slot 0 is over"):
        env.step(np.array([1, 1, 1]))
    for wrong in (np.array([True]), np.array([1, 0, 1]), np.zeros(3, bool)):
        with pytest.raises(ParlourError, match="reset_mask must be 3 truth values with a True among them"):
            env.reset(options={"reset_mask": wrong})
    with pytest.raises(ParlourError, match="a seed begins the games of all slots anew"):
        env.reset(seed=1, options={"reset_mask": np.array([True, False, True])})
    env.reset(options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(ParlourError, match="the game in slot 1 is over"):
        env.step(np.array([1, 1, 1]))
    env.reset()
    env.step(np.array([0, 0, 0]))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_copies_and_pickles_go_on_alike_from_any_point(name: str, mode: str) -> None:
    env = gymnasium.make_vec(env_id(name), num_envs=4, seat="alternate", autoreset_mode=mode)
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=3)
    for number in range(30):
        branches = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        actions = allowed(info, chance)
        step = env.step(actions)
        info = step[-1]
        for branch in branches:
            assert repr(branch.step(actions)) == repr(step)
            if number % 10 == 9:
                assert repr(branch.reset()) == repr(copy.deepcopy(env).reset())


def test_a_seed_gives_the_same_games_again_and_none_gives_others() -> None:
    def told(env: Any, seed: int | None) -> str:
        chance = np.random.default_rng(1)
        _, info = env.reset(seed=seed)
        pages = []
        for _ in range(12):
            *page, info = env.step(allowed(info, chance))
            pages.append(repr(page))
        return "".join(pages)

    one, other = (gymnasium.make_vec("parlour/TokenShowdown-v0", num_envs=3) for _ in range(2))
    assert told(one, 5) == told(other, 5)
    assert told(one, None) == told(other, None)  # what follows a seed is the seed's
    assert told(one, 5) != told(one, None)
    fresh = [gymnasium.make_vec("parlour/TokenShowdown-v0", num_envs=3) for _ in range(2)]
    assert told(fresh[0], None) != told(fresh[1], None)


def test_masks_come_as_truth_values_too_and_boards_as_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    env: Any = gymnasium.make_vec("parlour/ResourceWar-v0", num_envs=2, render_mode="rgb_array")
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == info["action_mask"]).all()
    pictures = env.render()
    assert len(pictures) == 2
    assert pictures[0].shape[2] == 3
    people = gymnasium.make_vec("parlour/ResourceWar-v0", num_envs=2, render_mode="human")
    people.reset(seed=1)
    assert capsys.readouterr().out.count("Player 1") == 2
    assert people.render() is None


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(ParlourError, match="autoreset_mode must be one of 'NextStep', 'SameStep', 'Disabled', not 'x'"):
        gymnasium.make_vec("parlour/ResourceWar-v0", autoreset_mode="x")
    with pytest.raises(ParlourError, match=r"begin with reset\(\)"):
        gymnasium.make_vec("parlour/ResourceWar-v0").step(np.array([0]))
