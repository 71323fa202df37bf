"""Kernels for `gpu_solving.py`: they tabulate and solve matrix games of Token Showdown on a GPU.

A block of threads solves a matrix as `solver/kernels` does, but once, without closing the gap that rounding leaves, and
keeps only what the mixes guarantee. All threads of a block call a `@device` function together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import float64, int32

import parlour
from parlour.fast.devices import cuda_kernels, cuda_module
from parlour.solver.exact.punishment import PIVOT, ROUGH, SLACK

MOST = 400  # tokens, so the longest side of a matrix
LOW, HIGH, PIVOTS, CELLS = range(4)  # what is known about a solved matrix; CELLS that all pivots changed
REGISTERS = 64  # of a thread, so that a multiprocessor has room for 1,024 threads
INFINITY, WARP, EVERYONE = float("inf"), 32, 0xFFFFFFFF

cuda = cuda_module()
rules = cuda_kernels(parlour.game("token-showdown"))
load, option, play = rules.load, rules.option, rules.play
Function = TypeVar("Function", bound=Callable[..., Any])


def device(function: Function) -> Function:
    compiled: Function = cuda.jit(device=True)(function)
    return compiled


def kernel(function: Callable[..., None]) -> Any:
    return cuda.jit(max_registers=REGISTERS)(function)


@device
def least(value: Any, place: Any) -> Any:
    """The least value in a warp and its place; of equal values, the lowest place."""
    for step in (16, 8, 4, 2, 1):
        other = cuda.shfl_xor_sync(EVERYONE, value, step)
        elsewhere = cuda.shfl_xor_sync(EVERYONE, place, step)
        if other < value or (other == value and elsewhere < place):
            value, place = other, elsewhere
    return value, place


@device
def least_of(values: Any, count: Any, sign: Any) -> Any:
    """The least of these values times the sign. Every warp finds it on its own, so no warp waits."""
    found = INFINITY
    for k in range(cuda.threadIdx.x % WARP, count, WARP):
        found = min(found, sign * values[k])
    return least(found, 0)[0]


@device
def sum_in_warp(value: Any) -> Any:
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_xor_sync(EVERYONE, value, step)
    return value


@device
def sum_of(values: Any, count: Any) -> Any:
    total = 0.0
    for k in range(cuda.threadIdx.x % WARP, count, WARP):
        total += values[k]
    return sum_in_warp(total)


@device
def saddle_point(matrix: Any, m: Any, n: Any, lows: Any, highs: Any) -> Any:
    """What the best single actions guarantee and concede."""
    thread, lane = cuda.threadIdx.x, cuda.threadIdx.x % WARP
    for j in range(thread, n, cuda.blockDim.x):
        high = matrix[j]
        for i in range(1, m):
            high = max(high, matrix[i * n + j])
        highs[j] = high
    for i in range(thread // WARP, m, cuda.blockDim.x // WARP):
        low = least_of(matrix[i * n : i * n + n], n, 1.0)
        if lane == 0:
            lows[i] = low
    cuda.syncthreads()
    return -least_of(lows, m, -1.0), least_of(highs, n, 1.0)


@device
def undominated(matrix: Any, m: Any, n: Any, rows: Any, columns: Any, falls: Any, rises: Any) -> Any:
    """Fills in the rows and columns that no neighbour dominates, and returns how many there are."""
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    m1, n1, last = 0, 0, -1
    for i in range(m):
        above, below = 1, 1
        if last >= 0:
            for j in range(thread, n, threads):
                here, there = matrix[i * n + j], matrix[last * n + j]
                above = above if here >= there else 0
                below = below if here <= there else 0
        all_above, all_below = cuda.syncthreads_and(above), cuda.syncthreads_and(below)
        if last < 0 or all_below == 0:
            if last < 0 or all_above == 0:
                m1 += 1
            last = i
            if thread == 0:
                rows[m1 - 1] = i
    cuda.syncthreads()
    for j in range(thread, n, threads):
        fall, rise = 0, 0
        if j > 0:
            for k in range(m1):
                here, before = matrix[rows[k] * n + j], matrix[rows[k] * n + j - 1]
                fall = 1 if here < before else fall
                rise = 1 if here > before else rise
        falls[j], rises[j] = fall, rise
    cuda.syncthreads()
    for j in range(n):  # every thread counts
        worse_than_before = j > 0 and falls[j] == 0
        worse_than_next = j + 1 < n and falls[j + 1] == 1 and rises[j + 1] == 0
        if not worse_than_before and not worse_than_next:
            if thread == 0:
                columns[n1] = j
            n1 += 1
    cuda.syncthreads()
    return m1, n1


@device
def optimise(
    cells: Any, m: Any, n: Any, right: Any, objective: Any, line: Any, entries: Any, basis: Any, outside: Any
) -> Any:
    """Pivots until no column improves the objective; returns the number of pivots."""
    thread, threads, lane = cuda.threadIdx.x, cuda.blockDim.x, cuda.threadIdx.x % WARP
    idle = 0
    for pivots in range(20 * (m + n)):
        cautious = idle > m + n
        best, column = INFINITY, -1
        for j in range(lane, n, WARP):
            if objective[j] < -ROUGH:
                rank = float64(outside[j]) if cautious else objective[j]
                if rank < best:
                    best, column = rank, j
        best, column = least(best, column)
        if column < 0:
            return pivots
        for i in range(thread, m, threads):
            entries[i] = cells[i * n + column]
        cuda.syncthreads()
        bound = INFINITY
        for i in range(lane, m, WARP):
            if entries[i] > PIVOT:
                bound = min(bound, (right[i] + SLACK) / entries[i])
        bound = least(bound, 0)[0]
        best, row = INFINITY, -1
        for i in range(lane, m, WARP):
            if entries[i] > PIVOT and right[i] <= bound * entries[i]:
                rank = float64(basis[i]) if cautious else -entries[i]
                if rank < best:
                    best, row = rank, i
        best, row = least(best, row)
        if row < 0:
            return pivots
        inverse, price = 1.0 / entries[row], objective[column]
        gain = right[row] * inverse
        idle = 0 if right[row] > SLACK else idle + 1
        for j in range(thread, n, threads):
            line[j] = inverse if j == column else cells[row * n + j] * inverse
        cuda.syncthreads()
        for i in range(2 * (thread // WARP), m, 2 * (threads // WARP)):  # two rows at a time: both are read together
            k = min(i + 1, m - 1)
            for j in range(lane, n, WARP):
                one, two = cells[i * n + j], cells[k * n + j]
                if j == column:
                    one, two = 0.0, 0.0
                cells[i * n + j] = line[j] if i == row else one - entries[i] * line[j]
                cells[k * n + j] = line[j] if k == row else two - entries[k] * line[j]
        for i in range(thread, m, threads):
            right[i] = gain if i == row else max(0.0, right[i] - entries[i] * gain)
        for j in range(thread, n, threads):
            objective[j] = (0.0 if j == column else objective[j]) - price * line[j]
        if thread == 0:
            basis[row], outside[column] = outside[column], basis[row]
        cuda.syncthreads()
    return 20 * (m + n)


@device
def guarantees(
    matrix: Any, size: Any, part: Any, rows: Any, columns: Any, first: Any, second: Any, lows: Any, highs: Any
) -> Any:
    """What the mixes guarantee and concede in the whole matrix. The mixes need not sum to one."""
    (m, n), (m1, n1) = size, part
    thread, threads, lane = cuda.threadIdx.x, cuda.blockDim.x, cuda.threadIdx.x % WARP
    for j in range(thread, n, threads):
        total = 0.0
        for k in range(m1):
            total += first[k] * matrix[rows[k] * n + j]
        lows[j] = total
    for i in range(thread // WARP, m, threads // WARP):
        total = 0.0
        for k in range(lane, n1, WARP):
            total += second[k] * matrix[i * n + columns[k]]
        total = sum_in_warp(total)
        if lane == 0:
            highs[i] = total
    cuda.syncthreads()
    return least_of(lows, n, 1.0) / sum_of(first, m1), -least_of(highs, m, -1.0) / sum_of(second, n1)


@kernel
def solve_matrices(cells: Any, begins: Any, sizes: Any, workspace: Any, found: Any) -> None:
    """Each of b blocks solves every b-th matrix, with a row of the workspace as its tableau."""
    right = cuda.shared.array(MOST, float64)
    objective = cuda.shared.array(MOST, float64)
    line = cuda.shared.array(MOST, float64)
    entries = cuda.shared.array(MOST, float64)
    basis = cuda.shared.array(MOST, int32)
    outside = cuda.shared.array(MOST, int32)
    rows = cuda.shared.array(MOST, int32)
    columns = cuda.shared.array(MOST, int32)
    thread, threads, lane = cuda.threadIdx.x, cuda.blockDim.x, cuda.threadIdx.x % WARP
    tableau = workspace[cuda.blockIdx.x]
    for k in range(cuda.blockIdx.x, sizes.shape[0], cuda.gridDim.x):
        m, n = sizes[k, 0], sizes[k, 1]
        matrix = cells[begins[k] : begins[k] + m * n]
        pivots, changed = 0, 0
        low, high = saddle_point(matrix, m, n, line, entries)
        if low != high:
            m1, n1 = undominated(matrix, m, n, rows, columns, basis, outside)
            for i in range(thread // WARP, m1, threads // WARP):
                for j in range(lane, n1, WARP):
                    tableau[i * n1 + j] = matrix[rows[i] * n + columns[j]] + 2.0  # payoffs are from -1 to 1
            for i in range(thread, m1, threads):
                right[i], basis[i] = 1.0, n1 + i
            for j in range(thread, n1, threads):
                objective[j], outside[j] = -1.0, j
            cuda.syncthreads()
            pivots = optimise(tableau, m1, n1, right, objective, line, entries, basis, outside)
            changed = pivots * m1 * n1
            cuda.syncthreads()
            first, second = entries, line
            for i in range(thread, m1, threads):
                first[i] = 0.0
            for j in range(thread, n1, threads):
                second[j] = 0.0
            cuda.syncthreads()
            for i in range(thread, m1, threads):
                if basis[i] < n1:
                    second[basis[i]] = right[i]
            for j in range(thread, n1, threads):
                if outside[j] >= n1:
                    first[outside[j] - n1] = max(0.0, objective[j])
            cuda.syncthreads()
            low, high = guarantees(matrix, (m, n), (m1, n1), rows, columns, first, second, objective, right)
        if thread == 0:
            found[k, LOW], found[k, HIGH], found[k, PIVOTS], found[k, CELLS] = low, high, pivots, changed
        cuda.syncthreads()


@kernel
def tabulate(rules: Any, states: Any, begins: Any, values: Any, rewards: Any, cells: Any) -> None:
    """One block for each state: the payoff of every pair of bids, from the rules and the values of later states."""
    state, begin = load(states, cuda.blockIdx.x), begins[cuda.blockIdx.x]
    for i in range(cuda.threadIdx.x // WARP, state.tokens1, cuda.blockDim.x // WARP):
        for j in range(cuda.threadIdx.x % WARP, state.tokens2, WARP):
            after = play(rules, state, option(rules, state, 0, i), option(rules, state, 1, j))
            if after.winner:
                value = rewards[after.winner]
            else:
                value = values[after.points1, after.points2, after.tokens1, after.tokens2]
            cells[begin + i * state.tokens2 + j] = value


@kernel
def store_values(states: Any, found: Any, values: Any) -> None:
    """The values of solved states and, negative, of their mirror images."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        state, value = load(states, k), 0.5 * (found[k, LOW] + found[k, HIGH])
        values[state.points2, state.points1, state.tokens2, state.tokens1] = -value
        values[state.points1, state.points2, state.tokens1, state.tokens2] = value
