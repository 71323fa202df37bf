"""Measures how far a GPU solves Token Showdown: whole games, stage by stage, then the same matrices on GPU and CPU.

    python benchmarks/gpu_solving.py      # writes benchmarks/results/gpu_solving.json

The solver of the package does not use a GPU: this finds the values, but keeps no mixes and proves nothing. With 100
tokens it compares them with the solution in the package.
"""

from __future__ import annotations

import time
import traceback
import warnings
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from gpu import gpu_setting
from gpu_simplex import CELLS, HIGH, LOW, MOST, PIVOTS, cuda, solve_matrices, store_values, tabulate
from machine import processor
from numpy.typing import NDArray
from results import save

import parlour
from parlour.fast.threads import cores, pool
from parlour.games.contract import rewards
from parlour.solver.exact.induction import sweep
from parlour.solver.states.stage import Outcomes

POINTS = 5
THREADS = (64, 128, 256, 512, 1024)  # in a block that solves a matrix, to compare
SMALL, LARGE = 128, 512  # the best ones with 100 tokens and with 400
RESIDENT = 1024  # threads at a time on each multiprocessor of the GPU
ROOM = 400_000_000  # outcomes that are tabulated at once
CONVERGED = 1e-9
PATIENCE = 45.0  # seconds for one whole game
REWARDS = np.array([rewards(winner)[0] for winner in range(4)], np.float64)

Values = NDArray[np.float64]  # [points1, points2, tokens1, tokens2]; NaN if play cannot reach the state


class Batch(NamedTuple):
    """Matrix games of some states, the largest first, one after another in `cells`."""

    states: NDArray[np.int32]
    begins: NDArray[np.int64]
    cells: NDArray[np.float64]


def reachable(tokens: int) -> NDArray[np.int32]:
    """Every unfinished state, as the fields of `State`. A round costs both players a token, and its winner another."""
    left1, left2, points1, points2 = np.indices((tokens + 1, tokens + 1, POINTS, POINTS), np.int32).reshape(4, -1)
    spent1, spent2 = tokens - left1, tokens - left2
    ahead = spent1 - spent2
    tied = (points1 == 0) & (points2 == 0) & (ahead == 0)
    first_only = (points1 > 0) & (points2 == 0) & (ahead >= points1) & (spent2 >= points1)
    second_only = (points2 > 0) & (points1 == 0) & (-ahead >= points2) & (spent1 >= points2)
    both = (points1 > 0) & (points2 > 0) & (spent1 >= 2 * points1 + points2) & (spent2 >= 2 * points2 + points1)
    chosen = (left1 > 0) & (left2 > 0) & (tied | first_only | second_only | both)
    states: NDArray[np.int32] = np.stack([left1, left2, points1, points2, 0 * left1], axis=1)[chosen]
    return states


def unsolved(tokens: int) -> Values:
    """Only finished games have a value."""
    values = np.full((POINTS + 1, POINTS + 1, tokens + 1, tokens + 1), np.nan)
    values[:, :, 0, :], values[:, :, :, 0] = -1.0, 1.0
    values[:, :, 0, 0] = np.sign(np.subtract.outer(np.arange(POINTS + 1), np.arange(POINTS + 1)))
    values[POINTS], values[:POINTS, POINTS] = 1.0, -1.0
    return values


def shipped() -> Values:
    solution = parlour.solve(parlour.game("token-showdown"))
    print("solution from:", solution.source, flush=True)
    values = unsolved(100)
    tokens1, tokens2, points1, points2, _ = solution.states.table.astype(np.int64).T
    values[points1, points2, tokens1, tokens2] = solution.values
    return values


def payoffs(values: Values, state: NDArray[np.int32]) -> NDArray[np.float64]:
    tokens1, tokens2, points1, points2, _ = state.tolist()
    left = np.s_[tokens1 - 1 :: -1, tokens2 - 1 :: -1]  # after bids of 1, 2, ...
    won, lost = values[points1 + 1, points2][left], values[points1, points2 + 1][left]
    matrix: NDArray[np.float64] = np.where(np.tri(tokens1, tokens2, -1, bool), won, lost)
    np.fill_diagonal(matrix, np.diagonal(values[points1, points2][left]))
    return matrix


