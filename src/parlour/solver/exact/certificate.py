"""The proof of a solution: the value that each side's strategy guarantees against every opponent.

This is a separate pass over the whole game. It shares with the solver only the rules, the compiler, the thread pool,
the reward of a result and the data structures in `mixes.py`. It is given a list of states, a strategy for both sides
and an order, and trusts none of them. Every state that play can reach against the strategy must be in the list, and
every state must come after the states that it leads to, except within a cyclic group.
"""

from collections.abc import Callable, Iterable
from functools import partial
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compile_kernels
from parlour.fast.threads import cores, pool
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.solver.exact.decision_process import OUTSIDE, Process, positions_in, solve_process
from parlour.solver.states.mixes import Group, Mixes

CERTIFICATE = "parlour.solver.kernels.certificate"
EMPTY = -1  # a bucket without a state
SPARE = 16  # up to this many places per state, each has its own bucket
MAX_PLACES = 2**62
SMALL = 64  # states; fewer are not worth a second thread


class Certificate(NamedTuple):
    """The bounds that best responses to both strategies prove. Values are for the first player."""

    lower: float  # the guarantee of the first player's strategy from the start
    upper: float  # the most that the second player's strategy concedes
    widest: float  # the widest interval of any state

    @property
    def gain(self) -> float:
        """The gain of best responses against the two strategies together."""
        return self.upper - self.lower


class Proof(NamedTuple):
    """The knowledge about one side's strategy during the check. Rows are states."""

    states: NDArray[np.int32]
    lowest: NDArray[np.int64]  # the lowest value of each field, and how many values up to the highest
    spans: NDArray[np.int64]
    places: NDArray[np.int64]  # a number that identifies the state in each row
    buckets: NDArray[np.int32]  # a hash table of rows, found by their places
    exact: bool  # whether there is a bucket for every place
    mixes: Mixes
    side: int  # who follows the mixes
    values: NDArray[np.float64]  # for the first player; nan until they are known


class Unproved(ParlourError):
    """A strategy or an order that does not cover the game."""


def certify(
    game: Game,
    states: NDArray[np.int32],
    mixes: Mixes,
    groups: Iterable[Group],
    side: int,
    progress: Callable[[int], None] = lambda _: None,
    known: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The value of every state for the first player if `side` follows the mixes and the other responds optimally.

    Apart from rounding, a value never flatters `side`; where play can cycle, it is what was proved. `known` are
    values that were proved before, nan for other states. `progress` gets how many more states are done, 0 within a
    cycle, and may raise to stop.
    """
    loops = compile_kernels(game, CERTIFICATE)
    proof = new_proof(game, states, mixes, side)
    if known is not None:
        proof.values[:] = known
    loops.fill_buckets(proof)
    for rows, cyclic in groups:
        if cyclic:
            process = decision_process(game, loops, proof, rows)
            gains = solve_process(process, True, progress).gains
            proof.values[rows] = gains if side == 1 else -gains
        else:
            threads = cores() if len(rows) > SMALL else 1
            respond = partial(loops.respond_states, game.rules, proof, rows)
            share_out: Any = pool().map if threads > 1 else map
            if not all(list(share_out(respond, range(threads), [threads] * threads))):
                raise incomplete(game)
        progress(len(rows))
    return proof.values


def new_proof(game: Game, states: NDArray[np.int32], mixes: Mixes, side: int) -> Proof:
    """Nothing is known yet, and the hash table is empty."""
    lowest = states.min(axis=0, initial=0).astype(np.int64)
    spans = states.max(axis=0, initial=0) - lowest + 1
    places = prod(spans.tolist())
    if places > MAX_PLACES:
        raise Unproved(f"the states of {game.name} have too many different values to prove anything about them")
    exact = places <= SPARE * len(states)
    size = places if exact else 1 << (2 * len(states)).bit_length()
    return Proof(
        states=states,
        lowest=lowest,
        spans=spans,
        places=np.zeros(len(states), np.int64),
        buckets=np.full(size, EMPTY, np.int32),
        exact=exact,
        mixes=mixes,
        side=side,
        values=np.full(len(states), np.nan),
    )


def decision_process(game: Game, loops: Any, proof: Proof, rows: NDArray[np.int32]) -> Process:
    """The other side's choices in a cyclic group, and their outcomes."""
    choices = np.zeros(len(rows), np.int64)
    loops.count_choices(game.rules, proof, rows, choices)
    outcomes = np.repeat(proof.mixes.sizes[rows, proof.side], choices)
    process = Process(
        choices=np.concatenate([[0], np.cumsum(choices)]),
        outcomes=np.concatenate([[0], np.cumsum(outcomes, dtype=np.int64)]),
        targets=np.full(outcomes.sum(), OUTSIDE, np.int32),
        chances=np.zeros(outcomes.sum()),
        payoffs=np.zeros(outcomes.sum()),
    )
    if not loops.fill_process(game.rules, proof, rows, positions_in(rows, len(proof.states)), process):
        raise incomplete(game)
    return process


def incomplete(game: Game) -> Unproved:
    return Unproved(f"the states of {game.name} are incomplete or out of order")
