"""The environments beside those of the libraries they are written for, in one run on one machine.

    pip install 'parlour[openspiel]' pygame      (in an environment for this alone; two of the peers draw with pygame)
    python benchmarks/environments.py docs/environments.json

Then `python benchmarks/environments.py --tell docs/environments.json docs/environments.md` writes the tables.
Peers and ours take turns, so that what else the machine does falls on both alike.
"""

from __future__ import annotations

import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from machine import processor
from open_spiel.python.games import iterated_prisoners_dilemma, tic_tac_toe  # noqa: F401  # they register themselves
from pettingzoo.classic import rps_v2

import parlour
import parlour.envs
from parlour.envs import openspiel

SECONDS, REPEATS = 0.3, 5
PATIENCE = 1.0  # seconds for a run with all that is not counted
BATCHES = (64, 256, 1_024, 4_096, 16_384, 65_536)
NAMES = parlour.games()[:5]
Run = Callable[[], float]  # plays for about SECONDS; returns how many a second


def parallel_steps(env: Any) -> Run:
    """Steps a second of a parallel environment; drawing the actions, as masks allow, is not counted."""
    chance = random.Random(1)

    def run() -> float:
        steps, took = 0, 0.0
        while took < SECONDS:
            seen, _ = env.reset()
            while env.agents:
                actions = {agent: drawn(seen[agent], env.action_space(agent).n, chance) for agent in env.agents}
                begun = time.perf_counter()
                seen, *_ = env.step(actions)
                took += time.perf_counter() - begun
                steps += 1
        return steps / took

    return run


def drawn(seen: Any, count: int, chance: random.Random) -> int:
    if isinstance(seen, dict):
        return int(chance.choice(np.flatnonzero(seen["action_mask"])))
    return chance.randrange(count)


def vector_steps(env: Any, count: int) -> Run:
    """Steps a second of a vector environment; drawing the actions, as masks allow, is not counted."""
    chance = np.random.default_rng(1)
    mask = env.reset(seed=1)[1].get("action_mask")

    def run() -> float:
        nonlocal mask
        steps, took, started = 0, 0.0, time.perf_counter()
        while took < SECONDS and time.perf_counter() - started < PATIENCE:
            if mask is None:
                actions = chance.integers(0, 2, count)
            else:
                actions = (chance.random(mask.shape, np.float32) * mask).argmax(1)
            begun = time.perf_counter()
            *_, info = env.step(actions)
            took += time.perf_counter() - begun
            mask = info.get("action_mask")
            steps += count
        return steps / took

    return run


def openspiel_decisions(text: str) -> Run:
    """Decisions a second of whole random games in OpenSpiel; drawing is counted, as it asks for what is allowed."""
    game, chance = pyspiel.load_game(text), random.Random(1)

    def run() -> float:
        made, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < SECONDS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.chance_outcomes())[0])
                elif state.is_simultaneous_node():
                    state.apply_actions([chance.choice(state.legal_actions(player)) for player in (0, 1)])
                    made += 2
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                    made += 1
        return made / (time.perf_counter() - begun)

    return run


def groups() -> dict[str, tuple[dict[str, Run], dict[str, Run]]]:
    """What is measured: the peers of each kind, and ours."""
    ours = {name: parlour.game(name).title for name in NAMES}
    made = {
        "PettingZoo, parallel: steps": (
            {"rock-paper-scissors of PettingZoo": parallel_steps(rps_v2.parallel_env())},
            {title: parallel_steps(parlour.envs.parallel(name)) for name, title in ours.items()},
        )
    }
    for count in BATCHES:
        many = {"num_envs": count, "vectorization_mode": "vector_entry_point"}
        made[f"Gymnasium, {count:,} at once: steps"] = (
            {"CartPole of Gymnasium": vector_steps(gymnasium.make_vec("CartPole-v1", **many), count)},  # type: ignore[arg-type]
            {
                title: vector_steps(gymnasium.make_vec(parlour.envs.env_id(name), **many), count)  # type: ignore[arg-type]
                for name, title in ours.items()
            },
        )
    made["OpenSpiel: decisions"] = (
        {
            "tic-tac-toe of OpenSpiel (Python)": openspiel_decisions("python_tic_tac_toe"),
            "prisoners' dilemma of OpenSpiel (Python)": openspiel_decisions("python_iterated_prisoners_dilemma"),
        },
        {title: openspiel_decisions(openspiel.short_name(name)) for name, title in ours.items()},
    )
    return made


def measure_all() -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for group, (peers, ours) in groups().items():
        runs: dict[str, list[float]] = {name: [] for name in (*peers, *ours)}
        for number in range(REPEATS + 1):
            for name, run in {**peers, **ours}.items():
                speed = run()
                if number:  # the first is for warming up
                    runs[name].append(speed)
        best = max(statistics.median(runs[name]) for name in peers)
        figures[group] = {name: summary(speeds, best) for name, speeds in runs.items()}
        for name, figure in figures[group].items():
            print(f"{group:<34} {name:<42} {figure['median']:>14,.0f} {figure['ratio']:8.2f}", flush=True)
    packages = ("gymnasium", "pettingzoo", "open_spiel", "numba", "numpy")
    return {
        "date": time.strftime("%Y-%m-%d"),
        "machine": processor(),
        "versions": {"python": platform.python_version(), **{name: version(name) for name in packages}},
        "figures": figures,
    }


def summary(speeds: list[float], best: float) -> dict[str, float]:
    median = statistics.median(speeds)
    return {"median": median, "low": min(speeds), "high": max(speeds), "ratio": median / best}


def tell(record: dict[str, Any], page: Path) -> None:
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    lines = [
        f"In one run, {record['date']}, {record['machine']}; {versions}. Medians of {REPEATS} runs of {SECONDS} s, in"
        " turns. The last column is the ratio to the peer, the faster one where there are two.",
        "",
    ]
    for group, figures in record["figures"].items():
        lines += [f"| {group} | a second | slowest to fastest run | ratio |", "|---|---:|---:|---:|"]
        for name, f in figures.items():
            lines.append(f"| {name} | {f['median']:,.0f} | {f['low']:,.0f} to {f['high']:,.0f} | {f['ratio']:.2f} |")
        lines.append("")
    before, _, rest = page.read_text().partition("<!-- environments -->")
    after = rest.partition("<!-- end of environments -->")[2]
    text = "\n".join(lines)
    page.write_text(f"{before}<!-- environments -->\n{text}<!-- end of environments -->{after}")


if __name__ == "__main__":
    if sys.argv[1] == "--tell":
        tell(json.loads(Path(sys.argv[2]).read_text()), Path(sys.argv[3]))
    else:
        Path(sys.argv[1]).write_text(json.dumps(measure_all(), indent=1) + "\n")
