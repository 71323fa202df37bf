"""The tree of `search` as arrays, and how it is grown. The loops are in `tree.py`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compiled
from parlour.games.contract import State
from parlour.games.game import Game

POSITIONS = 2**20  # there is room for; further ones are tried out each time they are met
REGRETS = 2**22
DEEPEST = 60  # decisions in one walk: the game may go round in circles
SLICE = 200_000  # work done between two looks at the keyboard
WORD = 0xFFFFFFFF
COUNTER, WORK, USED, LOW, HIGH, LACK = range(6)  # places in `Tree.counts`


class Tree(NamedTuple):
    """What is known of positions, each at its place; `names` says which is where."""

    names: NDArray[np.int64]
    worths: NDArray[np.float64]  # to the first player
    visits: NDArray[np.int32]
    begins: NDArray[np.int64]  # where the regrets of both players begin; -1 before the first visit
    regrets: NDArray[np.float64]
    first: NDArray[np.float64]  # how much each option of the root was chosen, by the first player and by the second
    second: NDArray[np.float64]
    mix: NDArray[np.float64]  # two rows to work with, one place an option
    gains: NDArray[np.float64]
    root: NDArray[np.int64]
    path: NDArray[np.int64]  # the states of a walk down the tree ...
    steps: NDArray[np.int64]  # ... and their places
    counts: NDArray[np.int64]  # chances drawn, work done, regrets used, the two words of the seed, options lacked


def planted(root: State, widths: tuple[int, int], seed: int) -> Tree:
    """A tree of nothing but its root, where the players have so many options."""
    fields = len(tuple(root))
    return Tree(
        names=np.full(POSITIONS, -1, np.int64),
        worths=np.zeros(POSITIONS),
        visits=np.zeros(POSITIONS, np.int32),
        begins=np.full(POSITIONS, -1, np.int64),
        regrets=np.zeros(max(REGRETS, 4 * sum(widths))),
        first=np.zeros(widths[0]),
        second=np.zeros(widths[1]),
        mix=np.zeros(max(widths)),
        gains=np.zeros(max(widths)),
        root=np.array([tuple(root)], np.int64),
        path=np.zeros((DEEPEST, fields), np.int64),
        steps=np.zeros(DEEPEST, np.int64),
        counts=np.array([0, 0, 0, seed & WORD, seed >> 32 & WORD, 0], np.int64),
    )


def grown(game: Game, root: State, seed: int, work: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mix of both players over their options at the root, after so much work (see `Search`)."""
    loops = compiled(game, "parlour.players.kernels.search")
    tree = planted(root, (len(game.actions(root, 0)) or 1, len(game.actions(root, 1)) or 1), seed)
    share = 0
    while share < work:
        share = min(share + SLICE, work)
        loops.grow(game.rules, tree, share)
        while tree.counts[LACK]:
            room = int(tree.counts[LACK])
            tree.counts[LACK] = 0
            tree = tree._replace(mix=np.zeros(room), gains=np.zeros(room))
            loops.grow(game.rules, tree, share)
    return tree.first / max(1.0, tree.first.sum()), tree.second / max(1.0, tree.second.sum())
