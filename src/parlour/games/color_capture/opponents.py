"""How people play Color Capture, and the habits of characters and levels.

Option 0 takes the left token, option 1 the right one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from parlour.games.habits import Column, Habit, Pick, Seen, largest, smallest, where


def colors(seen: Seen, holdings: Callable[[str], Column]) -> tuple[Column, Column]:
    """How many tokens of the colours at the left and at the right end are held."""
    held = np.stack([holdings(color) for color in ("red", "blue", "green")])
    left = seen["taken_left"] % 3
    right = (seen["taken_left"] + seen["remaining"] - 1) % 3
    places = np.arange(len(left))
    return held[left, places], held[right, places]


def greedy(seen: Seen) -> Any:
    """Takes the colour of which it has more; if equal, from the left."""
    left, right = colors(seen, seen.own)
    return right > left


def spoil(seen: Seen) -> Any:
    """Takes the colour of which the opponent has more; if equal, from the right."""
    left, right = colors(seen, seen.others)
    return right >= left


def greedy_from_the_right(seen: Seen) -> Any:
    """Takes the colour of which it has more; if equal, from the right."""
    left, right = colors(seen, seen.own)
    return right >= left


def fewest(seen: Seen) -> Any:
    """Takes the colour of which it has fewer; if equal, from the left."""
    left, right = colors(seen, seen.own)
    return right < left


def red(seen: Seen) -> Any:
    ends = seen["taken_left"], seen["taken_left"] + seen["remaining"] - 1
    return where(ends[0] % 3 == 0, 0, where(ends[1] % 3 == 0, 1))


def press(seen: Seen) -> Any:
    own, others = colors(seen, seen.own), colors(seen, seen.others)
    left, right = own[0] - others[0], own[1] - others[1]
    return where(left != right, right > left)


def in_turn(seen: Seen) -> Any:
    return seen["remaining"] // 2 % 2


def guard(seen: Seen) -> Any:
    left, right = colors(seen, seen.others)
    return where((left == 1) & (right == 0), 0, where((right == 1) & (left == 0), 1))


def generous(seen: Seen) -> Any:
    """Two tokens of a colour need one more to win, with the standard rules."""
    own, others = colors(seen, seen.own), colors(seen, seen.others)
    left_wins, right_wins = own[0] == 2, own[1] == 2
    return np.where(left_wins == right_wins, others[1] <= others[0], left_wins)


CASUAL: dict[Pick, str] = {
    smallest: "took from the left",
    largest: "took from the right",
    greedy: "took the colour of which you had more",
    spoil: "took the colour of which your opponent had more",
}
HELD_OUT: tuple[Pick, ...] = (greedy_from_the_right, fewest)
CHARACTERS = {
    "hoarder": Habit("takes the colour of which it has more, or from the left if it has equally many", greedy),
    "hothead": Habit("takes red whenever red is at an end, the left one first", red),
    "bully": Habit("takes the colour in which it leads you by more", press),
    "clockwork": Habit("takes from the two ends in turn", in_turn),
    "sentry": Habit("takes a colour of which you have one rather than a colour of which you have none", guard),
}
LEVELS = {  # the game is hard to lose even at random
    "generous": Habit(
        "overlooks a token that wins, and takes the colour of which you have fewer, or else from the right", generous
    ),
}
