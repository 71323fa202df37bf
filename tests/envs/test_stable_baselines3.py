"""Stable-Baselines3 on the compiled environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour import ParlourError

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.vec_env import VecMonitor

from parlour.envs.gymnasium_vector import vector
from parlour.envs.stable_baselines3 import ParlourVecEnv

GAME = parlour.game("resource-war", points=4, target=3)


@pytest.mark.parametrize("opponent", ["easy", "search"])
def test_a_step_gives_what_the_vector_environment_gives(opponent: str) -> None:
    ours = ParlourVecEnv(GAME, 3, opponent, seat="alternate", max_turns=3)
    theirs: Any = vector(GAME, 3, opponent, seat="alternate", max_turns=3, autoreset_mode="SameStep")
    ours.seed(5)
    expected, info = theirs.reset(seed=[5, 6, 7])
    assert (ours.reset() == expected).all()
    ended = truncations = 0
    for number in range(20):
        assert (get_action_masks(ours) == info["action_mask"]).all()
        actions = np.minimum(info["action_mask"].sum(axis=1) - 1, number % 2)
        observation, rewards, dones, infos = ours.step(actions)
        expected, their_rewards, terminated, truncated, info = theirs.step(actions)
        assert (observation == expected).all()
        assert (rewards == their_rewards).all()
        assert (dones == terminated | truncated).all()
        for slot in range(3):
            if dones[slot]:
                assert (infos[slot]["terminal_observation"] == info["final_obs"][slot]).all()
                assert infos[slot]["TimeLimit.truncated"] == truncated[slot]
                ended, truncations = ended + 1, truncations + int(truncated[slot])
            else:
                assert infos[slot] == {}
    assert ended > truncations > 0


def test_one_hot_observations_count_from_0() -> None:
    plain, encoded = ParlourVecEnv(GAME, 4, "random"), ParlourVecEnv(GAME, 4, "random", one_hot=True)
    for env in (plain, encoded):
        env.seed(1)
    low = plain.observation_space.low
    assert (plain.reset() == encoded.reset() + low).all()
    assert encoded.observation_space.nvec.tolist() == (plain.observation_space.high - low + 1).tolist()
    for _ in range(6):
        actions = np.zeros(4, int)
        assert (plain.step(actions)[0] == encoded.step(actions)[0] + low).all()
        assert encoded.observation_space.contains(encoded.step(actions)[0][0])
        plain.step(actions)


@pytest.mark.untraced
def test_maskable_ppo_trains_on_it() -> None:
    env = VecMonitor(ParlourVecEnv(GAME, 32, "perfect", seat="alternate", one_hot=True))
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=128, n_epochs=2, seed=1, device="cpu")
    model.learn(1024)
    assert len(model.ep_info_buffer) > 50
    assert model.num_timesteps == 1024


def test_positions_are_options() -> None:
    env = ParlourVecEnv(GAME, 2)
    later = GAME.play(GAME.start(), 1, 2)
    env.set_options([{"state": later}, {}])
    assert env.reset()[:, :-1].tolist() == [[*later], [*GAME.start()]]
    assert env.reset()[:, :-1].tolist() == [[*GAME.start()]] * 2
    env.set_options({"start": later})
    with pytest.raises(ParlourError, match="there is no option 'start'"):
        env.reset()
    assert env.reset()[:, :-1].tolist() == [[*GAME.start()]] * 2  # they are not tried again


def test_what_a_game_does_not_have_raises() -> None:
    env = ParlourVecEnv(GAME, 2, render_mode="rgb_array")
    env.reset()
    assert [mask.tolist() for mask in env.env_method("action_masks", indices=[1])] == [[True] * 5]
    assert env.get_attr("game") == [GAME, GAME]
    assert env.env_is_wrapped(VecMonitor) == [False, False]
    assert [image.shape[2] for image in env.get_images()] == [3, 3]
    assert not env.has_attr("nothing")
    with pytest.raises(ParlourError, match=r"a game has one method, action_masks\(\), not step"):
        env.env_method("step", 1)
    with pytest.raises(ParlourError, match="game cannot be set"):
        env.set_attr("game", None)
    env.close()


@pytest.mark.parametrize("one_hot", [True, False])
def test_a_model_is_judged_exactly(one_hot: bool) -> None:
    env = ParlourVecEnv(GAME, 4, "random", seat="alternate", one_hot=one_hot)
    model = MaskablePPO("MlpPolicy", env, n_steps=8, seed=1, device="cpu")
    policy = env.policy_of(model)
    observation, masks = env.reset(), np.stack(env.env_method("action_masks"))
    tensor, _ = model.policy.obs_to_tensor(observation)
    expected = model.policy.get_distribution(tensor, action_masks=masks).distribution.probs.detach().numpy()
    for slot, seat in enumerate(env.envs.duel.seats):
        found = policy.mix(GAME, GAME.start(), int(seat))
        assert list(found.values()) == pytest.approx(expected[slot][masks[slot]].tolist(), abs=1e-6)
    assert 0.1 < parlour.exploitability(GAME, policy) <= 1.0


def test_a_model_that_saw_other_observations_or_no_masks_is_not_judged() -> None:
    plain, encoded = ParlourVecEnv(GAME, 4), ParlourVecEnv(GAME, 4, one_hot=True)
    other = ParlourVecEnv(parlour.game("resource-war", points=5, target=3), 4)
    model = MaskablePPO("MlpPolicy", plain, n_steps=8, seed=1, device="cpu")
    for env in (encoded, other):
        with pytest.raises(ParlourError, match="are the game, its rules and one_hot the same"):
            env.policy_of(model)
    without_masks = (
        PPO("MlpPolicy", plain, n_steps=8, batch_size=32, device="cpu"),
        DQN("MlpPolicy", plain, device="cpu"),
    )
    for unmasked in without_masks:
        with pytest.raises(ParlourError, match=f"not {type(unmasked).__name__}"):
            plain.policy_of(unmasked)


def test_a_model_that_does_not_see_everything_is_not_judged() -> None:
    env = ParlourVecEnv(parlour.game("resource-war", points=4, hidden="yes"), 4, "random")
    with pytest.raises(ParlourError, match="does not see every field"):
        env.policy_of(None)
