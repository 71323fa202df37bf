"""Draws how the first bid in Resource War changes while networks learn: `python examples/baselines/openings.py`."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import Any

import mirror_descent_network
import numpy as np
import ppo
from curves import FOLDER
from plot import NAMES

import parlour
from parlour.plots.canvas import drawing

SEED, STEPS = 1, 800_000
LEARNERS = {"ppo": ppo.policies, "mirror_descent_network": mirror_descent_network.policies}


def openings(method: str, game: parlour.Game, most: int) -> tuple[list[int], Any]:
    """The steps so far, and the first player's mix at the start, again and again."""
    table = np.array([game.start()])
    legal = np.isin(np.arange(game.action_count()), game.actions(game.start(), 0))[None]
    steps, mixes = [], []
    for made, policy in takewhile(lambda step: step[0] <= most, LEARNERS[method](game, SEED)):
        steps.append(made)
        mixes.append(np.asarray(policy.function(table, legal, 0))[0])
    return steps, np.array(mixes)


def main(path: Path = FOLDER / "openings.svg", most: int = STEPS) -> None:
    from matplotlib import colormaps

    game = parlour.game("resource-war")
    perfect = parlour.solve(game).policy(game.start(), 0)
    colours = colormaps["viridis"](np.linspace(0, 1, game.action_count()))
    with drawing(path, "The chance of each first bid in Resource War\n", 10.5, 3.6) as figure:
        panels = figure.subplots(1, 3, sharey=True, width_ratios=(5, 5, 1))
        for axes, method in zip(panels, LEARNERS, strict=False):
            steps, mixes = openings(method, game, most)
            axes.stackplot(np.array(steps) / 1e6, mixes.T, colors=colours, linewidth=0)
            axes.set_title(NAMES[method])
            axes.set_xlabel("million steps")
            axes.margins(0)
        bottom = 0.0
        for bid, chance in perfect.items():
            panels[2].bar(0, chance, bottom=bottom, color=colours[bid])
            bottom += chance
        panels[2].set_title("perfect")
        panels[2].set_xticks([])
        areas = [panels[2].bar(0, 0, color=colour) for colour in colours]
        names = [str(bid) for bid in range(len(areas))]
        figure.legend(areas, names, title="bid", loc="outside right center", reverse=True, frameon=False, fontsize=8)


if __name__ == "__main__":
    main()
