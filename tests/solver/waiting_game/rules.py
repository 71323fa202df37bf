"""A game whose value is only approached in the limit: waiting longer is better, but waiting for ever is a draw."""

from typing import NamedTuple

RUN, WAIT = 0, 1


class Rules(NamedTuple):
    kind: int = 0  # 0: running into a throw is a draw; 1: it loses


class State(NamedTuple):
    last: int  # 1: the last throw, which player 1 wins in two cases of three
    winner: int


def start(rules: Rules) -> State:
    return State(0, 0)


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else 3


def options(rules: Rules, state: State, player: int) -> int:
    return 3 if state.last else 2


def option(rules: Rules, state: State, player: int, k: int) -> int:
    return k


def play(rules: Rules, state: State, first: int, second: int) -> State:
    if state.last:
        return State(1, 2 if (first + second) % 3 == 0 else 1)
    if first == RUN:
        if second == WAIT:
            return State(0, 1)
        return State(0, 2 if rules.kind == 1 else 3)
    if second == WAIT:
        return State(0, 0)
    return State(1, 0)


def bounds(rules: Rules) -> tuple[State, State]:
    return State(0, 0), State(1, 3)


def actions(rules: Rules) -> int:
    return 3
