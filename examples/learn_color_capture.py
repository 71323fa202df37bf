"""MaskablePPO learns to play Color Capture against `random` in a few seconds.

In a checkout of Parlour:

    python -m pip install -e '.[envs]' sb3-contrib
    python examples/learn_color_capture.py
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import parlour.envs  # noqa: F401  # registers the environments


def make() -> Any:
    """The environment with one-hot observations: a network learns little from the plain numbers."""
    env = gymnasium.make("parlour/ColorCapture-v0", opponent="random", seat="alternate")
    low, high = (bound.astype(int) for bound in (env.observation_space.low, env.observation_space.high))  # type: ignore[attr-defined]
    sizes = high - low + 1
    offsets = np.concatenate([[0], sizes.cumsum()[:-1]])

    def one_hot(observation: Any) -> Any:
        row = np.zeros(sizes.sum(), np.float32)
        row[offsets + observation - low] = 1
        return row

    space = gymnasium.spaces.Box(0, 1, (int(sizes.sum()),), np.float32)
    return gymnasium.wrappers.TransformObservation(env, one_hot, space)


def main(steps: int = 12_000, seed: int = 1) -> tuple[float, float]:
    """The mean result of 300 games before and after training, between -1 (all lost) and 1 (all won)."""
    torch.set_num_threads(1)
    settings: Any = {"n_steps": 256, "batch_size": 256, "learning_rate": 3e-3, "ent_coef": 0.01, "gamma": 1.0}
    model = MaskablePPO("MlpPolicy", make_vec_env(make, n_envs=8, seed=seed), gae_lambda=1.0, seed=seed, **settings)
    before = mean_result(model)
    model.learn(steps)
    after = mean_result(model)
    print(f"mean result against random: {before:+.2f} before, {after:+.2f} after {steps} steps")
    return before, after


def mean_result(model: Any, games: int = 300) -> float:
    env = make()
    total = 0.0
    for game in range(games):
        observation, info = env.reset(seed=1_000 if game == 0 else None)
        ended = False
        while not ended:
            action, _ = model.predict(observation, action_masks=info["action_mask"], deterministic=True)
            observation, reward, terminated, truncated, info = env.step(action)
            total += float(reward)
            ended = terminated or truncated
    return total / games


if __name__ == "__main__":
    main()
