"""A board game: move to a neighbouring square; the square that you leave is blocked. Who cannot move loses."""
# ruff: noqa: ARG001

from typing import NamedTuple


class Rules(NamedTuple):
    size: int = 5


class State(NamedTuple):
    place1: int  # y * size + x
    place2: int
    blocks: int  # a bit for each square that is blocked
    turn: int  # 1 or 2
    winner: int


def limits() -> tuple[Rules, Rules]:
    return Rules(2), Rules(5)


def start(rules: Rules) -> State:
    return State(0, rules.size * rules.size - 1, 0, 1, 0)


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else state.turn


def is_free(rules: Rules, state: State, square: int) -> bool:
    return square != state.place1 and square != state.place2 and (state.blocks >> square) & 1 == 0


def is_near(rules: Rules, place: int, square: int) -> bool:
    across, down = place % rules.size - square % rules.size, place // rules.size - square // rules.size
    return -1 <= across <= 1 and -1 <= down <= 1


def options(rules: Rules, state: State, player: int) -> int:
    place = state.place1 if player == 0 else state.place2
    count = 0
    for square in range(rules.size * rules.size):
        if is_near(rules, place, square) and is_free(rules, state, square):
            count += 1
    return count


def option(rules: Rules, state: State, player: int, k: int) -> int:
    place = state.place1 if player == 0 else state.place2
    count = 0
    for square in range(rules.size * rules.size):
        if is_near(rules, place, square) and is_free(rules, state, square):
            if count == k:
                return square
            count += 1
    return -1


def play(rules: Rules, state: State, first: int, second: int) -> State:
    if state.turn == 1:
        after = State(first, state.place2, state.blocks | 1 << state.place1, 2, 0)
    else:
        after = State(state.place1, second, state.blocks | 1 << state.place2, 1, 0)
    stuck = options(rules, after, after.turn - 1) == 0
    return State(after.place1, after.place2, after.blocks, after.turn, 3 - after.turn if stuck else 0)


def bounds(rules: Rules) -> tuple[State, State]:
    squares = rules.size * rules.size
    return State(0, 0, 0, 1, 0), State(squares - 1, squares - 1, 2**squares - 1, 2, 2)


def actions(rules: Rules) -> int:
    return rules.size * rules.size
