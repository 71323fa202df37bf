"""A duel in secret rounds: attack, defend or charge. A charged attack hurts more; defending stops a plain one."""
# ruff: noqa: ARG001

from typing import NamedTuple

ATTACK, DEFEND, CHARGE = 1, 2, 3


class Rules(NamedTuple):
    health: int = 5
    power: int = 2  # what a charged attack takes away


class State(NamedTuple):
    health1: int
    health2: int
    charged1: int
    charged2: int
    winner: int


def start(rules: Rules) -> State:
    return State(rules.health, rules.health, 0, 0, 0)


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else 3


def options(rules: Rules, state: State, player: int) -> int:
    return 3


def option(rules: Rules, state: State, player: int, k: int) -> int:
    return k + 1


def damage(rules: Rules, attack: int, defence: int, charged: int) -> int:
    if attack != ATTACK:
        return 0
    power = rules.power if charged else 1
    return power - 1 if defence == DEFEND else power


def charge(action: int, charged: int) -> int:
    if action == CHARGE:
        return 1
    return 0 if action == ATTACK else charged


def play(rules: Rules, state: State, first: int, second: int) -> State:
    health1 = max(0, state.health1 - damage(rules, second, first, state.charged2))
    health2 = max(0, state.health2 - damage(rules, first, second, state.charged1))
    winner = 0
    if health1 == 0 and health2 == 0:
        winner = 3
    elif health1 == 0:
        winner = 2
    elif health2 == 0:
        winner = 1
    return State(health1, health2, charge(first, state.charged1), charge(second, state.charged2), winner)


def bounds(rules: Rules) -> tuple[State, State]:
    return State(0, 0, 0, 0, 0), State(rules.health, rules.health, 1, 1, 3)


def actions(rules: Rules) -> int:
    return 4


def mirror(rules: Rules, state: State) -> State:
    winner = (0, 2, 1, 3)[state.winner]
    return State(state.health2, state.health1, state.charged2, state.charged1, winner)