def sample(values: Values, count: int) -> Batch:
    """Random states, each as likely as any other."""
    states = reachable(values.shape[2] - 1)
    states = states[np.random.default_rng(1).choice(len(states), count, replace=False)]
    states = states[np.argsort(-states[:, 0] * states[:, 1], kind="stable")]
    cells = [payoffs(values, state).ravel() for state in states]
    return Batch(states, begins_of(states), np.concatenate(cells))


def begins_of(states: NDArray[np.int32]) -> NDArray[np.int64]:
    sizes = states[:, :2].prod(axis=1, dtype=np.int64)
    begins: NDArray[np.int64] = np.cumsum(sizes) - sizes
    return begins


def on_cpu(batch: Batch) -> tuple[float, NDArray[np.float64]]:
    """Seconds on all cores, and the values."""
    count, cells = len(batch.states), len(batch.cells)
    values = np.append(batch.cells, np.zeros(count))
    places = np.arange(cells, cells + count, dtype=np.int32)
    options = np.ascontiguousarray(batch.states[:, :2])
    mixes = 2 * MOST * np.arange(count, dtype=np.int64)
    outcomes = Outcomes(
        places, options, batch.begins, np.arange(cells, dtype=np.int32), REWARDS, mixes, np.zeros(2 * MOST * count)
    )
    parts = [outcomes.some(np.arange(count)[offset :: 8 * cores()]) for offset in range(8 * cores())]
    sweep(outcomes.some(np.arange(1)), values)  # compiles it
    return fastest(lambda: list(pool().map(lambda part: sweep(part, values), parts))), values[cells:]


def fastest(work: Callable[[], Any]) -> float:
    """Seconds: the best of three runs, after one that compiles."""
    times = []
    for _ in range(4):
        cuda.synchronize()
        begun = time.perf_counter()
        work()
        cuda.synchronize()
        times.append(time.perf_counter() - begun)
    return min(times[1:])


def workspace(threads: int) -> Any:
    blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * RESIDENT // threads
    return cuda.device_array((blocks, MOST * MOST), np.float64)


def gpu_rules(tokens: int) -> Any:
    rules = parlour.game("token-showdown", tokens=tokens).rules
    return type(rules)(*map(np.int32, rules))


def compare(values: Values, count: int) -> dict[str, Any]:
    """The same matrices on the GPU and on the CPU."""
    tokens, batch = values.shape[2] - 1, sample(values, count)
    count, outcomes = len(batch.states), len(batch.cells)
    states, begins, sizes, table, reward = (
        cuda.to_device(np.ascontiguousarray(each))
        for each in (batch.states, batch.begins, batch.states[:, :2], values, REWARDS)
    )
    cells, found = cuda.device_array(outcomes, np.float64), cuda.device_array((count, 4), np.float64)
    tabulating = fastest(partial(tabulate[count, 256], gpu_rules(tokens), states, begins, table, reward, cells))
    same = bool((cells.copy_to_host() == batch.cells).all())
    cells.copy_to_device(batch.cells)
    speeds = {}
    for threads in THREADS:
        room = workspace(threads)
        work = partial(solve_matrices[min(count, room.shape[0]), threads], cells, begins, sizes, room, found)
        try:
            speeds[threads] = count / fastest(work)
        except Exception as error:  # a GPU with fewer registers has no room for large blocks
            print(f"{threads} threads in a block: {error}", flush=True)
    result = found.copy_to_host()
    seconds, values_on_cpu = on_cpu(batch)
    converged = result[:, HIGH] - result[:, LOW] <= CONVERGED
    differences = np.abs(result[:, LOW:PIVOTS].mean(axis=1) - values_on_cpu)[converged]
    return {
        "tokens": tokens,
        "matrices": count,
        "outcomes per matrix": outcomes / count,
        "tabulated on the GPU per s": outcomes / tabulating,
        "tabulated as on the CPU": same,
        "GPU matrices per s, by threads": speeds,
        "CPU matrices per s": count / seconds,
        "CPU cores": cores(),
        "times as fast": max(speeds.values()) * seconds / count,
        "with pivots": float((result[:, PIVOTS] > 0).mean()),
        "pivots per matrix": result[:, PIVOTS].mean(),
        "bytes per matrix": 16 * result[:, CELLS].mean(),  # read and written by pivots
        "TB/s": 16e-12 * result[:, CELLS].mean() * max(speeds.values()),
        "not converged": int((~converged).sum()),
        "greatest difference": float(differences.max()),
    }


