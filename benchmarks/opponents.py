"""Measures duels against opponents in tables, beside duels against `random`, in one run on one machine.

    python benchmarks/opponents.py
    python benchmarks/opponents.py --device cuda

A run adds to benchmarks/results/opponents.json, so that it holds the figures of a CPU and of a GPU. Your actions are
legal ones at random; drawing them is not measured.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Any

import numpy as np
from machine import processor
from results import read, save

import parlour
from parlour.fast import Duel
from parlour.fast.devices import cuda_module
from parlour.games.catalogue import OURS

SIZE, STEPS, WARM_UP = 1024, 1000, 100
OPPONENTS = ("perfect", "medium")


class Steps:
    """One duel, and the seconds that each of its steps took."""

    def __init__(self, duel: Duel) -> None:
        self.duel, self.random = duel, np.random.default_rng(1)
        self.mask = duel.device.host(duel.reset(1)[1])
        self.seconds: list[float] = []

    def step(self, finish: Any) -> None:
        actions = self.duel.device.take((self.random.random(self.mask.shape) * self.mask).argmax(1))
        finish()
        before = time.perf_counter()
        outcome = self.duel.step(actions)
        finish()
        self.seconds.append(time.perf_counter() - before)
        self.mask = self.duel.device.host(outcome.mask)

    @property
    def speed(self) -> float:
        """Steps of single games per second, in the median."""
        return SIZE / statistics.median(self.seconds[WARM_UP:])


def measure(name: str, device: str, finish: Any) -> dict[str, Any]:
    game = parlour.game(name)
    tables = {opponent: parlour.tabulate(game, opponent) for opponent in OPPONENTS}
    tables["league of both"] = parlour.tabulate(game, [(opponent, 1) for opponent in OPPONENTS])
    opponents: dict[str, Any] = {"random": None, **tables}
    duels = {
        opponent: Steps(Duel(game, SIZE, opponent=table, illegal="forfeit", device=device))
        for opponent, table in opponents.items()
    }
    for _ in range(STEPS):
        for steps in duels.values():
            steps.step(finish)
    figures = {}
    for opponent, steps in duels.items():
        megabytes = tables[opponent].nbytes / 1e6 if opponent in tables else 0.0
        figures[opponent] = {"speed": steps.speed, "table MB": megabytes}
        ratio = duels["random"].speed / steps.speed
        print(f"{device:<5} {name:<16} {opponent:<15} {steps.speed:>14,.0f} {ratio:6.2f}", flush=True)
    return figures


def main(device: str) -> None:
    machine, finish = processor(), lambda: None
    if device == "cuda":
        cuda = cuda_module()
        machine, finish = str(cuda.get_current_device().name), cuda.synchronize
    figures = {name: measure(name, device, finish) for name in OURS}
    part = {"date": time.strftime("%Y-%m-%d"), "machine": machine, "figures": figures}
    save("opponents", {**read("opponents"), device: part})


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--device", device]:
            main(device)
        case []:
            main("cpu")
        case _:
            raise SystemExit(__doc__)
