"""Runs learning methods and records exact exploitability: `python examples/baselines/curves.py --help`.

Each run is a file of JSON lines, FOLDER/INSTANCE/METHOD-SEED.jsonl, with a line for each time that the method was
judged. Finished runs are not repeated, so you can stop and go on later. The cost is CPU time, so it does not depend on
what else the machine does; judging is not counted.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, TypeAlias

import parlour

Step: TypeAlias = tuple[int, Callable[[], float]]  # how many steps a method has made, and what finds its exploitability
SEEDS = (1, 2, 3)
APART, MOST = 0.4, 0.05  # a method is judged again after this share of its steps so far, or of all if that is less
FOLDER = Path(__file__).parents[2] / "docs" / "baselines"

INSTANCES = {
    "resource-war": parlour.game("resource-war"),
    "token-tactics": parlour.game("token-tactics"),
    "token-showdown-30": parlour.game("token-showdown", tokens=30),
    "tower-siege-6": parlour.game("tower-siege", tower=6, cards=3),
    "color-capture": parlour.game("color-capture"),
    "resource-war-small": parlour.game("resource-war", points=4, target=3, stall=1),
}
TREES = ("color-capture", "resource-war-small")  # small enough to write down every path


class Method(NamedTuple):
    """A module with a function `learn(game, seed)`, which yields a `Step` again and again."""

    steps: int
    other: dict[str, int] = {}  # steps in these instances  # noqa: RUF012
    only: tuple[str, ...] = tuple(INSTANCES)
    seeds: tuple[int, ...] = SEEDS

    def steps_in(self, instance: str) -> int:
        return self.other.get(instance, self.steps)


MORE = {"resource-war": 800_000, "token-showdown-30": 800_000, "color-capture": 1_000_000}
METHODS = {
    "ppo": Method(500_000, MORE),
    "mirror_descent_network": Method(500_000, MORE),
    "nfsp": Method(100_000, only=("resource-war-small",)),
    "fictitious_play": Method(100),
    "mirror_descent": Method(1_000),
    "regret_matching": Method(1_000),
    "cfr_plus": Method(1_000, only=TREES, seeds=(1,)),  # it makes no random choices
}


class Run(NamedTuple):
    instance: str
    method: str
    seed: int
    steps: int
    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / self.instance / f"{self.method}-{self.seed}.jsonl"


def points(steps: Iterator[Step], most: int) -> Iterator[dict[str, float | bool]]:
    """A curve, from the first step on: steps so far, seconds of CPU time, and exploitability."""
    due, spent, begun = 0.0, 0.0, None
    for made, judge in steps:
        spent += time.process_time() - begun if begun else 0.0
        if made >= min(due, most):
            yield {"steps": made, "seconds": round(spent, 6), **judged(judge)}
            due = made + max(1.0, min(APART * made, MOST * most))
        if made >= most:
            return
        begun = time.process_time()


def judged(judge: Callable[[], float]) -> dict[str, float | bool]:
    """Where play can cycle, the best responses may be proved only within an interval: `wide` says so."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", parlour.WideProof)
        exploitability = judge()
    return {"exploitability": round(exploitability, 9), "wide": bool(caught)}


def record(run: Run) -> float:
    """Makes a run, writes its curve, and returns how long it took with judging."""
    sys.path.insert(0, str(Path(__file__).parent))
    begun = time.perf_counter()
    learn = import_module(run.method).learn
    lines = [json.dumps(point) for point in points(learn(INSTANCES[run.instance], run.seed), run.steps)]
    run.path.parent.mkdir(parents=True, exist_ok=True)
    run.path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return time.perf_counter() - begun


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Record the exact exploitability of learning methods.")
    parser.add_argument("--method", choices=METHODS, action="append", help="only this; may be repeated")
    parser.add_argument("--instance", choices=INSTANCES, action="append", help="only this; may be repeated")
    parser.add_argument("--seed", type=int, action="append", help=f"only this; otherwise {SEEDS}")
    parser.add_argument("--steps", type=int, help="stop after this many steps")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the curves go; finished ones stay")
    parser.add_argument("--jobs", type=int, default=2, help="runs at the same time")
    chosen = parser.parse_args(arguments)
    runs = [
        Run(instance, name, seed, chosen.steps or method.steps_in(instance), chosen.folder)
        for seed in chosen.seed or SEEDS
        for name, method in METHODS.items()
        for instance in method.only
        if seed in method.seeds or chosen.seed
        if name in (chosen.method or METHODS) and instance in (chosen.instance or INSTANCES)
    ]
    waiting = [run for run in runs if not run.path.exists()]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(chosen.jobs, mp_context=context) as pool:
        started = {pool.submit(record, run): run for run in waiting}
        for future in as_completed(started):
            run = started[future]
            print(f"{run.instance} {run.method} {run.seed}: {future.result():.0f} s", flush=True)


if __name__ == "__main__":
    main()
