"""Any game of at most 20 states and five actions a player. Its table is packed into the parameters.

The parameters reach compiled code as values, so all these games share one compilation. `solver/random_games.py` makes
them.
"""
# ruff: noqa: ARG001

from typing import NamedTuple

STATES = 20  # at most
OVER = STATES  # outcomes from here on are results: OVER + winner

# Three parameters describe a state. Outcomes take 5 bits, so a row of five takes 25: the first parameter has rows 0 and
# 1, the second rows 2 and 3, the third row 4. Above row 4, the third says who acts and what the actions are.
PARTS = 3
CELL, ROW = 5, 25  # bits
ACTOR = ROW  # where its 2 bits begin
PLAYER = ACTOR + 2  # where the bits of the first player's actions begin: how many, the lowest, the distance
COUNT, LOWEST, DISTANCE = 3, 2, 2  # bits
ACTIONS = COUNT + LOWEST + DISTANCE  # bits for each player


class Rules(NamedTuple):
    states: int = 1
    spread: int = 1  # states are numbered in steps of this, so that their keys are far apart
    a0: int = 0
    b0: int = 0
    c0: int = 0
    a1: int = 0
    b1: int = 0
    c1: int = 0
    a2: int = 0
    b2: int = 0
    c2: int = 0
    a3: int = 0
    b3: int = 0
    c3: int = 0
    a4: int = 0
    b4: int = 0
    c4: int = 0
    a5: int = 0
    b5: int = 0
    c5: int = 0
    a6: int = 0
    b6: int = 0
    c6: int = 0
    a7: int = 0
    b7: int = 0
    c7: int = 0
    a8: int = 0
    b8: int = 0
    c8: int = 0
    a9: int = 0
    b9: int = 0
    c9: int = 0
    a10: int = 0
    b10: int = 0
    c10: int = 0
    a11: int = 0
    b11: int = 0
    c11: int = 0
    a12: int = 0
    b12: int = 0
    c12: int = 0
    a13: int = 0
    b13: int = 0
    c13: int = 0
    a14: int = 0
    b14: int = 0
    c14: int = 0
    a15: int = 0
    b15: int = 0
    c15: int = 0
    a16: int = 0
    b16: int = 0
    c16: int = 0
    a17: int = 0
    b17: int = 0
    c17: int = 0
    a18: int = 0
    b18: int = 0
    c18: int = 0
    a19: int = 0
    b19: int = 0
    c19: int = 0


class State(NamedTuple):
    place: int
    winner: int


def limits() -> tuple[Rules, Rules]:
    return Rules(1, 1, *[0] * (PARTS * STATES)), Rules(STATES, 2**24, *[2**62] * (PARTS * STATES))


def start(rules: Rules) -> State:
    return State(0, 0)


def part(rules: Rules, state: State, number: int) -> int:
    return rules[2 + PARTS * (state.place // rules.spread) + number]


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else (part(rules, state, 2) >> ACTOR) & 3


def options(rules: Rules, state: State, player: int) -> int:
    return (part(rules, state, 2) >> (PLAYER + ACTIONS * player)) & 7


def option(rules: Rules, state: State, player: int, k: int) -> int:
    numbering = part(rules, state, 2) >> (PLAYER + ACTIONS * player + COUNT)
    return (numbering & 3) + k * (1 + ((numbering >> LOWEST) & 3))


def position(rules: Rules, state: State, player: int, action: int) -> int:
    """Which of the options an action is."""
    numbering = part(rules, state, 2) >> (PLAYER + ACTIONS * player + COUNT)
    return (action - (numbering & 3)) // (1 + ((numbering >> LOWEST) & 3))


def play(rules: Rules, state: State, first: int, second: int) -> State:
    actor = to_act(rules, state)
    row = position(rules, state, 0, first) if actor & 1 else 0
    column = position(rules, state, 1, second) if actor & 2 else 0
    outcome = (part(rules, state, row // 2) >> (ROW * (row % 2) + CELL * column)) & 31
    if outcome >= OVER:
        return State(state.place, outcome - OVER)
    return State(outcome * rules.spread, 0)


def bounds(rules: Rules) -> tuple[State, State]:
    return State(0, 0), State((rules.states - 1) * rules.spread, 3)


def actions(rules: Rules) -> int:
    return 3 + 4 * 4 + 1
