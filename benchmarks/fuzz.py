"""Solves random games and compares every answer with an independent calculation.

    pip install scipy      (beside Parlour)
    python benchmarks/fuzz.py --seconds 3600 --seed 1

Solutions, best responses and exploitability are compared with fractions, linear programs and retrograde analysis
(tests/solver/exact.py), compiled play with the interpreter. A disagreement is printed with the game as text and the
seed; `python benchmarks/fuzz.py --seed 1 --first 1234 --games 1` checks that game again. Exits with 1 if anything
disagreed.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from solver import exact_reference as exact
from solver.comparison import MIXES, play_errors, policy_of, response_errors, solution_errors
from solver.hard_games import FAMILIES, hard_game
from solver.random_games import KINDS, random_game, text_of

import parlour
from parlour.fast.user_cache import cache_folder
from parlour.games.game import Game

WITHIN = 0.001
CLEAN = 200  # games between two removals of stored solutions
RARELY = 10  # compiled play is compared in one game of this many


def game_number(number: int, seed: int) -> tuple[str, Game]:
    """Game `number` of a seed and its kind: kinds take turns."""
    kinds = [*KINDS, *FAMILIES]
    kind, own_seed = kinds[number % len(kinds)], 1_000_000 * seed + number
    return kind, random_game(own_seed, kind) if kind in KINDS else hard_game(own_seed, kind)


def errors(game: Game, number: int, counts: Counter[str]) -> Iterator[str]:
    graph = exact.graph_of(game)
    counts["with cycles"] += exact.cyclic(graph)
    counts["states"] += len(graph.states)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        solution = parlour.solve(game, within=WITHIN, fresh=True)
    yield from solution_errors(solution, graph)
    if solution.certificate.widest > WITHIN:
        counts["wide intervals"] += 1
        if not warned:
            yield f"the widest interval is {solution.certificate.widest:.2g}, and nothing says so"
    for kind in MIXES:
        counts["policies"] += 1
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            found = list(response_errors(game, graph, policy_of(game, kind, number)))
        counts["policies with wide responses"] += bool(warned)
        yield from (f"{kind} policy, {error}" for error in found)
    if number % RARELY == 0:
        counts["compared with the interpreter"] += 1
        yield from play_errors(game, number)


def check(number: int, seed: int, counts: Counter[str]) -> None:
    kind, game = game_number(number, seed)
    counts[kind] += 1
    found: list[str] = []
    try:
        found += errors(game, number, counts)
    except Exception as error:  # a crash is a disagreement too
        found.append(f"{type(error).__name__}: {error}")
    if found:
        counts["games with disagreements"] += 1
        counts["disagreements"] += len(found)
        print(f"game {number} of seed {seed} ({kind}, spread {game.rules.spread}): {text_of(game)}")
        print("\n".join(f"    {line}" for line in found), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="stop after this time")
    parser.add_argument("--games", type=int, default=sys.maxsize, help="stop after so many games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    given = parser.parse_args()
    counts = Counter({"games with disagreements": 0, "disagreements": 0})
    begun, number = time.monotonic(), given.first
    while number < given.first + given.games and time.monotonic() < begun + given.seconds:
        check(number, given.seed, counts)
        number += 1
        if number % CLEAN == 0:
            remove_solutions()
    remove_solutions()
    print(f"{number - given.first} games in {time.monotonic() - begun:.0f} s, seed {given.seed}: ", end="")
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    sys.exit(1 if counts["disagreements"] else 0)


def remove_solutions() -> None:
    """Thousands of stored solutions of games that nobody will ask for again."""
    for file in (cache_folder() / "solutions").glob("table-game-*"):
        file.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
