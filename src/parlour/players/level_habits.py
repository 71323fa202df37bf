"""The habits of levels, for games and seats that are hard to lose even at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.players.casual import Seen, capture_colors, largest, smallest
from parlour.players.habitual import Habit


def capture_generous(seen: Seen) -> Any:
    """Two tokens of a colour need one more to win, with the standard rules."""
    own, others = capture_colors(seen, seen.own), capture_colors(seen, seen.others)
    left_wins, right_wins = own[0] == 2, own[1] == 2
    return np.where(left_wins == right_wins, others[1] <= others[0], left_wins)


ANYWHERE = {
    "lowest": Habit("makes the lowest of its choices", smallest),
    "highest": Habit("makes the highest of its choices", largest),
}
HABITS = {
    "color-capture": {
        "generous": Habit(
            "overlooks a token that wins, and takes the colour of which you have fewer, or else from the right",
            capture_generous,
        ),
    },
}


def habits_in(game: str) -> dict[str, Habit]:
    """By name, those that a level can have in a game."""
    return ANYWHERE | HABITS.get(game, {})
