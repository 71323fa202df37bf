"""Measures the rungs of the ladder, and writes them where `parlour.ladder` reads them and as a table in docs/ladder.md.

python benchmarks/ladder.py                                 those that are not in ladder.json, and the table
python benchmarks/ladder.py "token-showdown tokens=400"     this one again, however long it takes
"""

from __future__ import annotations

import json
import platform
import statistics
import sys
from importlib.metadata import version
from math import floor
from pathlib import Path
from typing import Any

import numpy as np
from machine import processor

import parlour
from parlour.fast.batch import Batch
from parlour.fast.random_games import random_games
from parlour.games.game import Game
from parlour.games.vocabulary import signed
from parlour.players.local_response import LocalResponse
from parlour.players.uniform import Uniform
from parlour.solver.estimate import MAX_MEMORY, Size, estimated_size, in_words
from parlour.solver.ladder import FILE, RUNGS, rung_name
from parlour.solver.solution import Solution

PAGE = Path(__file__).parents[1] / "docs" / "ladder.md"
SAMPLE = 20_000  # random games
PAIRS = 500  # of matches between a local best response and `random`
MAX_SECONDS = 900.0  # a rung that is estimated to take longer is not solved unless it is named


def measured(game: Game, named: bool) -> dict[str, Any]:
    played = random_games(game, SAMPLE)
    turns = float(np.arange(len(played.lengths)) @ played.lengths) / SAMPLE
    rung = {"options": options_in_random_games(game), "turns": turns, "machine": machine()}
    size = estimated_size(game)
    if size is not None and (size.seconds > MAX_SECONDS or size.memory > MAX_MEMORY) and not named:
        return {**rung, **unsolved(game, size)}
    solution, seconds = solved(game, named)
    lower, upper = solution.bounds(game.start())
    proved = {"lower": lower, "upper": upper, "proof": "solved", "seconds": seconds}
    uniform = parlour.exploitability(game, Uniform())
    return {**rung, **proved, "states": solution.states, "counted": True, "uniform": uniform}


def solved(game: Game, anyway: bool) -> tuple[Solution, float]:
    """The solution and how long it took. What takes little is repeated: the first time may compile."""
    solutions: list[Solution] = []
    while not solutions or (len(solutions) < 6 and sum(solution.seconds for solution in solutions) < 20.0):
        solutions.append(parlour.solve(game, fresh=True, anyway=anyway))
    return solutions[-1], statistics.median(solution.seconds for solution in solutions[1:] or solutions)


def unsolved(game: Game, size: Size) -> dict[str, Any]:
    """What is known without a solution."""
    lower, upper, proof = (0.0, 0.0, "symmetry") if is_symmetric(game) else (-1.0, 1.0, "none")
    found = parlour.exploited(game, "random", LocalResponse(Uniform()), pairs=PAIRS)
    proved = {"lower": lower, "upper": upper, "proof": proof, "seconds": None}
    return {**proved, "states": size.states, "counted": False, "uniform": found.at_least}


def is_symmetric(game: Game) -> bool:
    """Whether the game says that both seats are alike. Exploring it would check that; `parlour check` does so too."""
    mirror = getattr(game.module, "mirror", None)
    return mirror is not None and bool(mirror(game.rules, game.start()) == game.start())


def options_in_random_games(game: Game) -> float:
    """How many options a player who is to act has, on average over the decisions of random games."""
    batch, total, decisions = Batch(game, 1_000, seed=1), 0, 0
    for _ in range(200):
        legal = batch.legal.sum(axis=2)
        total, decisions = total + int(legal.sum()), decisions + int((legal > 0).sum())
        batch.step(batch.random_actions())
    return total / decisions


def machine() -> str:
    return f"{processor()}; Python {platform.python_version()}, Numba {version('numba')}"


def table() -> str:
    """The ladder as a table for docs/ladder.md."""
    lines = [
        "| Instance | states | options | turns | value | uniform play loses | solved and proved in |",
        "|---|---:|---:|---:|---|---:|---:|",
    ]
    for rung in parlour.ladder():
        states = f"{rung.states:,}" if rung.counted else f"about {in_words(rung.states)}"
        width = rung.upper - rung.lower
        if rung.proof == "none":
            value = "unknown"
        elif width < 1e-9:
            value = signed(rung.lower) + (" (symmetry)" if rung.proof == "symmetry" else "")
        else:
            value = f"{rung.lower:.5f} to {rung.upper:.5f}"
        uniform = f"{rung.uniform:.3f}" if rung.counted else f"at least {floor(100 * rung.uniform) / 100:.2f}"
        seconds = "not solved" if rung.seconds is None else f"{rung.seconds:.{digits(rung.seconds)}f} s"
        lines.append(
            f"| `{rung.name}` | {states} | {rung.options:.1f} | {rung.turns:.1f} | {value} | {uniform} | {seconds} |"
        )
    return "\n".join(lines) + "\n"


def digits(seconds: float) -> int:
    return 0 if seconds >= 10 else 2 if seconds >= 0.1 else 3


def write_table() -> None:
    before, begun, rest = PAGE.read_text(encoding="utf-8").partition("<!-- ladder -->\n")
    _, end, after = rest.partition("<!-- end of ladder -->")
    PAGE.write_text(before + begun + table() + end + after, encoding="utf-8")


def main(arguments: list[str]) -> None:
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    games = {rung_name(name, rules): parlour.game(name, **rules) for name, rungs in RUNGS.items() for rules in rungs}
    if not set(arguments) <= games.keys():
        raise SystemExit(f"{__doc__}\nRungs:\n" + "\n".join(games))
    for label, game in games.items():
        if label in arguments or (not arguments and label not in known):
            known[label] = measured(game, label in arguments)
            print(label, known[label], flush=True)
            ordered = {each: known[each] for each in games if each in known}
            FILE.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
    if len(known) == len(games):
        write_table()


if __name__ == "__main__":
    main(sys.argv[1:])
