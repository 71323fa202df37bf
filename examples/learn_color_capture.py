"""MaskablePPO learns Color Capture against `random`, in a few seconds.

pip install 'parlour[envs]' sb3-contrib
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
    """The environment, with every field spread out: a network learns little from the number of a token."""
    env = gymnasium.make("parlour/ColorCapture-v0", opponent="random", seat="alternate")
    low, high = (bound.astype(int) for bound in (env.observation_space.low, env.observation_space.high))  # type: ignore[attr-defined]
    places = high - low + 1
    first = np.concatenate([[0], places.cumsum()[:-1]])

    def spread(seen: Any) -> Any:
        row = np.zeros(places.sum(), np.float32)
        row[first + seen - low] = 1
        return row

    space = gymnasium.spaces.Box(0, 1, (int(places.sum()),), np.float32)
    return gymnasium.wrappers.TransformObservation(env, spread, space)


def main(steps: int = 12_000, seed: int = 1) -> tuple[float, float]:
    """The mean result over 300 games before and after learning: 1 is winning always, -1 losing always."""
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
        seen, info = env.reset(seed=1_000 if game == 0 else None)
        ended = False
        while not ended:
            action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
            seen, reward, terminated, truncated, info = env.step(action)
            total += float(reward)
            ended = terminated or truncated
    return total / games


if __name__ == "__main__":
    main()
