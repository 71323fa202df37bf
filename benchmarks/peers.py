"""Compares Parlour with other libraries in one run on one machine: choices per second with random legal play.

    pip install open_spiel pettingzoo pgx gymnasium pygame      (next to Parlour, in a separate environment)
    python benchmarks/peers.py      # writes benchmarks/results/peers.json

These are different games; same_games.py compares the same games.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from results import save, setting

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
    return {**setting(*packages), "figures": figures}


if __name__ == "__main__":
    save("peers", measure_all())
