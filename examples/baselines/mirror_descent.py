"""Magnetic mirror descent in every state: move towards what pays, but not far, and never far from the uniform mix.

In each sweep, with the payoff q of each option against the other player's current mix, a mix p becomes

    p' proportional to (p * exp(rate * q)) ** (1 / (1 + rate * pull))

where the magnet is the uniform mix. A constant pull converges to an equilibrium of a game in which both players are
paid for entropy. Here rate and pull both fall as 1 / sqrt(sweep), so that this equilibrium itself moves to one of the
real game. The mix of the last sweep is judged: nothing is averaged.

Sokota et al., A unified approach to reinforcement learning, quantal response equilibria, and two-player zero-sum games
(ICLR 2023).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from all_states import AllStates, scaled

import parlour

if TYPE_CHECKING:
    from curves import Step

RATE, PULL = 1.0, 1.0  # in the first sweep


def learn(game: parlour.Game, seed: int) -> Iterator[Step]:
    states = AllStates(game)
    with np.errstate(divide="ignore"):  # an option that does not exist has a chance of 0
        logits = [np.log(mix) for mix in states.random_mixes(seed)]
    sweep = 0
    while True:
        mixes = [softmax(each) for each in logits]
        yield sweep, partial(states.exploitability, mixes)
        sweep += 1
        rate, pull = RATE / sweep**0.5, PULL / sweep**0.5
        payoffs, _ = states.sweep(mixes)
        logits = [(old + rate * q) / (1 + rate * pull) for old, q in zip(logits, payoffs, strict=True)]


def softmax(logits: Any) -> Any:
    return scaled(np.exp(logits - logits.max(axis=1, keepdims=True)))
