"""The proof of a solution: what each side's strategy is sure of, whatever the other does.

A separate pass over the whole game that shares no code with the solver but the rules. It is given a list of states, a
strategy for both sides and an order; it believes none of them. Every state that play can reach under the strategies
must be in the list, and in the order all that a state leads to must come before it, but for groups of states that lead
to each other.
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

RESPOND = "parlour.solver.kernels.respond"
SINKING = 100  # sweeps until a state that still loses worth is taken further down
FEW = 64  # states that are not worth a second thread
SWEEPS = 50  # in one go, between two looks at the keyboard
MOST_SWEEPS = 20_000
MOST_TURNS = 200
STILL = 1e-12  # a sweep that gains no more than this in any state is the last


class Plan(NamedTuple):
    """A strategy for both sides: for each state and player the options with a chance, and the chances."""

    begins: NDArray[np.int64]  # by state and player
    sizes: NDArray[np.int32]
    chosen: NDArray[np.int32]
    chances: NDArray[np.float64]


class Group(NamedTuple):
    """States that come after all that they lead to, or, in a cycle, that lead to each other."""

    states: NDArray[np.int32]
    cyclic: bool


class Cycle(NamedTuple):
    """A cyclic group with its outcomes written down, seen from the side that follows the plan."""

    listed: NDArray[np.int32]
    begins: NDArray[np.int64]  # where the outcomes of each state begin
    outcomes: NDArray[np.int32]
    starts: NDArray[np.int64]  # where the chances of each state begin
    sizes: NDArray[np.int32]
    chances: NDArray[np.float64]
    sign: float  # 1 for the first player, -1 for the second
    worth: NDArray[np.float64]
    trapped: NDArray[np.bool_]


class Unproved(ParlourError):
    """A strategy or an order that does not cover the game."""


def certify(
    game: Game,
    states: NDArray[np.int32],
    plan: Plan,
    groups: Iterable[Group],
    side: int,
    heed: Callable[[int], None] = lambda _: None,
    known: NDArray[np.float64] | None = None,
    answering: bool = False,
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """What the game is worth to the first player in every state, if `side` follows the plan and the other answers best.

    With `answering` also that answer, as the place of an option. What is returned never favours `side`, rounding apart:
    where play can go on for long it is what was proved. `known` are worths of states done before. `heed` hears
    of the states that are done.
    """
    loops = compiled(game, RESPOND)
    rows = np.full(1 << max(4, int(2 * len(states)).bit_length()), -1, np.int32)
    loops.list_states(states, rows)
    worth = np.full(len(states), np.nan)
    if known is not None:
        worth[: len(known)] = known
    answers, trapped = np.zeros(len(states), np.int32), np.zeros(len(states), np.bool_)
    table = (game.rules, states, rows)
    for listed, cyclic in groups:
        if cyclic:
            cycle = written_down(loops, table, listed, side, plan, worth, trapped)
            climb(loops, cycle, heed)
            if answering:
                loops.answer_cycle(cycle, answers, MOST_SWEEPS)
        else:
            workers = cores() if len(listed) > FEW else 1

            def work(offset: int, listed: Any = listed, workers: int = workers) -> bool:
                done: bool = loops.answer_states(*table, listed, offset, workers, side, plan, worth, answers)
                return done

            if not all([work(0)] if workers == 1 else list(pool().map(work, range(workers)))):
                raise Unproved(f"the order of the states of {game.name} does not hold, or one is missing")
        heed(len(listed))
    return worth, answers


def written_down(
    loops: Any,
    table: tuple[Any, Any, Any],
    listed: NDArray[np.int32],
    side: int,
    plan: Plan,
    worth: NDArray[np.float64],
    trapped: NDArray[np.bool_],
) -> Cycle:
    rules, states, rows = table
    counts = np.zeros(len(listed), np.int64)
    loops.count_outcomes(rules, states, listed, side, plan, counts)
    begins = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    outcomes = np.zeros(int(begins[-1]), np.int32)
    sign = 1.0 if side == 0 else -1.0
    worth[listed] = -sign
    if not loops.write_outcomes(rules, states, rows, listed, side, plan, begins, outcomes):
        raise Unproved("a state that a cycle leads to is missing")
    ends = outcomes[outcomes >= 0]
    if np.isnan(worth[ends]).any():
        raise Unproved("the order of states does not hold: a cycle leads to one that comes after it")
    starts, sizes = plan.begins[listed, side], plan.sizes[listed, side]
    return Cycle(listed, begins, outcomes, starts, sizes, plan.chances, sign, worth, trapped)


def climb(loops: Any, cycle: Cycle, heed: Callable[[int], None]) -> None:
    """From the worst there is, up to what the plan is sure of.

    What the states outside the trap are worth hangs on those inside and the other way round, so they take turns. All
    that is ever written down is proved, and a turn only adds to it.
    """
    trap = loops.find_trap(cycle)
    for turn in range(MOST_TURNS):
        if trap and loops.settle_trap(cycle, SINKING) <= STILL and turn > 0:
            return
        for _ in range(0, MOST_SWEEPS, SWEEPS):
            if loops.raise_states(cycle, SWEEPS) <= STILL:
                break
            heed(0)
        if not trap:
            return
