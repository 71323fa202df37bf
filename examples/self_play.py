"""Two copies of one policy play Resource War against each other on a batch, and learn from what came of it.

    python examples/self_play.py

The policy is a table of preferences for bids, one row for what lies on the table as seen from one's own chair. When a
game ends, every bid that led there is preferred a little more or a little less (REINFORCE). Nothing but NumPy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

import parlour
from parlour.fast import Batch

GAME = parlour.game("resource-war")
BIDS = GAME.action_count()
LEADS = 2 * BIDS + 1
SIZE = 1024


class Round(NamedTuple):
    """What was bid in every game, by slot and player, and with what probabilities."""

    rows: Any
    bids: Any
    shares: Any


def main(rounds: int = 300, seed: int = 1) -> tuple[float, float]:
    """The mean result against random bids before and after learning: 1 is winning always, -1 losing always."""
    chance = np.random.default_rng(seed)
    preferences = np.zeros((BIDS * BIDS * LEADS, BIDS), np.float32)
    before = against_random(preferences, chance)
    batch, history = Batch(GAME, SIZE, seed), list[Round]()
    for _ in range(rounds):
        history.append(bid(preferences, batch, chance))
        lengths = batch.turns + 1
        batch.step(history[-1].bids)
        learn(preferences, history, lengths, batch)
    after = against_random(preferences, chance)
    print(f"mean result against random: {before:+.2f} before, {after:+.2f} after {rounds} rounds of {SIZE} games")
    return before, after


def bid(preferences: Any, batch: Batch, chance: np.random.Generator) -> Round:
    """Draws a bid for everyone from the policy."""
    rows = chairs(batch)
    strength = np.where(batch.legal, preferences[rows], -np.inf)
    shares = np.exp(strength - strength.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    drawn = (shares.cumsum(-1) > chance.random(shares.shape[:2])[..., None]).argmax(-1)
    return Round(rows, drawn.astype(np.int32), shares)


def chairs(batch: Batch) -> Any:
    """The row of each player in each game: own purse, the other's purse, own lead."""
    seen = dict(zip(batch.fields, batch.observation(0).T.astype(np.int64), strict=True))
    purse, other, lead = seen["bidding1"], seen["bidding2"], seen["resource1"] - seen["resource2"]
    first = (purse * BIDS + other) * LEADS + BIDS + lead
    second = (other * BIDS + purse) * LEADS + BIDS - lead
    return np.stack([first, second], 1)


def learn(preferences: Any, history: list[Round], lengths: Any, batch: Batch, rate: float = 0.1) -> None:
    """Every bid of the games that ended in this round is credited with the result."""
    over = np.flatnonzero(batch.terminated)
    for back, (rows, bids, shares) in enumerate(reversed(history)):
        mine = over[lengths[over] > back]
        push = -shares[mine]
        np.put_along_axis(push, bids[mine][..., None], 1 + np.take_along_axis(push, bids[mine][..., None], -1), -1)
        np.add.at(preferences, rows[mine], rate * batch.rewards[mine][..., None] * push)
    del history[: len(history) - int(batch.turns.max())]  # no game at hand began earlier


def against_random(preferences: Any, chance: np.random.Generator, size: int = 4_000) -> float:
    """The first game of every slot, with the policy in the first seat and random bids in the second."""
    batch, total = Batch(GAME, size, seed=77), 0.0
    while (batch.restarts == 0).any():
        first = batch.restarts == 0
        actions = batch.random_actions()
        actions[:, 0] = bid(preferences, batch, chance).bids[:, 0]
        batch.step(actions)
        total += float(batch.rewards[first, 0].sum())
    return total / size


if __name__ == "__main__":
    main()
