"""Times exact solutions: every standard game, growth with size, and HiGHS on the same matrices in the same run.

pip install scipy highspy      (beside Parlour)
python benchmarks/solving.py      # writes benchmarks/results/solving.json
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from results import save, setting

SAMPLE = 150  # matrices
TOKENS = (25, 50, 100, 200)


def solve_once(name: str, rules: dict[str, int]) -> dict[str, Any]:
    """The time of each stage, and the memory, after compilation."""
    import parlour

    parlour.solve(parlour.game(name, **small(name)), fresh=True)  # compiles
    game, marks = parlour.game(name, **rules), dict[str, float]()
    begun = time.perf_counter()

    def progress(stage: str, _: float | None) -> None:
        marks[stage] = time.perf_counter() - begun  # in the end, when each stage was complete

    solution = parlour.solve(game, fresh=True, progress=progress)
    explored, solved, certified = (marks[stage] for stage in ("exploring", "solving", "certifying"))
    lower, upper = solution.bounds(game.start())
    return {
        "states": len(solution.states),
        "outcomes": solution.states.explorer.outcomes,
        "seconds": solution.seconds,
        "stages": [explored, solved - explored, certified - solved, solution.seconds - certified],
        "value": solution.value(game.start()),
        "interval": upper - lower,
        "widest": solution.certificate.widest,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "lookups": lookups(solution),
    }


def small(name: str) -> dict[str, int]:
    return {"token-showdown": {"tokens": 5}, "tower-siege": {"tower": 4, "cards": 2}}.get(name, {})


def lookups(solution: Any) -> dict[str, float]:
    """Seconds for one lookup of the start, which has the largest matrix."""
    game, start = solution.game, solution.game.start()
    action = game.actions(start, 0)[-1]
    return {
        "policy": median_time(lambda: solution.policy(start, 0), 50),
        "loss": median_time(lambda: solution.loss(start, 0, action), 50),
    }


def median_time(work: Callable[[], Any], repeats: int) -> float:
    work()
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def in_processes(name: str, rules: dict[str, int], repeats: int) -> dict[str, Any]:
    """The median of several runs, each in its own process so that memory is measured separately."""
    runs = []
    for _ in range(repeats):
        command = [sys.executable, __file__, "--one", name, json.dumps(rules)]
        runs.append(json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout))
    runs.sort(key=lambda run: run["seconds"])
    return {**runs[len(runs) // 2], "runs": [run["seconds"] for run in runs]}


def highs(matrix: Any) -> float:
    """The value of a matrix game by one call of HiGHS, through its fastest interface."""
    import highspy

    rows, columns = matrix.shape
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = rows + 1, columns + 1
    program.col_cost_ = np.append(np.zeros(rows), -1.0)  # maximise v subject to x matrix >= v, for a mix x
    program.col_lower_ = np.append(np.zeros(rows), -highspy.kHighsInf)
    program.col_upper_ = np.full(rows + 1, highspy.kHighsInf)
    program.row_lower_ = np.append(np.zeros(columns), 1.0)
    program.row_upper_ = np.append(np.full(columns, highspy.kHighsInf), 1.0)
    dense = np.vstack([np.hstack([matrix.T, -np.ones((columns, 1))]), np.append(np.ones(rows), 0.0)])
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.arange(columns + 2) * (rows + 1)
    program.a_matrix_.index_ = np.tile(np.arange(rows + 1), columns + 1)
    program.a_matrix_.value_ = dense.ravel()
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.passModel(program)
    solver.run()
    return -float(solver.getInfo().objective_function_value)


def beside_highs() -> dict[str, Any]:
    import parlour
    from parlour.fast.compile import library
    from parlour.solver.exact.matrix_games import KERNEL, matrix_game, workspace

    game = parlour.game("token-showdown")
    solution = parlour.solve(game)
    generator = np.random.default_rng(1)
    state = type(game.start())
    sample = generator.choice(solution.states.table, SAMPLE, replace=False).tolist()
    matrices = [solution.next_states(state(*fields)).of(solution.values) for fields in sample]

    def ours(matrix: Any) -> float:
        w = workspace(*matrix.shape)._replace(matrix=matrix)
        low, high = library(KERNEL).solve_matrix(w, *matrix.shape)
        assert high - low < 1e-9
        return float(low + high) / 2

    times: dict[str, list[float]] = {"ours": [], "highs": []}
    furthest = 0.0
    for matrix in matrices:
        values = []
        for name, solver, repeats in (("ours", ours, 7), ("highs", highs, 3)):
            times[name].append(median_time(partial(solver, matrix), repeats))
            values.append(solver(matrix))
        furthest = max(furthest, abs(values[0] - values[1]))
    square = generator.uniform(-1, 1, (20, 20))
    return {
        "sample": SAMPLE,
        "ours": sum(times["ours"]) / SAMPLE,
        "highs": sum(times["highs"]) / SAMPLE,
        "furthest": furthest,
        "square_ours": median_time(lambda: ours(square), 501),
        "square_matrix_game": median_time(lambda: matrix_game(square), 501),
        "square_highs": median_time(lambda: highs(square), 101),
    }


def measure() -> dict[str, Any]:
    from parlour.games.catalogue import OURS

    found: dict[str, Any] = {
        **setting("numba", "numpy", "highspy"),
        "games": {name: in_processes(name, {}, 3) for name in OURS},
        "growth": {},
    }
    for tokens in TOKENS:
        found["growth"][tokens] = in_processes("token-showdown", {"tokens": tokens}, 1 if tokens > 100 else 3)
    return {**found, "beside": beside_highs()}


def main(arguments: list[str]) -> None:
    match arguments:
        case ["--one", name, rules]:
            print(json.dumps(solve_once(name, json.loads(rules))))
        case []:
            save("solving", measure())
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
