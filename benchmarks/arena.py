"""Matches a second with every engine of the arena, and what an engine costs, beside a plain loop in the same run.

    pip install ray      (beside Parlour)
    python benchmarks/arena.py [PAIRS]

prints a table for docs/benchmarks.md. The plain loop calls `play_match` and writes nothing.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from datetime import date
from importlib.metadata import version
from pathlib import Path

from machine import processor

from parlour.arena.engines import ENGINES, Engine, engine
from parlour.arena.plan import Plan, checked_plan
from parlour.arena.playing import Job, Outcome
from parlour.arena.run import run_plan
from parlour.arena.schedule import Batch, in_order_of_play, pair_of
from parlour.players import play_match, player
from parlour.players.solution_cache import prepare_losses

GAMES = ["token-tactics", "token-showdown", "color-capture", "resource-war"]
PLAYERS = ["random", "easy", "medium", "hard", "perfect"]
PAIRS = 50


class Timed:
    """An engine, and when it has played its first batch."""

    def __init__(self, inner: Engine) -> None:
        self.shares_batches = inner.shares_batches
        self._inner = inner
        self.first = 0.0
        self.pairs_then = 0

    def play(self, job: Job, batches: Iterator[Batch]) -> Generator[Outcome, None, None]:
        for outcome in self._inner.play(job, batches):
            if not self.first:
                self.first, self.pairs_then = time.perf_counter(), len(outcome.lines) // 2
            yield outcome


def plain_loop(plan: Plan) -> float:
    """Matches a second without an arena."""
    for variant in plan.games:
        prepare_losses(variant.game)
    players = {name: player(name) for name in PLAYERS}
    begun = time.perf_counter()
    for number in in_order_of_play(plan, range(plan.total)):
        pair = pair_of(plan, number)
        first, second = (players[name] for name in pair.players)
        for seats in ((first, second), (second, first)):
            play_match(pair.variant.game, *seats, seed=pair.seed, max_turns=plan.max_turns)
    return 2 * plan.total / (time.perf_counter() - begun)


def measured(name: str, plan: Plan, folder: Path) -> tuple[float, float, str]:
    """The seconds until the first batch is played, the matches a second from then on, and the hash of the result."""
    timed, begun = Timed(engine(name)), time.perf_counter()
    run_plan(plan, folder, timed)
    rate = 2 * (plan.total - timed.pairs_then) / (time.perf_counter() - timed.first)
    return timed.first - begun, rate, hashlib.sha256((folder / "matches.jsonl").read_bytes()).hexdigest()


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    plan = checked_plan({"pairs": pairs, "games": GAMES, "players": PLAYERS})
    plain, cores = plain_loop(plan), len(os.sched_getaffinity(0))
    print(f"{date.today()}, {processor()}; python {platform.python_version()}, ray {version('ray')}.")
    print(f"{2 * plan.total:,} matches between {', '.join(PLAYERS)} in {', '.join(GAMES)}.\n")
    print("| engine | processes | start | matches a second | per process, of the plain loop |")
    print("|---|---:|---:|---:|---:|")
    print(f"| plain loop | 1 | | {plain:,.0f} | |")
    hashes = set()
    with tempfile.TemporaryDirectory() as folder:
        for name in ENGINES:
            start, rate, found = measured(name, plan, Path(folder) / name)
            processes = 1 if name == "one" else cores
            print(
                f"| `{name}` | {processes} | {start:.1f} s | {rate:,.0f} | {rate / processes / plain:.0%} |", flush=True
            )
            hashes.add(found)
    if len(hashes) > 1:
        sys.exit("The engines have played different matches.")


if __name__ == "__main__":
    main()
