"""Fictitious play: in each round, both players find the best response to how the other has played on average.

The best responses are exact, from `parlour.best_response`, and they are best in every state, not only in those that
they reach. So the averages are taken state by state, and each state is played as often as any other.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from all_states import AllStates

import parlour

if TYPE_CHECKING:
    from curves import Step


def learn(game: parlour.Game, seed: int) -> Iterator[Step]:
    states = AllStates(game)
    averages = states.random_mixes(seed)
    rounds = 0
    while True:
        yield rounds, partial(states.exploitability, averages)
        rounds += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", parlour.WideProof)  # a response need not be proved to be the best
            responses = [parlour.best_response(game, states.policy(averages), player) for player in (0, 1)]
        for player, response in enumerate(responses):
            chosen = response.policy.mixes.options[states.games.states]
            averages[player] *= rounds / (rounds + 1)
            averages[player][np.arange(states.count), chosen] += 1 / (rounds + 1)
