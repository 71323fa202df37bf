"""Two copies of one policy play Resource War against each other on a batch, and learn from the results.

    python examples/self_play.py

The policy is a table of preferences for bids, with one row for each state as a player sees it. When a game ends, every
bid in it is preferred a little more or a little less (REINFORCE). It needs only NumPy.
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
    """The bids of all players in all games, and their probabilities."""

    rows: Any
    bids: Any
    mixes: Any


def main(rounds: int = 300, seed: int = 1) -> tuple[float, float]:
    """The mean result against random bids before and after training, between -1 (all lost) and 1 (all won)."""
    random = np.random.default_rng(seed)
    preferences = np.zeros((BIDS * BIDS * LEADS, BIDS), np.float32)
    before = against_random(preferences, random)
    batch, history = Batch(GAME, SIZE, seed), list[Round]()
    for _ in range(rounds):
        history.append(bid(preferences, batch, random))
        lengths = batch.turns + 1
        batch.step(history[-1].bids)
        learn(preferences, history, lengths, batch)
    after = against_random(preferences, random)
    print(f"mean result against random: {before:+.2f} before, {after:+.2f} after {rounds} rounds of {SIZE} games")
    return before, after


def bid(preferences: Any, batch: Batch, random: np.random.Generator) -> Round:
    """Draws a bid for every player from the policy."""
    rows = table_rows(batch)
    strength = np.where(batch.legal, preferences[rows], -np.inf)
    mixes = np.exp(strength - strength.max(-1, keepdims=True))
    mixes /= mixes.sum(-1, keepdims=True)
    bids = (mixes.cumsum(-1) > random.random(mixes.shape[:2])[..., None]).argmax(-1)
    return Round(rows, bids.astype(np.int32), mixes)


def table_rows(batch: Batch) -> Any:
    """The row of each player in each game: by their own purse, the opponent's purse, and their lead."""
    fields = dict(zip(batch.fields, batch.observation(0).T.astype(np.int64), strict=True))
    purse, other, lead = fields["bidding1"], fields["bidding2"], fields["resource1"] - fields["resource2"]
    first = (purse * BIDS + other) * LEADS + BIDS + lead
    second = (other * BIDS + purse) * LEADS + BIDS - lead
    return np.stack([first, second], 1)


def learn(preferences: Any, history: list[Round], lengths: Any, batch: Batch, rate: float = 0.1) -> None:
    """Credits every bid of the games that just ended with their result."""
    over = np.flatnonzero(batch.terminated)
    for back, (rows, bids, mixes) in enumerate(reversed(history)):
        slots = over[lengths[over] > back]
        chosen, gradient = bids[slots][..., None], -mixes[slots]
        np.put_along_axis(gradient, chosen, 1 + np.take_along_axis(gradient, chosen, -1), -1)
        np.add.at(preferences, rows[slots], rate * batch.rewards[slots][..., None] * gradient)
    del history[: len(history) - int(batch.turns.max())]  # no current game started earlier


def against_random(preferences: Any, random: np.random.Generator, size: int = 4_000) -> float:
    """The mean result of the first game in each slot: the policy plays the first seat, random bids the second."""
    batch, total = Batch(GAME, size, seed=77), 0.0
    while (batch.restarts == 0).any():
        first = batch.restarts == 0
        actions = batch.random_actions()
        actions[:, 0] = bid(preferences, batch, random).bids[:, 0]
        batch.step(actions)
        total += float(batch.rewards[first, 0].sum())
    return total / size


if __name__ == "__main__":
    main()
