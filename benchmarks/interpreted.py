"""How many decisions a second the uncompiled rules play, with every action drawn at random.

    python benchmarks/interpreted.py [GAME ...]

Each figure is the median of seven runs. A secret round counts as two decisions, one for each player.
"""

from __future__ import annotations

import platform
import statistics
import sys
import time
from random import Random
from typing import Any

import parlour


def decisions_per_second(rules_module: Any, rules: Any, seconds: float, random: Random) -> float:
    """Plays games one after another for so long, through the functions of `rules.py` alone."""
    start, to_act, options = rules_module.start, rules_module.to_act, rules_module.options
    option, play, draw = rules_module.option, rules_module.play, random.random
    made = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = start(rules)
        actor = to_act(rules, state)
        while actor:
            first = second = 0
            if actor & 1:
                first = option(rules, state, 0, int(draw() * options(rules, state, 0)))
                made += 1
            if actor & 2:
                second = option(rules, state, 1, int(draw() * options(rules, state, 1)))
                made += 1
            state = play(rules, state, first, second)
            actor = to_act(rules, state)
    return made / (time.perf_counter() - begun)


def main(names: list[str]) -> None:
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    for name in names or parlour.games():
        game = parlour.game(name)
        module = sys.modules[type(game.rules).__module__]
        figures = [decisions_per_second(module, game.rules, 0.7, Random(seed)) for seed in range(7)]
        low, high = min(figures), max(figures)
        print(f"{name:<16} {statistics.median(figures):>10,.0f} decisions/s  ({low:,.0f} to {high:,.0f})")


if __name__ == "__main__":
    main(sys.argv[1:])
