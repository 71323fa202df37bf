"""Compares Parlour with other libraries in one run on one machine: choices per second with random legal play.

    pip install open_spiel pettingzoo pgx gymnasium pygame      (next to Parlour, in a separate environment)
    python benchmarks/peers.py docs/benchmarks.json

Then `python benchmarks/peers.py --write docs/benchmarks.json docs` writes the table and chart of docs/benchmarks.md.
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

from machine import processor

SECONDS, REPEATS = 1.0, 3
Run = Callable[[float], float]  # plays for about that many seconds; returns choices per second


def parlour_runs() -> dict[str, Run]:
    import parlour
    from parlour.fast import measure
    from parlour.fast.threads import cores

    runs: dict[str, Run] = {}
    for name in parlour.game_names()[:5]:
        game = parlour.game(name)
        runs[f"Parlour {game.title}, interpreted"] = lambda s, g=game: measure.interpreted_speed(g, s)  # type: ignore[misc]
        runs[f"Parlour {game.title}, random games"] = lambda s, g=game: measure.compiled_speed(g, s, cores())  # type: ignore[misc]
        runs[f"Parlour {game.title}, batch 65,536"] = lambda s, g=game: measure.batch_speed(g, s)  # type: ignore[misc]
    return runs


def openspiel_runs() -> dict[str, Run]:
    import pyspiel
    from open_spiel.python.games import iterated_prisoners_dilemma, tic_tac_toe  # noqa: F401  # registers its games

    def play(text: str) -> Run:
        game = pyspiel.load_game(text)

        def run(seconds: float) -> float:
            choices, begun = 0, time.perf_counter()
            while time.perf_counter() - begun < seconds:
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        state.apply_action(random.choice(state.chance_outcomes())[0])
                    elif state.is_simultaneous_node():
                        state.apply_actions([random.choice(state.legal_actions(p)) for p in range(2)])
                        choices += 2
                    else:
                        state.apply_action(random.choice(state.legal_actions()))
                        choices += 1
            return choices / (time.perf_counter() - begun)

        return run

    return {
        "OpenSpiel tic_tac_toe (C++)": play("tic_tac_toe"),
        "OpenSpiel goofspiel (C++)": play("goofspiel"),
        "OpenSpiel oshi_zumo (C++)": play("oshi_zumo"),
        "OpenSpiel tic_tac_toe (Python)": play("python_tic_tac_toe"),
        "OpenSpiel prisoners' dilemma (Python)": play("python_iterated_prisoners_dilemma"),
    }


def pettingzoo_runs() -> dict[str, Run]:
    from pettingzoo.classic import connect_four_v3, rps_v2, tictactoe_v3

    def play(module: Any) -> Run:
        env = module.env()

        def run(seconds: float) -> float:
            choices, begun = 0, time.perf_counter()
            while time.perf_counter() - begun < seconds:
                env.reset()
                for agent in env.agent_iter():
                    observation, _, terminated, truncated, _ = env.last()
                    if terminated or truncated:
                        env.step(None)
                        continue
                    mask = observation["action_mask"] if isinstance(observation, dict) else None
                    env.step(env.action_space(agent).sample(mask))
                    choices += 1
            return choices / (time.perf_counter() - begun)

        return run

    modules = {"tictactoe": tictactoe_v3, "connect_four": connect_four_v3, "rps": rps_v2}
    return {f"PettingZoo {name}": play(module) for name, module in modules.items()}


def pgx_runs() -> dict[str, Run]:
    import jax
    import jax.numpy as jnp
    import pgx

    def play(name: str, batch: int) -> Run:
        env = pgx.make(name)
        steps = max(8, 2**18 // batch)

        def step(carry: Any, _: Any) -> Any:
            state, key = carry
            key, draw = jax.random.split(key)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            action = jax.random.categorical(draw, logits, axis=-1)
            fresh = jax.vmap(env.init)(jax.random.split(key, batch))
            state = jax.vmap(env.step)(state, action)
            over = state.terminated
            state = jax.tree_util.tree_map(
                lambda new, old: jnp.where(over.reshape((-1,) + (1,) * (old.ndim - 1)), new, old), fresh, state
            )
            return (state, key), None

        play_steps = jax.jit(lambda state, key: jax.lax.scan(step, (state, key), None, length=steps)[0])
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch))
        carry = play_steps(state, jax.random.PRNGKey(1))

        def run(seconds: float) -> float:
            nonlocal carry
            choices, begun = 0, time.perf_counter()
            while time.perf_counter() - begun < seconds:
                carry = play_steps(*carry)
                carry[0].terminated.block_until_ready()
                choices += batch * steps
            return choices / (time.perf_counter() - begun)

        return run

    return {
        f"Pgx {name}, batch {batch:,}": play(name, batch)
        for name in ("tic_tac_toe", "connect_four")
        for batch in (1_024, 4_096, 16_384, 65_536)
    }


def gymnasium_runs() -> dict[str, Run]:
    import gymnasium

    def play(count: int) -> Run:
        env = gymnasium.make_vec("CartPole-v1", num_envs=count, vectorization_mode="vector_entry_point")
        env.reset(seed=0)

        def run(seconds: float) -> float:
            choices, begun = 0, time.perf_counter()
            while time.perf_counter() - begun < seconds:
                env.step(env.action_space.sample())
                choices += count
            return choices / (time.perf_counter() - begun)

        return run

    return {f"Gymnasium CartPole, batch {count:,}": play(count) for count in (1_024, 65_536)}


def measure_all() -> dict[str, Any]:
    figures = {}
    for library in (parlour_runs, openspiel_runs, pettingzoo_runs, gymnasium_runs, pgx_runs):
        for name, run in library().items():
            run(SECONDS / 3)  # warms up
            speeds = [run(SECONDS) for _ in range(REPEATS)]
            figures[name] = {"median": statistics.median(speeds), "low": min(speeds), "high": max(speeds)}
            print(f"{name:<45} {figures[name]['median']:>15,.0f}", flush=True)
    packages = ("numba", "numpy", "open_spiel", "pettingzoo", "pgx", "jax", "gymnasium")
    versions = {"python": platform.python_version(), **{package: version(package) for package in packages}}
    return {"date": time.strftime("%Y-%m-%d"), "machine": processor(), "versions": versions, "figures": figures}


def write(record: dict[str, Any], folder: Path) -> None:
    """Writes the table between its marks in benchmarks.md, and the chart as benchmarks.svg."""
    rows = sorted(record["figures"].items(), key=lambda row: -row[1]["median"])
    table = ["| | choices per second | slowest to fastest run |", "|---|---:|---:|"]
    table += [f"| {name} | {f['median']:,.0f} | {f['low']:,.0f} to {f['high']:,.0f} |" for name, f in rows]
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    setting = f"{record['date']}, {record['machine']}; {versions}. Medians of {REPEATS} runs of {SECONDS:.0f} second."
    page = folder / "benchmarks.md"
    before, _, rest = page.read_text().partition("<!-- peers -->")
    after = rest.partition("<!-- end of peers -->")[2]
    parts = [before, "<!-- peers -->\n", setting, "\n\n", "\n".join(table), "\n<!-- end of peers -->", after]
    page.write_text("".join(parts))
    (folder / "benchmarks.svg").write_text(chart(rows))


def chart(rows: list[tuple[str, dict[str, float]]]) -> str:
    """Bars on a logarithmic scale, from ten thousand to a billion."""
    import math

    height, left, width = 20, 330, 420
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 120}" height="{height * len(rows) + 40}" '
        'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#ffffff"/>'
    ]
    for number, (name, figure) in enumerate(rows):
        y = 10 + number * height
        length = max(2.0, width * (math.log10(figure["median"]) - 4) / 5)
        ink = "#0969da" if name.startswith("Parlour") else "#8b949e"
        svg.append(f'<text x="{left - 8}" y="{y + 13}" text-anchor="end" fill="#1f2328">{name}</text>')
        svg.append(f'<rect x="{left}" y="{y + 2}" width="{length:.0f}" height="{height - 5}" fill="{ink}"/>')
        svg.append(f'<text x="{left + length + 6:.0f}" y="{y + 13}" fill="#1f2328">{figure["median"]:,.0f}</text>')
    y = 10 + len(rows) * height
    for power, label in ((4, "10 thousand"), (6, "1 million"), (8, "100 million")):
        x = left + width * (power - 4) / 5
        svg.append(f'<text x="{x:.0f}" y="{y + 18}" fill="#57606a">{label}</text>')
    return "\n".join([*svg, "</svg>", ""])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--write", figures, page]:
            write(json.loads(Path(figures).read_text()), Path(page))
        case [figures] if figures.endswith(".json"):
            Path(figures).write_text(json.dumps(measure_all(), indent=1))
        case _:
            raise SystemExit(__doc__)
