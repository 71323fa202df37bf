"""Matches per second with every engine of the arena, and what an engine costs, next to a plain loop in the same run.

    pip install ray      (in addition to Parlour)
    python benchmarks/arena.py [PAIRS]      # writes benchmarks/results/arena.json

The plain loop calls `play_match` and writes nothing. The time of CPUs, which
includes starting, importing and solving, is comparable even if other programs are running.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from results import save, setting

from parlour.arena.harness.engines import ENGINES, Batch, Engine, Outcomes, Work, engine
from parlour.arena.tournament.batches import in_order_of_play
from parlour.arena.tournament.plan import TournamentPlan, pair_of, plan_from
from parlour.arena.tournament.run import run_plan
from parlour.games.catalogue import game
from parlour.players import play_match, player
from parlour.solver.memory import solution_of

GAMES = ["token-tactics", "token-showdown", "color-capture", "resource-war"]
PLAYERS = ["random", "easy", "medium", "hard", "perfect"]
PAIRS = 150
RUNS = 3
PLAIN = "plain loop"


class Timed:
    """How an engine plays, and when it has played its first batch."""

    def __init__(self, inner: Engine) -> None:
        self._inner = inner
        self.first = 0.0
        self.pairs_then = 0

    def play(self, work: Work, batches: Iterator[Batch], threads: int) -> Outcomes:
        for batch in self._inner.play(work, batches, threads):
            if not self.first:
                self.first, self.pairs_then = time.perf_counter(), len(batch)
            yield batch


def plain_loop(plan: TournamentPlan) -> tuple[float, float]:
    """The seconds before the first match, and the matches per second without an arena."""
    players, begun = {name: player(name) for name in PLAYERS}, time.perf_counter()
    for number in in_order_of_play(plan, range(plan.total)):
        pair = pair_of(plan, number)
        solution_of(pair.game).prepare()
        first, second = (players[name] for name in pair.players)
        for seats in ((first, second), (second, first)):
            play_match(pair.game, *seats, seed=pair.seed, max_turns=plan.max_turns)
    return 0.0, 2 * plan.total / (time.perf_counter() - begun)


def with_engine(name: str, plan: TournamentPlan) -> tuple[float, float]:
    """The seconds until the first batch has been played, and the matches per second from then on."""
    chosen, begun = engine(name), time.perf_counter()
    timed = Timed(chosen)
    with tempfile.TemporaryDirectory() as folder:
        run_plan(plan, Path(folder), chosen._replace(play=timed.play))
    return timed.first - begun, 2 * (plan.total - timed.pairs_then) / (time.perf_counter() - timed.first)


def cpu_seconds() -> float:
    """Of this process and those that it has started and seen end: all but the workers of Ray."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def measured(name: str, pairs: int) -> list[float]:
    """One measurement in a process of its own: what a process has calculated, it does not calculate again."""
    command = [sys.executable, __file__, str(pairs), name]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    numbers: list[float] = json.loads(done.stdout.splitlines()[-1])
    return numbers


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    plan = plan_from({"pairs": pairs, "games": GAMES, "players": PLAYERS})
    if len(sys.argv) > 2:
        name = sys.argv[2]
        start, rate = plain_loop(plan) if name == PLAIN else with_engine(name, plan)
        print(json.dumps([start, rate, cpu_seconds() / (2 * plan.total)]))
        return
    runs = [{name: measured(name, pairs) for name in (PLAIN, *ENGINES)} for _ in range(RUNS)]
    found = {}
    for name in (PLAIN, *ENGINES):
        processes = 1 if name in (PLAIN, "one") else len(os.sched_getaffinity(0))
        start, rate, cpu = (statistics.median(values) for values in zip(*(run[name] for run in runs), strict=True))
        used = None if name == "ray" else cpu  # the time of its workers is not known
        found[name] = {"processes": processes, "start": None if name == PLAIN else start, "rate": rate, "cpu": used}
    titles = [game(name).title for name in GAMES]
    about = {"matches": 2 * plan.total, "players": PLAYERS, "games": titles}
    save("arena", {**setting("ray"), **about, "engines": found})


if __name__ == "__main__":
    main()
