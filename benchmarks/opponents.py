"""Measures duels against opponents in tables, beside duels against `random`, in one run on one machine.

    python benchmarks/opponents.py docs/opponents.json
    python benchmarks/opponents.py --device cuda docs/opponents.json
    python benchmarks/opponents.py --write docs/opponents.json docs/reference/environments.md

A run adds to the file, so that it holds the figures of a CPU and of a GPU; the last command writes the table. Your
actions are legal ones at random; drawing them is not measured.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from machine import processor

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


def main(device: str, path: Path) -> None:
    machine, finish = processor(), lambda: None
    if device == "cuda":
        cuda = cuda_module()
        machine, finish = str(cuda.get_current_device().name), cuda.synchronize
    figures = {name: measure(name, device, finish) for name in OURS}
    record = json.loads(path.read_text()) if path.exists() else {}
    record[device] = {"date": time.strftime("%Y-%m-%d"), "machine": machine, "figures": figures}
    path.write_text(json.dumps(record, indent=1) + "\n")


def write(record: dict[str, Any], page: Path) -> None:
    lines = []
    for device, part in record.items():
        lines += [
            f"`--device {device}`: {part['date']}, {part['machine']}; millions of steps a second with {SIZE:,} games,"
            f" and how many times as long a step takes as against `random`; medians of {STEPS - WARM_UP} steps,"
            " alternating between opponents.",
            "",
            f"| | `random` | {' | '.join(opponents(part))} | tables |",
            f"|---|---:|{'---:|' * len(opponents(part))}---:|",
        ]
        for name, figures in part["figures"].items():
            base = figures["random"]["speed"]
            cells = [f"{figures[each]['speed'] / 1e6:.1f} ({base / figures[each]['speed']:.1f})" for each in figures]
            cells[0] = f"{base / 1e6:.1f}"
            sizes = " and ".join(f"{figures[each]['table MB']:,.1f}" for each in OPPONENTS)
            lines.append(f"| {parlour.game(name).title} | {' | '.join(cells)} | {sizes} MB |")
        lines.append("")
    before, _, rest = page.read_text().partition("<!-- opponents -->")
    after = rest.partition("<!-- end of opponents -->")[2]
    text = "\n".join(lines)
    page.write_text(f"{before}<!-- opponents -->\n{text}<!-- end of opponents -->{after}")


def opponents(part: dict[str, Any]) -> list[str]:
    return [
        f"`{each}`" if each in OPPONENTS else each for each in next(iter(part["figures"].values())) if each != "random"
    ]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--write", figures, page]:
            write(json.loads(Path(figures).read_text()), Path(page))
        case ["--device", device, figures]:
            main(device, Path(figures))
        case [figures] if figures.endswith(".json"):
            main("cpu", Path(figures))
        case _:
            raise SystemExit(__doc__)
