"""Measures a GPU: random games, and `Batch.step` with actions drawn on the GPU. Run it on the machine with the GPU.

    python benchmarks/gpu.py      # writes benchmarks/results/gpu.json

Before each measurement it checks that the GPU plays the same games as the CPU.
"""

from __future__ import annotations

import json
import statistics
import time
from typing import Any

import numpy as np
from results import save, setting

import parlour
from parlour.fast import Batch, random_games
from parlour.fast.devices import cuda_module

GAMES = 4_000_000_000
SLOTS = 4_194_304
REPEATS = 5


def main() -> None:
    cuda = cuda_module()
    record: dict[str, Any] = {**gpu_setting(cuda), "copy TB/s": copy_bandwidth(cuda), "figures": {}}
    print(json.dumps(record), flush=True)
    for name in parlour.game_names()[:5]:
        game = parlour.game(name)
        begun = time.perf_counter()
        same = random_games(game, 200_000, 7, device="cuda")[:-1] == random_games(game, 200_000, 7)[:-1]
        compiling = time.perf_counter() - begun
        figures: dict[str, Any] = {"same games": same, "compiling s": round(compiling, 1)}
        figures["random games"] = random_game_speeds(game)
        figures["batch"], figures["bytes per slot"] = batch_speeds(game, cuda)
        record["figures"][game.title] = figures
        print(name, figures, flush=True)
    save("gpu", record)


def gpu_setting(cuda: Any) -> dict[str, Any]:
    name = cuda.get_current_device().name
    machine = name.decode() if isinstance(name, bytes) else str(name)
    return {**setting("numba", "numba-cuda", "numpy"), "machine": machine}


def random_game_speeds(game: parlour.Game) -> dict[str, float]:
    """Billions of choices per second."""
    random_games(game, GAMES // 10, 1, device="cuda")
    speeds = []
    for seed in range(REPEATS):
        begun = time.perf_counter()
        result = random_games(game, GAMES, seed, device="cuda")
        speeds.append(result.choices / (time.perf_counter() - begun) / 1e9)
    return spread(speeds)


def batch_speeds(game: parlour.Game, cuda: Any) -> tuple[dict[str, float], int]:
    """The same for steps of a batch, including drawing the actions; and the bytes that a step moves per slot."""
    batch = Batch(game, SLOTS, 1, device="cuda", illegal="forfeit")  # "raise" would wait for the GPU at every step
    for _ in range(20):
        batch.step(batch.random_actions())
    actors = batch.to_act.copy_to_host()
    choices = float((actors & 1).mean() + (actors >> 1).mean())  # per slot and step
    speeds = []
    for _ in range(REPEATS):
        cuda.synchronize()
        begun = time.perf_counter()
        for _ in range(50):
            batch.step(batch.random_actions())
        cuda.synchronize()
        speeds.append(50 * SLOTS * choices / (time.perf_counter() - begun) / 1e9)
    state = batch.table.nbytes // SLOTS
    moved = 2 * state + state + 4 * 2 + 4 + 4 + 8 * 2 + 8 + 2  # states, counters, actions, rewards and flags
    return spread(speeds), moved


def copy_bandwidth(cuda: Any) -> float:
    """Bytes read and written by a copy within the GPU's memory, in TB/s."""
    source, target = (cuda.device_array(2**31, np.uint8) for _ in range(2))
    best = 0.0
    for _ in range(5):
        cuda.synchronize()
        begun = time.perf_counter()
        target.copy_to_device(source)
        cuda.synchronize()
        best = max(best, 2 * 2**31 / (time.perf_counter() - begun) / 1e12)
    return round(best, 2)


def spread(speeds: list[float]) -> dict[str, float]:
    return {"median": statistics.median(speeds), "low": min(speeds), "high": max(speeds)}


if __name__ == "__main__":
    main()
