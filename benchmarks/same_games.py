"""Compares Parlour with OpenSpiel on the same games: Goofspiel and Oshi-Zumo, under rules that agree state by state.

    python -m pip install -e '.[openspiel]'
    python benchmarks/same_games.py      # writes benchmarks/results/same_games.json

OpenSpiel plays in a loop of its own in C++ (`evaluate_bots` with its uniform random bots), and driven from Python.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pyspiel
from results import save, setting

import parlour
from parlour.fast import measure
from parlour.fast.threads import cores

SECONDS, REPEATS, SAMPLE = 1.0, 5, 5_000
EXAMPLES = Path(__file__).parents[1] / "examples"
# Our game, and the same one in OpenSpiel.
PAIRS = {
    "Goofspiel": ("goofspiel", "goofspiel(points_order=descending)"),
    "Oshi-Zumo": ("oshi-zumo", "oshi_zumo"),
}


def in_cpp(text: str) -> Callable[[float], float]:
    """Choices per second of whole games in OpenSpiel's own loop."""
    game = pyspiel.load_game(text)
    bots = [pyspiel.make_uniform_random_bot(player, 1) for player in (0, 1)]

    def play(number: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        return len(state.history())

    choices = statistics.mean(play(number) for number in range(SAMPLE))

    def run(seconds: float) -> float:
        games, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds:
            for number in range(100):
                pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
            games += 100
        return games * choices / (time.perf_counter() - begun)

    return run


def from_python(text: str) -> Callable[[float], float]:
    """Choices per second if Python draws the actions and applies them."""
    game = pyspiel.load_game(text)

    def run(seconds: float) -> float:
        choices, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_actions([random.choice(state.legal_actions(player)) for player in (0, 1)])
                choices += 2
        return choices / (time.perf_counter() - begun)

    return run


def main() -> None:
    record = setting("open_spiel", "numba", "numpy")
    record["figures"] = {title: {} for title in PAIRS}
    for title, (folder, text) in PAIRS.items():
        game = parlour.game(str(EXAMPLES / folder))
        runs: dict[str, Callable[[float], float]] = {
            "OpenSpiel, its loop in C++, one core": in_cpp(text),
            "OpenSpiel, driven from Python, one core": from_python(text),
            "Parlour, random games, one core": lambda s, g=game: measure.compiled_speed(g, s, 1),  # type: ignore[misc]
            "Parlour, random games, all cores": lambda s, g=game: measure.compiled_speed(g, s, cores()),  # type: ignore[misc]
            "Parlour, batch of 65,536, all cores": lambda s, g=game: measure.batch_speed(g, s),  # type: ignore[misc]
            "Parlour, interpreted, one core": lambda s, g=game: measure.interpreted_speed(g, s),  # type: ignore[misc]
        }
        for name, run in runs.items():
            run(SECONDS / 3)  # warms up
            speeds = [run(SECONDS) for _ in range(REPEATS)]
            figure = {"median": statistics.median(speeds), "low": min(speeds), "high": max(speeds)}
            record["figures"][title][name] = figure
            print(f"{title:<12} {name:<40} {figure['median']:>15,.0f}", flush=True)
    save("same_games", record)


if __name__ == "__main__":
    main()