def solve_game(tokens: int, threads: int) -> tuple[dict[str, Any], Values]:
    """Solves a whole game on the GPU. Both purses shrink in every round, so the smaller one tells the stage."""
    states = reachable(tokens)
    everything = len(states), int(states[:, :2].prod(axis=1, dtype=np.int64).sum())
    tokens1, tokens2, points1, points2, _ = states.T
    states = states[(tokens1 < tokens2) | ((tokens1 == tokens2) & (points1 <= points2))]  # not their mirror images
    states = states[np.lexsort((-states[:, 1], states[:, 0]))]
    begins = begins_of(states)
    cuts = [0, *(np.flatnonzero(np.diff(states[:, 0]) | np.diff(begins // ROOM)) + 1).tolist(), len(states)]
    for begin, end in pairwise(cuts):
        begins[begin:end] -= begins[begin]
    largest = int((begins + states[:, :2].prod(axis=1, dtype=np.int64)).max())
    table, reward, room = cuda.to_device(unsolved(tokens)), cuda.to_device(REWARDS), workspace(threads)
    cells, found = cuda.device_array(largest, np.float64), cuda.device_array((len(states), 4), np.float64)
    on_gpu = [cuda.to_device(np.ascontiguousarray(each)) for each in (states, begins, states[:, :2])]
    rules, ends = gpu_rules(tokens), list[float]()
    begun = time.perf_counter()
    for begin, end in pairwise(cuts):
        part, starts, sizes = (array[begin:end] for array in on_gpu)
        count, known = end - begin, found[begin:end]
        tabulate[count, 256](rules, part, starts, table, reward, cells)
        solve_matrices[min(count, room.shape[0]), threads](cells, starts, sizes, room, known)
        store_values[-(-count // 256), 256](part, known, table)
        cuda.synchronize()
        ends.append(time.perf_counter() - begun)
        if ends[-1] > PATIENCE:
            break
    result, done = found.copy_to_host()[: cuts[len(ends)]], int(states[cuts[len(ends)] - 1, 0])
    times = np.diff([0.0, *ends])
    return {
        "tokens": tokens,
        "states": everything[0],
        "outcomes": everything[1],
        "stages": tokens,
        "stages done": done,
        "launches": len(cuts) - 1,
        "seconds": ends[-1],
        "seconds by quarter of the stages": [float(part.sum()) for part in np.array_split(times, 4)],
        "pivots per matrix": result[:, PIVOTS].mean(),
        "TB/s": 16e-12 * result[:, CELLS].sum() / ends[-1],
        "widest gap": float((result[:, HIGH] - result[:, LOW]).max()),
        "not converged": int((~(result[:, HIGH] - result[:, LOW] <= CONVERGED)).sum()),
    }, table.copy_to_host()


def main() -> None:
    begun = time.perf_counter()
    warnings.filterwarnings("ignore", "Grid size")  # small stages do not fill the GPU
    where = gpu_setting(cuda)
    where["machine"] += f"; {processor()}"
    record: dict[str, Any] = {**where, "games": {}, "matrices": {}}
    solved: dict[int, Values] = {100: shipped()}

    def part(kind: str, tokens: int, work: Callable[[], Any]) -> None:
        try:
            record[kind][str(tokens)] = work()
        except Exception:
            traceback.print_exc()
        print(f"{time.perf_counter() - begun:.1f} s: {kind} {tokens}: {record[kind].get(str(tokens))}", flush=True)

    def whole(tokens: int) -> dict[str, Any]:
        figures, values = solve_game(tokens, SMALL if tokens <= 100 else LARGE)
        if tokens in solved:
            figures["greatest difference"] = float(np.nanmax(np.abs(values - solved[tokens])))
        solved[tokens] = values
        return figures

    solve_game(25, SMALL)  # compiles
    for tokens in (100, 200, 400):
        part("games", tokens, partial(whole, tokens))
    part("matrices", 100, lambda: compare(solved[100], 20_000))
    part("matrices", 400, lambda: compare(solved[400], 4_000))
    save("gpu_solving", record)


if __name__ == "__main__":
    main()
