"""One matrix game for each state: from the values of the states that it leads to, its value and both optimal mixes.

Compiled with the rules of a game.
"""

from typing import Any

import numpy as np

from parlour.fast.kernels.stubs import State, load, option, options, play, to_act
from parlour.fast.kernels.turn import reward
from parlour.solver.kernels.explore import number_of
from parlour.solver.kernels.matrix_game import solve_matrix, workspace
from parlour.solver.plan import NOISE
from parlour.solver.state_space import Index
from parlour.solver.value_iteration import CyclicGroup

TOLERANCE = 1e-15  # a mix that is kept from the sweep before may fall short by this


def payoffs(rules: Any, index: Index, values: Any, number: int, matrix: Any) -> Any:
    """Fills in the values after every pair of actions; returns how many actions the players have."""
    state = load(index.states, number)
    actor = to_act(rules, state)
    rows = options(rules, state, 0) if actor & 1 else 1
    columns = options(rules, state, 1) if actor & 2 else 1
    for i in range(rows):
        first = option(rules, state, 0, i) if actor & 1 else 0
        for j in range(columns):
            second = option(rules, state, 1, j) if actor & 2 else 0
            after = play(rules, state, first, second)
            if after.winner == 0:
                matrix[i, j] = values[number_of(index, after)]
            else:
                matrix[i, j] = reward(after.winner, 0)
    return rows, columns


def payoff_matrix(rules: Any, index: Index, values: Any, number: int) -> Any:
    """The same as a new matrix."""
    matrix = np.empty(option_counts(rules, load(index.states, number)))
    payoffs(rules, index, values, number, matrix)
    return matrix


def solve_states(
    rules: Any, index: Index, values: Any, numbers: Any, offset: int, step: int, largest: Any, sizes: Any
) -> Any:
    """Solves every `step`-th state from `offset` on; the values after it must be known.

    Several threads share the states this way. Returns the options and chances of all mixes, one after another.
    """
    matrix, program, basis, outside, first, second = workspace(largest[0], largest[1])
    chosen = np.empty(1024, np.int32)
    chances = np.empty(1024, np.float64)
    used = 0
    for k in range(offset, numbers.shape[0], step):
        number = numbers[k]
        m, n = payoffs(rules, index, values, number, matrix)
        low, high = solve_matrix(matrix, m, n, program, basis, outside, first, second)
        values[number] = 0.5 * (low + high)
        if used + m + n > chosen.shape[0]:
            room = 2 * (used + m + n)
            chosen = copied(chosen, np.empty(room, np.int32))
            chances = copied(chances, np.empty(room, np.float64))
        sizes[k, 0] = append_mix(first, m, chosen, chances, used)
        used += sizes[k, 0]
        sizes[k, 1] = append_mix(second, n, chosen, chances, used)
        used += sizes[k, 1]
    return chosen[:used], chances[:used]


def append_mix(mix: Any, count: int, chosen: Any, chances: Any, used: int) -> int:
    """Appends the options with a chance above zero; returns how many."""
    size = 0
    for k in range(count):
        if mix[k] > NOISE:
            chosen[used + size] = k
            chances[used + size] = mix[k]
            size += 1
    return size


def copied(old: Any, new: Any) -> Any:
    new[: old.shape[0]] = old
    return new


def sweep_cycle(rules: Any, index: Index, values: Any, cycle: CyclicGroup, discount: float, first_sweep: bool) -> float:
    """Solves every state of a cycle once, from the current values; returns the largest change.

    A state sees the new values of the states before it, so a change travels far in one sweep. A mix is replaced only
    by a better one: the mix that was found first makes progress, while a later one may be content to cycle.
    """
    matrix, program, basis, outside, first, second = workspace(cycle.largest[0], cycle.largest[1])
    states, begins, mixes = cycle.states, cycle.begins, cycle.mixes
    change = 0.0
    for k in range(states.shape[0]):
        number = states[k]
        m, n = payoffs(rules, index, values, number, matrix)
        if discount > 0.0:
            for i in range(m):
                for j in range(n):
                    matrix[i, j] *= 1.0 - discount
        low, high = solve_matrix(matrix, m, n, program, basis, outside, first, second)
        begin = begins[k]
        if first_sweep or worst_column(matrix, m, n, mixes[begin : begin + m]) < low - TOLERANCE:
            mixes[begin : begin + m] = first[:m]
        if first_sweep or best_row(matrix, m, n, mixes[begin + m : begin + m + n]) > high + TOLERANCE:
            mixes[begin + m : begin + m + n] = second[:n]
        value = 0.5 * (low + high)
        change = max(change, abs(value - values[number]))
        values[number] = value
    return change


def worst_column(matrix: Any, m: int, n: int, mix: Any) -> float:
    """What a mix of rows guarantees."""
    least = 2.0
    for j in range(n):
        total = 0.0
        for i in range(m):
            total += mix[i] * matrix[i, j]
        least = min(least, total)
    return least


def best_row(matrix: Any, m: int, n: int, mix: Any) -> float:
    """What a mix of columns concedes."""
    most = -2.0
    for i in range(m):
        total = 0.0
        for j in range(n):
            total += mix[j] * matrix[i, j]
        most = max(most, total)
    return most


def count_options(rules: Any, index: Index, numbers: Any, counts: Any) -> None:
    for k in range(numbers.shape[0]):
        counts[k, 0], counts[k, 1] = option_counts(rules, load(index.states, numbers[k]))


def option_counts(rules: Any, state: State) -> tuple[int, int]:
    """How many actions each player has; a player who is not to act has one, which is to do nothing."""
    actor = to_act(rules, state)
    return options(rules, state, 0) if actor & 1 else 1, options(rules, state, 1) if actor & 2 else 1
