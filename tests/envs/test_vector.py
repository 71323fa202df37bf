"""The vector environments: compiled where the opponent's mixes are known, Gymnasium's own where they are not."""

from __future__ import annotations

import copy
import pickle
from random import Random
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
from parlour.match.match import View

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
MODES = list(AutoresetMode)


class Chooser:
    """Plays at random, but does not say so."""

    def choose(self, view: View, random: Random) -> int:
        return random.choice(view.actions)


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
    return (str(parts.dtype), parts.shape)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ALL)
def test_the_compiled_environment_returns_the_same_structure_as_gymnasiums_own(name: str, mode: AutoresetMode) -> None:
    """A player who only chooses is played by Gymnasium's SyncVectorEnv."""
    random = np.random.default_rng(1)
    ours = gymnasium.make_vec(env_id(name), num_envs=3, autoreset_mode=mode)
    theirs = gymnasium.make_vec(env_id(name), num_envs=3, autoreset_mode=mode, opponent=Chooser())
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
            found.add(f"step, any ended {ended.any()}: {shape((observation, rewards, ended, info))}")
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
@pytest.mark.untraced
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


def games_of(env: Any, seeds: Any, steps: int = 30) -> list[list[Any]]:
    """What each slot sees and gets when it always chooses its lowest legal action."""
    observation, info = env.reset(seed=seeds)
    log = [[row.tolist()] for row in observation]
    for _ in range(steps):
        actions = info["action_mask"].argmax(axis=1)
        observation, rewards, terminated, truncated, info = env.step(actions)
        for slot, part in enumerate(zip(observation.tolist(), rewards, terminated, truncated, strict=True)):
            log[slot].append(part)
    return log


@pytest.mark.parametrize("seat", [1, "alternate"])
@pytest.mark.parametrize("name", ALL)
def test_with_a_list_of_seeds_a_slot_plays_the_games_of_its_own_seed(name: str, seat: Any) -> None:
    env = gymnasium.make_vec(env_id(name), num_envs=3, seat=seat)
    single = gymnasium.make_vec(env_id(name), num_envs=1, seat=seat)
    first, second, again = games_of(env, [7, 2**40, 7])
    assert first == again != second
    for seed, log in ((7, first), (2**40, second)):
        assert games_of(single, seed) == games_of(single, np.array([seed])) == [log]
    assert games_of(env, np.array([2**40, 7, 1]))[:2] == [second, first]


def test_seeds_that_are_missing_in_a_list_are_random() -> None:
    env = gymnasium.make_vec("parlour/TokenShowdown-v0", num_envs=2)
    one, other = games_of(env, [1, None]), games_of(env, [1, None])
    assert one[0] == other[0]
    assert one[1] != other[1]


@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        ([1], "a list of seeds has one for each of the 2 games, not 1"),
        ([1, 2, 3], "a list of seeds has one for each of the 2 games, not 3"),
        ([1, "x"], "a seed is a whole number from 0 to 2[*][*]64 - 1, not 'x'"),
        ([1, -2], "a seed is a whole number from 0 to 2[*][*]64 - 1, not -2"),
        (1.5, "a seed is a whole number from 0 to 2[*][*]64 - 1, not 1.5"),
    ],
)
def test_bad_seeds_raise(seeds: Any, message: str) -> None:
    env = gymnasium.make_vec("parlour/TokenShowdown-v0", num_envs=2)
    with pytest.raises(ParlourError, match=message):
        env.reset(seed=seeds)


PATIENT = {"tower-siege": {"tower": 100, "stride": 1}, "resource-war": {"points": 100, "target": 500}}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", ["random", Chooser()])
@pytest.mark.parametrize("name", ["tower-siege", "resource-war"])
def test_a_game_is_cut_off_after_so_many_of_your_steps(name: str, opponent: Any, mode: AutoresetMode) -> None:
    """Resting and bidding 0 decide nothing within three steps."""
    env: Any = gymnasium.make_vec(
        env_id(name),
        num_envs=2,
        opponent=opponent,
        seat=1,
        max_episode_steps=3,
        autoreset_mode=mode,
        rules=PATIENT[name],
    )
    env.reset(seed=1)
    for number in range(1, 8):
        observation, rewards, terminated, truncated, info = env.step(np.array([0, 0]))
        assert not terminated.any()
        assert not rewards.any()
        # With NextStep, every fourth step starts a new game.
        period = 4 if mode is AutoresetMode.NEXT_STEP else 3
        assert truncated.tolist() == [number % period == 3 % period] * 2
        if truncated.all() and mode is AutoresetMode.SAME_STEP:
            assert info["_final_obs"].all()
            assert info["final_obs"][0].tolist() != observation[0].tolist()
        if truncated.all() and mode is AutoresetMode.DISABLED:
            env.reset(options={"reset_mask": np.array([True, True])})
        assert env.action_masks().any(axis=1).all()


def test_every_game_has_its_own_count_of_steps() -> None:
    """The first game is forfeited at once; the next step replaces it, and its count starts from 0."""
    env = gymnasium.make_vec("parlour/ResourceWar-v0", num_envs=2, max_episode_steps=3, rules=PATIENT["resource-war"])
    env.reset(seed=1)
    cut_off: list[list[int]] = [[], []]
    for number in range(1, 10):
        _, _, terminated, truncated, _ = env.step(np.array([-1 if number == 1 else 0, 0]))
        assert terminated.tolist() == [number == 1, False]
        for slot in np.flatnonzero(truncated):
            cut_off[slot].append(number)
    assert cut_off == [[5, 9], [3, 7]]


@pytest.mark.parametrize("unlimited", [None, -1])
def test_a_limit_on_steps_is_optional_and_checked(unlimited: int | None) -> None:
    env: Any = gymnasium.make_vec("parlour/ResourceWar-v0", max_episode_steps=unlimited)
    env.reset(seed=1)
    assert not env.step(np.array([0]))[3].any()
    for opponent in ("random", Chooser()):
        with pytest.raises(ParlourError, match="max_episode_steps must be a whole number of at least 1, not 0"):
            gymnasium.make_vec("parlour/ResourceWar-v0", max_episode_steps=0, opponent=opponent)


@pytest.mark.parametrize("opponent", ["random", Chooser()])
def test_there_are_no_masks_before_a_reset(opponent: Any) -> None:
    env: Any = gymnasium.make_vec("parlour/ResourceWar-v0", num_envs=2, opponent=opponent)
    with pytest.raises(ParlourError, match=r"call reset\(\) first"):
        env.action_masks()
    _, info = env.reset(seed=1)
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()


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
