"""Trains MaskablePPO against perfect play in Resource War, on the compiled environment, in about a minute.

In a checkout of Parlour:

    python -m pip install -e '.[sb3]'
    python examples/learn_against_perfect.py

No player wins against perfect play in the long run: the game is even, so the best mean result is 0. Before training,
the network loses most games.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

import parlour
from parlour.envs.stable_baselines3 import ParlourVecEnv

GAMES = 512  # side by side


def main(steps: int = 1_000_000, seed: int = 1) -> tuple[float, float]:
    """The mean result before and after training, between -1 (all lost) and 1 (all won)."""
    torch.set_num_threads(1)
    game = parlour.game("resource-war")
    perfect = parlour.tabulate(game, "perfect")  # once, for training and for the games that measure it
    env = ParlourVecEnv(game, GAMES, perfect, seat="alternate", one_hot=True)
    settings: Any = {"n_steps": 32, "batch_size": 4096, "n_epochs": 4, "learning_rate": 1e-3, "ent_coef": 0.01}
    model = MaskablePPO("MlpPolicy", env, gamma=1.0, gae_lambda=1.0, seed=seed, device="cpu", **settings)
    before = mean_result(model, perfect)
    model.learn(steps)
    after = mean_result(model, perfect)
    print(f"mean result against perfect: {before:+.3f} before, {after:+.3f} after {steps:,} steps; the best is 0")
    return before, after


def mean_result(model: MaskablePPO, perfect: Any, steps: int = 80) -> float:
    """The mean result of the games that end within so many steps."""
    env = ParlourVecEnv(perfect.game, 4096, perfect, seat="alternate", one_hot=True)
    env.seed(1_000)
    observation, total, games = env.reset(), 0.0, 0
    for _ in range(steps):
        masks = np.stack(env.env_method("action_masks"))
        actions, _ = model.predict(observation, action_masks=masks)
        observation, rewards, ended, _ = env.step(actions)
        total, games = total + float(rewards.sum()), games + int(ended.sum())
    return total / games


if __name__ == "__main__":
    main()
