"""Magnetic mirror descent with a small network: policy gradients that stay close to the last policy and to a magnet.

One network plays both seats of a batch. After each rollout it maximises, over the choices in it,

    advantage * ratio - KL(new, old) / rate - pull * KL(new, uniform)

where `ratio` is how much likelier the new policy makes the action. This is the tabular update of mirror_descent.py, for
a policy that is a network and payoffs that are samples. Rate and pull fall as 1 / sqrt(rollout). A step is a choice,
or a player waiting for the other's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from encoding import Encoding

import parlour
from parlour.fast import Batch

if TYPE_CHECKING:
    from curves import Step

GAMES, LENGTH = 256, 16  # at the same time; turns of each in a rollout
MAX_TURNS = 200  # a longer game is a draw
RATE, PULL = 3.0, 1.0  # in the first rollout
EPOCHS, MINIBATCH, LEARNING_RATE = 4, 2048, 3e-3


class Rollout(NamedTuple):
    """Each tensor has an entry for each choice."""

    seen: Any
    legal: Any
    chosen: Any
    log_mixes: Any
    advantages: Any
    returns: Any


class Learner(torch.nn.Module):  # type: ignore[misc]  # not read by mypy
    def __init__(self, game: parlour.Game, seed: int) -> None:
        super().__init__()
        torch.manual_seed(seed)
        self.encoding = Encoding(game)
        self.body = torch.nn.Sequential(
            torch.nn.Linear(self.encoding.width, 128), torch.nn.ReLU(), torch.nn.Linear(128, 128), torch.nn.ReLU()
        )
        self.policy, self.value = torch.nn.Linear(128, game.action_count()), torch.nn.Linear(128, 1)
        self.batch = Batch(game, GAMES, seed, max_turns=MAX_TURNS)
        self.optimiser = torch.optim.Adam(self.parameters(), LEARNING_RATE)

    def forward(self, seen: Any, legal: Any) -> tuple[Any, Any]:
        """The logarithm of the mix, and the value to the player who looks."""
        features = self.body(seen)
        return self.policy(features).masked_fill(~legal, -1e9).log_softmax(-1), self.value(features).squeeze(-1)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def rollout(self) -> Rollout:
        turns = []
        for _ in range(LENGTH):
            seen, legal = (
                torch.as_tensor(self.encoding.both(self.batch.table)),
                torch.as_tensor(self.batch.legal.copy()),
            )
            log_mixes, values = self(seen, legal)
            chosen = torch.distributions.Categorical(logits=log_mixes).sample()
            self.batch.step(chosen.numpy().astype(np.int32))
            over = torch.as_tensor(self.batch.terminated | self.batch.truncated)[:, None]
            turns.append((seen, legal, chosen, log_mixes, values, torch.as_tensor(self.batch.rewards.copy()), over))
        _, result = self(
            torch.as_tensor(self.encoding.both(self.batch.table)), legal
        )  # an estimate of unfinished games
        results = []
        for *_, rewards, over in reversed(turns):
            result = rewards + torch.where(over, 0.0, result)
            results.append(result)
        seen, legal, chosen, log_mixes, values = (torch.stack(parts) for parts in list(zip(*turns, strict=True))[:5])
        returns, acting = torch.stack(results[::-1]), legal.any(-1)
        everything = (seen, legal, chosen, log_mixes, returns - values, returns)
        return Rollout(*(part[acting] for part in everything))

    def update(self, rollout: Rollout, rate: float, pull: float) -> None:
        for _ in range(EPOCHS):
            for part in torch.randperm(len(rollout.chosen)).split(MINIBATCH):
                seen, legal, chosen, old, advantages, returns = (each[part] for each in rollout)
                new, values = self(seen, legal)
                mix = new.exp()
                ratio = (new - old).gather(-1, chosen[:, None]).squeeze(-1).exp()
                moved = (mix * (new - old)).sum(-1)
                bent = (mix * (new + legal.sum(-1, keepdim=True).log())).sum(-1)
                gain = advantages * ratio - moved / rate - pull * bent
                loss = (returns - values).square().mean() - gain.mean()
                self.optimiser.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.parameters(), 1.0)
                self.optimiser.step()

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def chances(self, table: Any, legal: Any, player: int) -> Any:
        return self(torch.as_tensor(self.encoding(table, player)), torch.as_tensor(legal))[0].exp()


def learn(game: parlour.Game, seed: int) -> Iterator[Step]:
    for steps, policy in policies(game, seed):
        yield steps, partial(parlour.exploitability, game, policy)


def policies(game: parlour.Game, seed: int) -> Iterator[tuple[int, Any]]:
    torch.set_num_threads(1)
    learner = Learner(game, seed)
    rollouts = 0
    while True:
        yield 2 * GAMES * LENGTH * rollouts, parlour.batched(learner.chances)
        rollouts += 1
        learner.update(learner.rollout(), RATE / rollouts**0.5, PULL / rollouts**0.5)
