"""Measures choices per second (a secret round is two): interpreted, compiled, on one core and on all, in a batch."""

import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from parlour.fast.batch import Batch
from parlour.fast.devices import cuda_module
from parlour.fast.random_games import random_games
from parlour.fast.threads import cores
from parlour.games.errors import ParlourError
from parlour.games.game import Game

REPEATS = 5
BATCH = 65_536


class Figure(NamedTuple):
    """The median of several runs, and the slowest and fastest of them."""

    what: str
    median: float
    low: float
    high: float


def figures(game: Game, seconds: float = 0.3) -> Iterator[Figure]:
    """Each way to play, measured `REPEATS` times for about `seconds` each."""
    yield measure("interpreted", lambda: interpreted_speed(game, seconds))
    random_games(game, 1)  # compiles
    yield measure("compiled, one core", lambda: compiled_speed(game, seconds, 1))
    yield measure("compiled, all cores", lambda: compiled_speed(game, seconds, cores()))
    yield measure(f"batch of {BATCH:,}, all cores", lambda: batch_speed(game, seconds))
    try:
        cuda_module()
    except ParlourError:  # there is no GPU
        return
    random_games(game, 1, device="cuda")
    yield measure("compiled, GPU", lambda: compiled_speed(game, seconds, 1, "cuda"))


def measure(what: str, run: Callable[[], float]) -> Figure:
    runs = [run() for _ in range(REPEATS)]
    return Figure(what, statistics.median(runs), min(runs), max(runs))


def interpreted_speed(game: Game, seconds: float) -> float:
    """Choices per second with the functions of `rules.py` alone, every action drawn at random."""
    module, rules, chance = game.module, game.rules, Random(1).random
    start, to_act, options, option, play = module.start, module.to_act, module.options, module.option, module.play
    made = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = start(rules)
        actor = to_act(rules, state)
        while actor:
            first = second = 0
            if actor & 1:
                first = option(rules, state, 0, int(chance() * options(rules, state, 0)))
                made += 1
            if actor & 2:
                second = option(rules, state, 1, int(chance() * options(rules, state, 1)))
                made += 1
            state = play(rules, state, first, second)
            actor = to_act(rules, state)
    return made / (time.perf_counter() - begun)


def compiled_speed(game: Game, seconds: float, threads: int, device: str = "cpu") -> float:
    count, took = 10_000, 0.0
    while True:
        begun = time.perf_counter()
        result = random_games(game, count, 1, threads=threads, device=device)
        took = time.perf_counter() - begun
        if took >= seconds / 2:
            return result.choices / took
        count = int(count * min(100, 1.2 * seconds / max(took, 1e-4)))


def batch_speed(game: Game, seconds: float) -> float:
    """Choices per second in `Batch.step`; drawing the actions is not counted."""
    batch = Batch(game, BATCH, 1)
    made, took = 0, 0.0
    for _ in range(3):
        batch.step(batch.random_actions())  # compiles, and spreads the slots over the game
    while took < seconds:
        actions, actors = batch.random_actions(), batch.to_act
        made += int((actors & 1).sum()) + int((actors >> 1).sum())
        begun = time.perf_counter()
        batch.step(actions)
        took += time.perf_counter() - begun
    return made / took
