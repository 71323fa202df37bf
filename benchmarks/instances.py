"""Measures the instances, for `parlour.instances` and for the table in docs/reference/instances.md.

python benchmarks/instances.py                                 those without numbers in instances.json, and the table
python benchmarks/instances.py "token-showdown tokens=400"     this one again, however long it takes
"""

from __future__ import annotations

import json
import platform
import statistics
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from machine import processor

import parlour
from parlour.fast.batch import Batch
from parlour.fast.random_games import random_games
from parlour.games.catalogue import OURS
from parlour.games.game import Game
from parlour.games.vocabulary import outward, round_down, signed
from parlour.players.basic import Uniform
from parlour.players.local_response import LocalResponse
from parlour.solver.instances import FILE, instance_name, read_entries
from parlour.solver.solution import Solution
from parlour.solver.states.estimate import MAX_MEMORY, Size, estimate_size, in_words

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "instances.md"
SAMPLE = 20_000  # random games
PAIRS = 500  # of matches between a local best response and `random`
MAX_SECONDS = 900.0  # an instance that is estimated to take longer is not solved unless it is named


def measure(game: Game, named: bool) -> dict[str, Any]:
    played = random_games(game, SAMPLE)
    turns = float(np.arange(len(played.lengths)) @ played.lengths) / SAMPLE
    instance = {"options": options_in_random_games(game), "turns": turns, "machine": machine()}
    size = estimate_size(game)
    if size is not None and (size.seconds > MAX_SECONDS or size.memory > MAX_MEMORY) and not named:
        return {**instance, **measure_without_solving(game, size)}
    solution, seconds = solve(game, named)
    lower, upper = solution.bounds(game.start())
    proved = {"lower": lower, "upper": upper, "proof": "solved", "seconds": seconds}
    uniform = parlour.exploitability(game, Uniform())
    return {**instance, **proved, "states": len(solution.states), "counted": True, "uniform": uniform}


def solve(game: Game, anyway: bool) -> tuple[Solution, float]:
    """The solution and its seconds. Solving a small game is repeated, because the first time may compile."""
    solutions: list[Solution] = []
    while not solutions or (len(solutions) < 6 and sum(solution.seconds for solution in solutions) < 20.0):
        solutions.append(parlour.solve(game, fresh=True, anyway=anyway))
    return solutions[-1], statistics.median(solution.seconds for solution in solutions[1:] or solutions)


def measure_without_solving(game: Game, size: Size) -> dict[str, Any]:
    """The numbers that need no solution."""
    lower, upper, proof = (0.0, 0.0, "symmetry") if is_symmetric(game) else (-1.0, 1.0, "none")
    found = parlour.exploited(game, "random", LocalResponse(Uniform()), pairs=PAIRS)
    proved = {"lower": lower, "upper": upper, "proof": proof, "seconds": None}
    return {**proved, "states": size.states, "counted": False, "uniform": found.at_least}


def is_symmetric(game: Game) -> bool:
    """Whether the game says that both seats are alike. Exploring it would check that; `parlour check` does so too."""
    mirror = getattr(game.module, "mirror", None)
    return mirror is not None and bool(mirror(game.rules, game.start()) == game.start())


def options_in_random_games(game: Game) -> float:
    """How many options a player who is to act has, on average over the choices of random games."""
    batch, total, choices = Batch(game, 1_000, seed=1), 0, 0
    for _ in range(200):
        legal = batch.legal.sum(axis=2)
        total, choices = total + int(legal.sum()), choices + int((legal > 0).sum())
        batch.step(batch.random_actions())
    return total / choices


def machine() -> str:
    return f"{processor()}; Python {platform.python_version()}, Numba {version('numba')}"


def table() -> str:
    """The instances as a table for docs/reference/instances.md."""
    machines = sorted({each.machine for each in parlour.instances()})
    lines = [
        f"Measured on: {'; or '.join(machines)}.",
        "",
        "| Instance | states | options | turns | value | exploitability of uniform play | solved and proved in |",
        "|---|---:|---:|---:|---|---:|---:|",
    ]
    for each in parlour.instances():
        states = f"{each.states:,}" if each.counted else f"about {in_words(each.states)}"
        width = each.upper - each.lower
        if each.proof == "none":
            value = "unknown"
        elif width < 1e-9:
            value = signed(each.lower) + (" (symmetry)" if each.proof == "symmetry" else "")
        else:
            value = " to ".join(outward(each.lower, each.upper, 5))
        uniform = f"{each.uniform:.3f}" if each.counted else f"at least {round_down(each.uniform, 2):.2f}"
        seconds = "not solved" if each.seconds is None else f"{each.seconds:.{digits(each.seconds)}f} s"
        lines.append(
            f"| `{each.name}` | {states} | {each.options:.1f} | {each.turns:.1f} | {value} | {uniform} | {seconds} |"
        )
    return "\n".join(lines) + "\n"


def digits(seconds: float) -> int:
    return 0 if seconds >= 10 else 2 if seconds >= 0.1 else 3


def page() -> str:
    """The page with the table as the instances give it."""
    before, begun, rest = PAGE.read_text(encoding="utf-8").partition("<!-- instances -->\n")
    _, end, after = rest.partition("<!-- end of instances -->")
    return before + begun + table() + end + after


def main(arguments: list[str]) -> None:
    entries = {name: read_entries(parlour.game(name)) for name in OURS}
    labels = [instance_name(name, entry["rules"]) for name in OURS for entry in entries[name]]
    if not set(arguments) <= set(labels):
        raise SystemExit(f"{__doc__}\nInstances:\n" + "\n".join(labels))
    for name in OURS:
        for entry in entries[name]:
            label, rules = instance_name(name, entry["rules"]), entry["rules"]
            if label in arguments or (not arguments and entry == {"rules": rules}):
                entry.update(measure(parlour.game(name, **rules), label in arguments))
                print(label, entry, flush=True)
                (parlour.game(name).folder / FILE).write_text(
                    json.dumps(entries[name], indent=1) + "\n", encoding="utf-8"
                )
    if len(parlour.instances()) == len(labels):
        PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
