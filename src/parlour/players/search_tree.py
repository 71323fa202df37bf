"""The arrays of a tree search, and the call that runs it. The algorithm is in `kernels/search.py`."""

from __future__ import annotations

import time
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compiled
from parlour.games.contract import State
from parlour.games.game import Game

MIN_NODES, MAX_NODES = 2**10, 2**20  # powers of two; states beyond it are evaluated anew each time
MAX_REGRETS = 2**22
MAX_DEPTH = 60  # decisions in one iteration, because play may cycle
WORK_PER_CALL = 50_000  # so that Ctrl-C and the time are noticed
WORD = 0xFFFFFFFF
DRAWS, WORK, REGRETS_USED, SEED_LOW, SEED_HIGH, OPTIONS_NEEDED = range(6)  # the elements of `Tree.counts`


class Tree(NamedTuple):
    """A hash table of nodes, one for each state, with open addressing."""

    hashes: NDArray[np.int64]  # of the state; -1 for an empty node
    values: NDArray[np.float64]  # estimated, for the first player
    visits: NDArray[np.int32]
    offsets: NDArray[np.int64]  # where the regrets of both players begin; -1 before the first visit
    regrets: NDArray[np.float64]
    first_sums: NDArray[np.float64]  # the root mixes of the first and of the second player, summed over iterations
    second_sums: NDArray[np.float64]
    mix: NDArray[np.float64]  # working memory, one element for each option
    option_values: NDArray[np.float64]
    root: NDArray[np.int64]
    path_states: NDArray[np.int64]  # the states and nodes of one iteration
    path_nodes: NDArray[np.int64]
    counts: NDArray[np.int64]


def new_tree(root: State, options: tuple[int, int], seed: int, work: int) -> Tree:
    """A tree with nothing but its root, where the players have this many options."""
    nodes = min(MAX_NODES, max(MIN_NODES, 1 << work.bit_length()))  # a node takes several units of work
    return Tree(
        hashes=np.full(nodes, -1, np.int64),
        values=np.zeros(nodes),
        visits=np.zeros(nodes, np.int32),
        offsets=np.full(nodes, -1, np.int64),
        regrets=np.zeros(max(MAX_REGRETS, 4 * sum(options))),
        first_sums=np.zeros(options[0]),
        second_sums=np.zeros(options[1]),
        mix=np.zeros(max(options)),
        option_values=np.zeros(max(options)),
        root=np.array([tuple(root)], np.int64),
        path_states=np.zeros((MAX_DEPTH, len(tuple(root))), np.int64),
        path_nodes=np.zeros(MAX_DEPTH, np.int64),
        counts=np.array([0, 0, 0, seed & WORD, seed >> 32 & WORD, 0], np.int64),
    )


def root_mixes(
    game: Game, root: State, seed: int, work: int, seconds: float = inf
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mixes of both players over their options at the root, after this much work or time (see `Search`)."""
    kernel = compiled(game, "parlour.players.kernels.search")
    tree = new_tree(root, (len(game.actions(root, 0)) or 1, len(game.actions(root, 1)) or 1), seed, work)
    target, deadline = 0, time.monotonic() + seconds
    while target < work and (target == 0 or time.monotonic() < deadline):
        target = min(target + WORK_PER_CALL, work)
        kernel.search(game.rules, tree, target)
        while tree.counts[OPTIONS_NEEDED]:
            options = int(tree.counts[OPTIONS_NEEDED])
            tree.counts[OPTIONS_NEEDED] = 0
            tree = tree._replace(mix=np.zeros(options), option_values=np.zeros(options))
            kernel.search(game.rules, tree, target)
    first, second = tree.first_sums, tree.second_sums
    return first / max(1.0, first.sum()), second / max(1.0, second.sum())
