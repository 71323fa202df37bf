"""The rules of Undercut. RULES.md explains ruling UC-1.

Both players name a number at once. The higher one scores, unless it is higher by exactly one.
"""

from typing import NamedTuple


class Rules(NamedTuple):  # the parameters, with their defaults
    most: int = 5  # the highest number
    points: int = 3  # how many points win


class State(NamedTuple):  # everything that is public between two turns
    points1: int
    points2: int
    winner: int  # 0 until the game is over, then 1, 2, or 3 for a draw


def limits() -> tuple[Rules, Rules]:  # the range of every parameter
    return Rules(2, 1), Rules(100, 100)


def start(rules: Rules) -> State:
    return State(0, 0, 0)


def to_act(rules: Rules, state: State) -> int:  # 0 game over, 1 first player, 2 second, 3 both in secret
    return 0 if state.winner else 3


def options(rules: Rules, state: State, player: int) -> int:  # how many actions this player (0 or 1) may choose from
    return rules.most


def option(rules: Rules, state: State, player: int, k: int) -> int:  # the k-th of them, in ascending order
    return k + 1


def play(rules: Rules, state: State, first: int, second: int) -> State:
    lead = first - second
    points1 = state.points1 + (1 if lead > 1 or lead == -1 else 0)
    points2 = state.points2 + (1 if lead < -1 or lead == 1 else 0)
    winner = 1 if points1 == rules.points else 2 if points2 == rules.points else 0
    return State(points1, points2, winner)


def bounds(rules: Rules) -> tuple[State, State]:  # the lowest and highest value of every field
    return State(0, 0, 0), State(rules.points, rules.points, 2)


def actions(rules: Rules) -> int:  # how many action numbers there are, counted from 0
    return rules.most + 1
