"""Finds how careless each level must be in every game and seat for the calibration opponents to score its target.

    python tools/calibrate_levels.py            # writes levels.json of every game
    python tools/calibrate_levels.py tower-siege

Nothing is played: the scores are calculated exactly. Then run `opponent_scores.py`, which writes them into the page.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise

import numpy as np
from opponent_scores import calibration_scores

from parlour.games.catalogue import OURS, game
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.players.habits.habitual import level_habits
from parlour.players.habits.levels import FILE, LEVELS, Style, make_player

LEAST, GREATEST = 0.001, 2.0  # carelessness; above this a player seems to choose at random, so it gets a habit instead
STEPS = 6  # of carelessness, and as many of the share of a habit
ROUNDS = 8  # at most, each looks more closely between two steps of those before
CLOSE = 0.002  # a score this near to its target is good enough
MARGIN = 0.02  # the calibration opponents score this much more against a level than against the best player


def style(weakness: float, habit: str) -> Style:
    """The style for a weakness from 0 to 2: first the carelessness grows, then the share of the habit."""
    carelessness = LEAST * (GREATEST / LEAST) ** min(1.0, weakness)
    return Style(float(f"{carelessness:.3g}"), habit, round(max(0.0, weakness - 1.0), 3))


def calibrate(standard: Game, seat: int) -> dict[str, Style]:
    """The style of each level in a seat."""
    habits = list(level_habits(standard))
    pure = calibration_scores(standard, [make_player(style(2.0, habit), standard) for habit in habits], [seat])
    habit = habits[int(pure.argmax())]  # the worst one
    steps = set(np.linspace(0.0, 2.0, 2 * STEPS + 1).tolist())
    tried: dict[float, float] = {}  # scores by weakness
    targets = {name: level.target for name, level in LEVELS.items()}
    for _ in range(ROUNDS):
        new = sorted(steps - set(tried))
        if not new:
            break
        scores = calibration_scores(standard, [make_player(style(step, habit), standard) for step in new], [seat])
        tried.update(zip(new, scores[:, 0].tolist(), strict=True))
        targets = within_reach(min(tried.values()), max(tried.values()))
        steps = {closer(tried, target) for target in targets.values()}
    return {level: style(closest(tried, target), habit) for level, target in targets.items()}


def within_reach(least: float, most: float) -> dict[str, float]:
    """The targets, but none above what the weakest player allows, and all a little above the best player's."""
    return {name: max(min(level.target, most), least + MARGIN) for name, level in LEVELS.items()}


def closest(tried: dict[float, float], target: float) -> float:
    """The weakness with the score nearest to the target."""
    return min(tried, key=lambda weakness: abs(tried[weakness] - target))


def closer(tried: dict[float, float], target: float) -> float:
    """The weakness to try next: between the first two whose scores enclose the target, or the closest if that will do.

    Scores are taken to grow evenly between the two, but not quite, so that both come nearer.
    """
    best = closest(tried, target)
    if abs(tried[best] - target) <= CLOSE:
        return best
    for strong, weak in pairwise(sorted(tried)):
        if tried[strong] < target < tried[weak]:
            share = (target - tried[strong]) / (tried[weak] - tried[strong])
            return strong + (weak - strong) * min(0.9, max(0.1, share))
    return best


def main() -> None:
    for name in sys.argv[1:] or OURS:
        standard = game(name)
        first = calibrate(standard, 0)
        second = first if standard.mirror(standard.start()) else calibrate(standard, 1)
        levels = [f"  {json.dumps(level)}: {json.dumps([first[level], second[level]])}" for level in LEVELS]
        (standard.folder / FILE).write_text("{\n" + ",\n".join(levels) + "\n}\n", encoding="utf-8")
        print(f"{standard.folder / FILE} is written.", flush=True)


if __name__ == "__main__":
    try:
        main()
    except ParlourError as error:
        sys.exit(str(error))
