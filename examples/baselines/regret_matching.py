"""Regret matching in every state: play each option in proportion to how much you regret not having played it.

Every state is a matrix game, and its entries are the values of the states that it leads to. In each sweep both players
match their regrets (regret matching+, which forgets negative regrets), and the value of a state moves towards what they
got. The average of the mixes is what converges. Later sweeps weigh more in it, and in the values, because a state can
only learn once the states that it leads to have learnt: sweep t has a weight of (DEPTH + 1) / (DEPTH + t).
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


DEPTH = 3


def learn(game: parlour.Game, seed: int) -> Iterator[Step]:
    states = AllStates(game)
    regrets = states.random_mixes(seed)
    averages = [regret.copy() for regret in regrets]
    sweep = 0
    while True:
        yield sweep, partial(states.exploitability, averages)
        sweep += 1
        rate = (DEPTH + 1) / (DEPTH + sweep)
        mixes = [matched(regret, used) for regret, used in zip(regrets, states.used, strict=True)]
        payoffs, gained = states.sweep(mixes, rate)
        for player, sign in ((0, 1.0), (1, -1.0)):
            regret = regrets[player] + payoffs[player] - sign * gained[:, None]
            regrets[player] = np.where(states.used[player], np.maximum(regret, 0.0), 0.0)
            averages[player] += rate * (mixes[player] - averages[player])


def matched(regrets: Any, used: Any) -> Any:
    """Chances in proportion to the regrets; all options alike where there are none."""
    return scaled(np.where(regrets.any(axis=1, keepdims=True), regrets, used))
