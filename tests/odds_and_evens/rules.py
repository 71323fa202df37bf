"""Odds and Evens: both players show fingers at once. An even sum scores for player 1, an odd sum for player 2."""

from typing import NamedTuple


class Rules(NamedTuple):
    fingers: int = 2
    points: int = 3


class State(NamedTuple):
    points1: int
    points2: int
    winner: int


def start(rules: Rules) -> State:
    return State(0, 0, 0)


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else 3


def options(rules: Rules, state: State, player: int) -> int:
    return rules.fingers + 1


def option(rules: Rules, state: State, player: int, k: int) -> int:
    return k


def play(rules: Rules, state: State, first: int, second: int) -> State:
    even = (first + second) % 2 == 0
    points1 = state.points1 + (1 if even else 0)
    points2 = state.points2 + (0 if even else 1)
    winner = 0
    if points1 >= rules.points:
        winner = 1
    elif points2 >= rules.points:
        winner = 2
    return State(points1, points2, winner)


def bounds(rules: Rules) -> tuple[State, State]:
    most = max(1, rules.points)
    return State(0, 0, 0), State(most, most, 2)


def actions(rules: Rules) -> int:
    return rules.fingers + 1
