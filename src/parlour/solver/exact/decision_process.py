"""The best that one player can do against a fixed strategy where play can cycle, with a proof that nothing is better.

Against a fixed strategy, a game is a Markov decision process. Play that can be kept in a set of states forever (an end
component) is the difficulty: endless play is worth 0, but equations between the states in such a set also hold if all
their values are too high. So each end component becomes one node, which can be left in every way that its states can
be left, or kept forever for 0. Play ends with certainty among these nodes, for all choices of the player, so policy
iteration finds the one solution.

The proof is a separate check of the result: gains that no choice improves, and that are at least 0 in every end
component, cannot be exceeded. Every comparison allows for all rounding errors that it could contain. To pass, the
gains are raised by a tiny amount for each turn that play can last, except where they are the most of all.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library

KERNEL = "parlour.solver.kernels.decision_process"
COMPONENTS = "parlour.solver.kernels.components"
OUTSIDE = -1  # in place of a state: play leaves the process
STAY = -1  # in place of a choice: remain in an end component forever
UNKNOWN = -1  # in place of a choice
ABSENT = -1  # the place of a node that is not in the block
LARGE = 2_500  # nodes; more are not solved by elimination, which takes memory and time
SLICE = 50  # sweeps that follow the same choices
MAX_SWEEPS = 20_000
LAST = 10  # changes that tell how fast they fall
NO_CHANGE = 1e-15
FLOAT_ERROR = 1.2e-16  # the largest relative error of one operation, and a little more
PRODUCT_ERROR = 1e-300  # the largest error of a product that is too small for a float
HALF_A_TURN = 0.5  # is accurate enough for the time that play can last


class Process(NamedTuple):
    """States, the choices in each of them, and the outcomes of each choice."""

    choices: NDArray[np.int64]  # where the choices of each state begin, and the end
    outcomes: NDArray[np.int64]  # where the outcomes of each choice begin, and the end
    targets: NDArray[np.int32]  # the state after each outcome, or OUTSIDE
    chances: NDArray[np.float64]  # all above zero; those of a choice count in proportion to their sum
    payoffs: NDArray[np.float64]  # the player's gain from an outcome that leads outside

    @classmethod
    def with_room(cls, choices: NDArray[np.int64], count: int, room: int) -> Self:
        """An empty process for `count` choices and at most `room` outcomes."""
        starts = np.zeros(count + 1, np.int64)
        return cls(choices, starts, np.zeros(room, np.int32), np.zeros(room), np.zeros(room))

    def shorten(self) -> Self:
        """Without the room for outcomes that was not used."""
        used = int(self.outcomes[-1])
        return self._replace(targets=self.targets[:used], chances=self.chances[:used], payoffs=self.payoffs[:used])


def positions_in(states: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """For each of `count` states, its position among these states, or OUTSIDE."""
    positions = np.full(count, OUTSIDE, np.int32)
    positions[states] = np.arange(len(states), dtype=np.int32)
    return positions


class Goal(NamedTuple):
    """The objective: the payoff when play leaves the block, or the number of turns until then."""

    payoffs: NDArray[np.float64]  # by outcome
    per_turn: float
    values: NDArray[np.float64]  # by node
    choices: NDArray[np.int64]  # by node: the best choice so far, or STAY


class Network(NamedTuple):
    """The process with each end component as one node. A block is a set of nodes that lead to each other."""

    stays: NDArray[np.bool_]  # by choice: whether it belongs to an end component
    node: NDArray[np.int64]  # by state
    begins: NDArray[np.int64]  # where the states of each node begin, and the end
    states: NDArray[np.int64]  # by node
    ends: NDArray[np.bool_]  # by node: whether it is an end component
    blocks: NDArray[np.int64]  # where the nodes of each block begin, and the end; a block comes after those it leads to
    block_nodes: NDArray[np.int64]
    place: NDArray[np.int64]  # by node: its position in the block that is being solved, or ABSENT
    gain: Goal
    time: Goal
    matrix: NDArray[np.float64]  # room to eliminate the nodes of a block
    leaving: NDArray[np.float64]
    payoff: NDArray[np.float64]


class Gains(NamedTuple):
    gains: NDArray[np.float64]  # by state
    responses: NDArray[np.int64]  # by state: the number of the best choice, counted from 0


def solve_process(process: Process, prove: bool, progress: Callable[[int], None]) -> Gains:
    """The largest gains, and the choices that reach them.

    With `prove`, no gain is too low, but a gain can be far too high if that is all that could be proved. Otherwise the
    gains are as accurate as rounding allows; in a large block that play leaves very rarely, they can be too low.
    `progress` is called with 0 now and then, and may raise to stop.
    """
    loops, network = library(KERNEL), network_of(process)
    blocks = len(network.blocks) - 1
    first = 0
    for block in [*np.flatnonzero(np.diff(network.blocks) > LARGE).tolist(), blocks]:
        loops.solve_blocks(process, network, first, block, prove)
        progress(0)
        if block < blocks:
            nodes = network.block_nodes[network.blocks[block] : network.blocks[block + 1]]
            if not prove:
                loops.begin_low(process, network, network.gain, nodes)
            sweep_until(loops, process, network, network.gain, nodes, NO_CHANGE, progress)
            if prove:
                below = loops.raise_the_best(network, nodes)
                sweep_until(loops, process, network, network.time, nodes[:below], HALF_A_TURN, progress)
                loops.prove_block(process, network, nodes)
        first = block + 1
    chosen = np.full(len(network.node), UNKNOWN, np.int64)
    loops.respond(process, network, chosen)
    return Gains(network.gain.values[network.node], chosen - process.choices[:-1])


def network_of(process: Process) -> Network:
    stays, node, begins, states, ends, blocks, block_nodes = library(COMPONENTS).collapse(process)
    nodes, outcomes, sizes = len(ends), len(process.targets), np.diff(blocks)
    room = int(sizes[sizes <= LARGE].max(initial=0))
    return Network(
        stays=stays,
        node=node,
        begins=begins,
        states=states,
        ends=ends,
        blocks=blocks,
        block_nodes=block_nodes,
        place=np.full(nodes, ABSENT, np.int64),
        gain=Goal(process.payoffs, 0.0, np.zeros(nodes), np.full(nodes, STAY, np.int64)),
        time=Goal(np.zeros(outcomes), 1.0, np.zeros(nodes), np.full(nodes, STAY, np.int64)),
        matrix=np.empty((room, room)),
        leaving=np.empty(nodes),
        payoff=np.empty(nodes),
    )


def sweep_until(
    loops: Any,
    process: Process,
    network: Any,
    goal: Any,
    nodes: NDArray[np.int64],
    change: float,
    progress: Callable[[int], None],
) -> None:
    """Sweeps over the nodes until no choice changes a value by more than `change`.

    Times are given up early if their changes fall so slowly that they would not get there: then they cannot help to
    prove anything.
    """
    changes: list[float] = []
    while len(changes) * SLICE < MAX_SWEEPS:
        changes.append(loops.improve(process, network, goal, nodes, SLICE))
        if changes[-1] <= change or (goal.per_turn > 0.0 and is_hopeless(changes, change)):
            return
        progress(0)


def is_hopeless(changes: list[float], change: float) -> bool:
    """Whether the changes would not fall far enough in the rounds left, if they continue as in the last ten."""
    if len(changes) <= LAST:
        return False
    factor: float = (changes[-1] / changes[-1 - LAST]) ** ((MAX_SWEEPS / SLICE - len(changes)) / LAST)
    return bool(changes[-1] * factor > change)
