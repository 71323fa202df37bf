"""The proof of a solution: what each side's strategy guarantees, whatever the other side does.

This is a separate pass over the whole game. It shares with the solver only the rules, the compiler, the thread pool,
the reward of a result and the data structures in `plan.py`. It is given a list of states, a strategy for both sides and
an order, and trusts none of them. Every state that play can reach against the strategy must be in the list, and every
state must come after the states that it leads to, except within a cyclic group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compiled
from parlour.fast.threads import cores, pool
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.solver.plan import Group, Plan

CERTIFICATE = "parlour.solver.kernels.certificate"
EMPTY = -1  # a bucket without a state
SMALL = 64  # states; fewer are not worth a second thread
SLICE = 50  # sweeps between two calls of `progress`
MAX_SWEEPS = 20_000
MAX_ROUNDS = 200
FALLING_SWEEPS = 100  # before states in a trap that still fall are lowered faster
NO_GAIN = 1e-12  # stop when no state gains more than this


class Certificate(NamedTuple):
    """What best responses to both strategies proved. Values are for the first player."""

    lower: float  # what the first player's strategy guarantees from the start
    upper: float  # what the second player's strategy concedes at most
    widest: float  # the widest interval of any state

    @property
    def gain(self) -> float:
        """What best responses could gain against the two strategies together."""
        return self.upper - self.lower


class Proof(NamedTuple):
    """What is known while one side's strategy is checked. Rows are states."""

    states: NDArray[np.int32]
    buckets: NDArray[np.int32]  # a hash table of rows
    plan: Plan
    side: int  # who follows the plan
    values: NDArray[np.float64]  # for the first player; nan until they are known
    responses: NDArray[np.int32]  # the other side's best options


class Cycle(NamedTuple):
    """A cyclic group with its outcomes tabulated."""

    rows: NDArray[np.int32]
    begins: NDArray[np.int64]  # where the outcomes of each state begin
    outcomes: NDArray[np.int32]
    starts: NDArray[np.int64]  # where the mix of each state begins in `chances`
    sizes: NDArray[np.int32]
    chances: NDArray[np.float64]
    sign: float  # 1 if the first player follows the plan, -1 if the second does
    values: NDArray[np.float64]  # by row
    trapped: NDArray[np.bool_]  # by row


class Unproved(ParlourError):
    """A strategy or an order that does not cover the game."""


def certify(
    game: Game,
    states: NDArray[np.int32],
    plan: Plan,
    groups: Iterable[Group],
    side: int,
    progress: Callable[[int], None] = lambda _: None,
    known: NDArray[np.float64] | None = None,
    respond: bool = False,
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """The value of every state for the first player if `side` follows the plan and the other responds optimally.

    Apart from rounding, a value never flatters `side`; where play can cycle, it is what was proved. With `respond`,
    also returns the best responses as option numbers. `known` are the values of the first states. `progress` gets how
    many more states are done, 0 within a cycle, and may raise to stop.
    """
    loops = compiled(game, CERTIFICATE)
    buckets = np.full(1 << max(4, int(2 * len(states)).bit_length()), EMPTY, np.int32)
    values = np.full(len(states), np.nan)
    if known is not None:
        values[: len(known)] = known
    proof = Proof(states, buckets, plan, side, values, np.zeros(len(states), np.int32))
    loops.fill_buckets(proof)
    trapped = np.zeros(len(states), np.bool_)
    for rows, cyclic in groups:
        if cyclic:
            cycle = tabulated(game, loops, proof, rows, trapped)
            prove_cycle(loops, cycle, progress)
            if respond:
                loops.respond_cycle(cycle, proof.responses, MAX_SWEEPS)
        else:
            threads = cores() if len(rows) > SMALL else 1

            def work(offset: int, rows: Any = rows, threads: int = threads) -> bool:
                complete: bool = loops.respond_states(game.rules, proof, rows, offset, threads)
                return complete

            if not all([work(0)] if threads == 1 else list(pool().map(work, range(threads)))):
                raise Unproved(f"the states of {game.name} are incomplete or out of order")
        progress(len(rows))
    return proof.values, proof.responses


def tabulated(game: Game, loops: Any, proof: Proof, rows: NDArray[np.int32], trapped: NDArray[np.bool_]) -> Cycle:
    """A cyclic group, with every value set to the worst possible."""
    counts = np.zeros(len(rows), np.int64)
    loops.count_outcomes(game.rules, proof, rows, counts)
    begins = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    outcomes = np.zeros(int(begins[-1]), np.int32)
    sign = 1.0 if proof.side == 0 else -1.0
    proof.values[rows] = -sign
    if not loops.fill_outcomes(game.rules, proof, rows, begins, outcomes):
        raise Unproved(f"the states of {game.name} are incomplete: one that a cycle leads to is missing")
    if np.isnan(proof.values[outcomes[outcomes >= 0]]).any():
        raise Unproved(f"the states of {game.name} are out of order: a cycle leads to a state that comes after it")
    starts, sizes = proof.plan.begins[rows, proof.side], proof.plan.sizes[rows, proof.side]
    return Cycle(rows, begins, outcomes, starts, sizes, proof.plan.chances, sign, proof.values, trapped)


def prove_cycle(loops: Any, cycle: Cycle, progress: Callable[[int], None]) -> None:
    """Raises the values from the worst possible to what the plan guarantees.

    The values inside and outside the trap depend on each other, so they take turns. Every value is proved at
    all times, and a turn only adds to it.
    """
    trap = loops.find_trap(cycle)
    for number in range(MAX_ROUNDS):
        if trap and loops.lower_trap(cycle, FALLING_SWEEPS) <= NO_GAIN and number > 0:
            return
        for _ in range(0, MAX_SWEEPS, SLICE):
            if loops.raise_values(cycle, SLICE) <= NO_GAIN:
                break
            progress(0)
        if not trap:
            return
