"""Both players raise a counter by 1 or 2 in secret; the first to the goal wins. A fault makes the mirror wrong."""
# ruff: noqa: ARG001

from typing import NamedTuple

NO_FAULT, OPTIONS, ACTIONS, OUTCOME, WINNER, ACTOR, NO_RETURN, BOUNDS = range(8)


class Rules(NamedTuple):
    goal: int = 6
    fault: int = NO_FAULT


class State(NamedTuple):
    counter1: int
    counter2: int
    winner: int


def start(rules: Rules) -> State:
    return State(0, 0, 0)


def to_act(rules: Rules, state: State) -> int:
    if state.winner:
        return 0
    return 1 if rules.fault == ACTOR and state.counter1 == 3 else 3


def options(rules: Rules, state: State, player: int) -> int:
    return 3 if rules.fault == OPTIONS and player == 1 and state.counter1 == 3 else 2


def option(rules: Rules, state: State, player: int, k: int) -> int:
    return k + 2 if rules.fault == ACTIONS and player == 1 and state.counter2 == 3 else k + 1


def play(rules: Rules, state: State, first: int, second: int) -> State:
    counter1 = min(rules.goal, state.counter1 + first)
    counter2 = min(rules.goal, state.counter2 + second)
    if rules.fault == OUTCOME and state.counter1 == 3 and first == second:
        counter2 = state.counter2 + 1
    winner = 0
    if counter1 == rules.goal or counter2 == rules.goal:
        winner = 3 if counter1 == counter2 else 1 if counter1 > counter2 else 2
    if rules.fault == WINNER and winner == 2 and state.counter1 == 3:
        winner = 3
    return State(counter1, counter2, winner)


def mirror(rules: Rules, state: State) -> State:
    if rules.fault == BOUNDS and state.counter1 == 3:
        return State(state.counter2 + rules.goal, state.counter1, 0)
    if rules.fault == NO_RETURN and state.counter1 == 3:
        return State(1, 2, 0)
    return State(state.counter2, state.counter1, (0, 2, 1, 3)[state.winner])


def bounds(rules: Rules) -> tuple[State, State]:
    return State(0, 0, 0), State(rules.goal, rules.goal, 3)
