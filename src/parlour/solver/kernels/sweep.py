"""One matrix game a state: from the values of the states it leads to, its own value and both perfect mixes.

Put together with the rules of a game by `fast/build.py` and compiled. Each call takes every so-manieth state of a list,
so that several cores share the work evenly; it reads values of states that are done and writes those of its own.
"""

from typing import Any

import numpy as np

from parlour.fast.kernels.stubs import load, option, options, play, to_act
from parlour.solver.kernels.explore import number_of
from parlour.solver.simplex import EXTRA, solve_matrix
from parlour.solver.state_space import Index

NOISE = 1e-14  # a smaller chance is what rounding left of none
NOTHING = 1e-15  # a strategy kept through a sweep may fall short by this


def payoffs(rules: Any, index: Index, states: Any, values: Any, number: int, matrix: Any) -> Any:
    """Fills the matrix of a state with the values after every pair of actions; returns its size."""
    state = load(states, number)
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
                matrix[i, j] = 1.0 if after.winner == 1 else -1.0 if after.winner == 2 else 0.0
    return rows, columns


def settle_states(
    rules: Any, index: Index, states: Any, values: Any, listed: Any, offset: int, step: int, most: Any, sizes: Any
) -> Any:
    """Solves states whose outcomes are all known; returns both mixes of each, one after another: what has a chance."""
    matrix, work, basis, outside, first, second = workspace(most)
    actions = np.empty(1024, np.int32)
    chances = np.empty(1024, np.float64)
    used = 0
    for place in range(offset, listed.shape[0], step):
        number = listed[place]
        m, n = payoffs(rules, index, states, values, number, matrix)
        low, high = solve_matrix(matrix, m, n, work, basis, outside, first, second)
        values[number] = 0.5 * (low + high)
        if used + m + n > actions.shape[0]:
            longer = 2 * (used + m + n)
            actions = lengthened(actions, np.empty(longer, np.int32))
            chances = lengthened(chances, np.empty(longer, np.float64))
        sizes[number, 0] = noted(first, m, actions, chances, used)
        used += sizes[number, 0]
        sizes[number, 1] = noted(second, n, actions, chances, used)
        used += sizes[number, 1]
    return actions[:used], chances[:used]


def workspace(most: Any) -> Any:
    rows, columns = most
    widest = max(rows, columns)
    matrix = np.empty((rows, columns))
    work = np.empty((rows + EXTRA, widest))
    basis, outside = np.empty(rows, np.int64), np.empty(columns, np.int64)
    return matrix, work, basis, outside, np.empty(widest), np.empty(widest)


def noted(mix: Any, count: int, actions: Any, chances: Any, used: int) -> int:
    """Writes down the options of a mix that have a chance; returns how many."""
    size = 0
    for k in range(count):
        if mix[k] > NOISE:
            actions[used + size] = k
            chances[used + size] = mix[k]
            size += 1
    return size


def lengthened(old: Any, new: Any) -> Any:
    new[: old.shape[0]] = old
    return new


def sweep_cycle(
    rules: Any,
    index: Index,
    states: Any,
    values: Any,
    listed: Any,
    most: Any,
    mixes: Any,
    begins: Any,
    kept: float,
    first_time: bool,
) -> float:
    """Solves states that lead to each other once more, from the values so far; returns the largest change.

    One after another, in the order given, so that a change travels far in one sweep. A mix is kept while it is as good
    as any other: the one found first makes headway, where a later one might be content to go round in circles.
    """
    matrix, work, basis, outside, first, second = workspace(most)
    change = 0.0
    for place in range(listed.shape[0]):
        number = listed[place]
        m, n = payoffs(rules, index, states, values, number, matrix)
        if kept < 1.0:
            for i in range(m):
                for j in range(n):
                    matrix[i, j] *= kept
        low, high = solve_matrix(matrix, m, n, work, basis, outside, first, second)
        begin = begins[place]
        if first_time or worst_column(matrix, m, n, mixes[begin : begin + m]) < low - NOTHING:
            mixes[begin : begin + m] = first[:m]
        if first_time or best_row(matrix, m, n, mixes[begin + m : begin + m + n]) > high + NOTHING:
            mixes[begin + m : begin + m + n] = second[:n]
        value = 0.5 * (low + high)
        change = max(change, abs(value - values[number]))
        values[number] = value
    return change


def worst_column(matrix: Any, m: int, n: int, mix: Any) -> float:
    """What a mix of rows is sure of."""
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


def count_options(rules: Any, states: Any, listed: Any, counts: Any) -> None:
    """How many actions each player has in every state of a list; a player not to act has one, to do nothing."""
    for place in range(listed.shape[0]):
        state = load(states, listed[place])
        actor = to_act(rules, state)
        counts[place, 0] = options(rules, state, 0) if actor & 1 else 1
        counts[place, 1] = options(rules, state, 1) if actor & 2 else 1
