"""Compares our environments with those that come with each library, in one run on one machine.

In a checkout of Parlour, in a virtual environment of its own (two of the peers need pygame):

    python -m pip install -e '.[openspiel]' pygame
    python benchmarks/environments.py      # writes benchmarks/results/environments.json

Peers and ours take turns, so that other load on the machine affects both alike.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from open_spiel.python.games import iterated_prisoners_dilemma, tic_tac_toe  # noqa: F401  # importing registers them
from pettingzoo.classic import rps_v2
from results import save, setting

import parlour
import parlour.envs
from parlour.envs import openspiel
from parlour.games.catalogue import OURS

SECONDS, REPEATS = 0.3, 5
MAX_SECONDS = 1.0  # for one run, including what is not measured
BATCHES = (64, 256, 1_024, 4_096, 16_384, 65_536)
Run = Callable[[], float]  # runs for about SECONDS; returns a number per second


def parallel_steps(env: Any) -> Run:
    """Steps per second of a parallel environment. Drawing legal actions is not measured."""
    chooser = random.Random(1)

    def run() -> float:
        steps, seconds = 0, 0.0
        while seconds < SECONDS:
            observations, _ = env.reset()
            while env.agents:
                actions = {
                    agent: random_action(observations[agent], env.action_space(agent).n, chooser)
                    for agent in env.agents
                }
                before = time.perf_counter()
                observations, *_ = env.step(actions)
                seconds += time.perf_counter() - before
                steps += 1
        return steps / seconds

    return run


def random_action(observation: Any, count: int, chooser: random.Random) -> int:
    if isinstance(observation, dict):
        return int(chooser.choice(np.flatnonzero(observation["action_mask"])))
    return chooser.randrange(count)


def vector_steps(env: Any, count: int) -> Run:
    """Steps per second of a vector environment. Drawing legal actions is not measured."""
    generator = np.random.default_rng(1)
    mask = env.reset(seed=1)[1].get("action_mask")

    def run() -> float:
        nonlocal mask
        steps, seconds, started = 0, 0.0, time.perf_counter()
        while seconds < SECONDS and time.perf_counter() - started < MAX_SECONDS:
            if mask is None:
                actions = generator.integers(0, 2, count)
            else:
                actions = (generator.random(mask.shape, np.float32) * mask).argmax(1)
            before = time.perf_counter()
            *_, info = env.step(actions)
            seconds += time.perf_counter() - before
            mask = info.get("action_mask")
            steps += count
        return steps / seconds

    return run


def openspiel_choices(text: str) -> Run:
    """Choices per second of random games in OpenSpiel. Drawing is measured, because it calls `legal_actions`."""
    game, chooser = pyspiel.load_game(text), random.Random(1)

    def run() -> float:
        choices, before = 0, time.perf_counter()
        while time.perf_counter() - before < SECONDS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chooser.choice(state.chance_outcomes())[0])
                elif state.is_simultaneous_node():
                    state.apply_actions([chooser.choice(state.legal_actions(player)) for player in (0, 1)])
                    choices += 2
                else:
                    state.apply_action(chooser.choice(state.legal_actions()))
                    choices += 1
        return choices / (time.perf_counter() - before)

    return run


def groups() -> dict[str, tuple[dict[str, Run], dict[str, Run]]]:
    """The measurements: for each group, the peers and ours."""
    ours = {name: parlour.game(name).title for name in OURS}
    measurements = {
        "PettingZoo, parallel: steps": (
            {"PettingZoo's rock-paper-scissors": parallel_steps(rps_v2.parallel_env())},
            {title: parallel_steps(parlour.envs.parallel(name)) for name, title in ours.items()},
        )
    }
    for count in BATCHES:
        many = {"num_envs": count, "vectorization_mode": "vector_entry_point"}
        measurements[f"Gymnasium, {count:,} at once: steps"] = (
            {"Gymnasium's CartPole": vector_steps(gymnasium.make_vec("CartPole-v1", **many), count)},  # type: ignore[arg-type]
            {
                title: vector_steps(gymnasium.make_vec(parlour.envs.env_id(name), **many), count)  # type: ignore[arg-type]
                for name, title in ours.items()
            },
        )
    measurements["OpenSpiel: choices"] = (
        {
            "OpenSpiel's tic-tac-toe (Python)": openspiel_choices("python_tic_tac_toe"),
            "OpenSpiel's prisoners' dilemma (Python)": openspiel_choices("python_iterated_prisoners_dilemma"),
        },
        {title: openspiel_choices(openspiel.short_name(name)) for name, title in ours.items()},
    )
    return measurements


def measure_all() -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for group, (peers, ours) in groups().items():
        runs: dict[str, list[float]] = {name: [] for name in (*peers, *ours)}
        for number in range(REPEATS + 1):
            for name, run in {**peers, **ours}.items():
                speed = run()
                if number:  # the first run is a warm-up
                    runs[name].append(speed)
        best = max(statistics.median(runs[name]) for name in peers)
        figures[group] = {name: summary(speeds, best) for name, speeds in runs.items()}
        for name, figure in figures[group].items():
            print(f"{group:<34} {name:<42} {figure['median']:>14,.0f} {figure['ratio']:8.2f}", flush=True)
    return {**setting("gymnasium", "pettingzoo", "open_spiel", "numba", "numpy"), "figures": figures}


def summary(speeds: list[float], best: float) -> dict[str, float]:
    median = statistics.median(speeds)
    return {"median": median, "low": min(speeds), "high": max(speeds), "ratio": median / best}


if __name__ == "__main__":
    save("environments", measure_all())
