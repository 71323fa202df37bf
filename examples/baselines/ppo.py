"""Naive self-play: Stable-Baselines3's MaskablePPO, one network for both seats, always against itself as it is now.

Every game of a batch is two environments, one for each seat. A player who is not to act has one legal action, which the
batch ignores. A step is one of these environments making one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import torch
from encoding import Encoding
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import parlour
from parlour.fast import Batch

if TYPE_CHECKING:
    from curves import Step

GAMES, LENGTH = 256, 16  # at the same time; steps in each between two updates
MAX_TURNS = 200  # a longer game is a draw
SETTINGS: Any = {"batch_size": 2048, "n_epochs": 4, "learning_rate": 1e-3, "ent_coef": 0.0, "gamma": 1.0}


class BothSeats(VecEnv):  # type: ignore[misc]  # not read by mypy
    """Environment 2 k is the first seat of game k, and 2 k + 1 the second."""

    def __init__(self, game: parlour.Game, seed: int) -> None:
        self.batch, self.encoding = Batch(game, GAMES, seed, max_turns=MAX_TURNS), Encoding(game)
        space = gymnasium.spaces.Box(0, 1, (self.encoding.width,), np.float32)
        super().__init__(2 * GAMES, space, gymnasium.spaces.Discrete(game.action_count()))

    def reset(self) -> Any:
        self.batch.reset()
        return self.observations()

    def observations(self) -> Any:
        return self.encoding.both(self.batch.table).reshape(self.num_envs, -1)

    def step_async(self, actions: Any) -> None:
        self.batch.step(actions.reshape(-1, 2).astype(np.int32))

    def step_wait(self) -> Any:
        over = np.repeat(self.batch.terminated | self.batch.truncated, 2)
        return self.observations(), self.batch.rewards.ravel().copy(), over, [{} for _ in over]

    def env_method(self, name: str, *arguments: Any, **settings: Any) -> Any:
        """Only `action_masks`, which MaskablePPO asks for."""
        masks = self.batch.legal.copy()
        masks[..., 0] |= ~masks.any(axis=2)
        return list(masks.reshape(self.num_envs, -1))

    def has_attr(self, name: str) -> bool:
        return name == "action_masks"

    def get_attr(self, name: str, indices: Any = None) -> Any:
        return [None] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> Any:
        return [False] * self.num_envs

    def close(self) -> None:
        pass


def learn(game: parlour.Game, seed: int) -> Iterator[Step]:
    for steps, policy in policies(game, seed):
        yield steps, partial(parlour.exploitability, game, policy)


def policies(game: parlour.Game, seed: int) -> Iterator[tuple[int, Any]]:
    torch.set_num_threads(1)
    model = MaskablePPO("MlpPolicy", BothSeats(game, seed), n_steps=LENGTH, seed=seed, device="cpu", **SETTINGS)
    while True:
        yield model.num_timesteps, parlour.batched(partial(chances, model, model.env.encoding))
        model.learn(2 * GAMES * LENGTH, reset_num_timesteps=False)


def chances(model: Any, encoding: Encoding, table: Any, legal: Any, player: int) -> Any:
    """What the network would do in these states."""
    with torch.no_grad():
        observations = torch.as_tensor(encoding(table, player))
        return model.policy.get_distribution(observations, legal).distribution.probs
