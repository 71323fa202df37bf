"""The rules of Sinking Island. RULES.md explains ruling SI-1.

Move your piece to a neighbouring field. The field that you leave sinks. A player who cannot move loses.
"""

from typing import NamedTuple


class Rules(NamedTuple):  # the parameters, with their defaults
    size: int = 4  # the board has size * size fields


class State(NamedTuple):  # everything that is public between two turns
    place1: int  # fields are numbered row by row from 0
    place2: int
    sunk: int  # the fields that have sunk, one bit each: bit 0 is field 0
    turn: int  # 1 or 2: whose turn it is
    winner: int  # 0 until the game is over, then 1, 2, or 3 for a draw


def limits() -> tuple[Rules, Rules]:  # the range of every parameter
    return Rules(2), Rules(5)  # a 6 by 6 board would not fit in the 32 bits of `sunk`


def start(rules: Rules) -> State:
    return State(0, rules.size * rules.size - 1, 0, 1, 0)


def to_act(rules: Rules, state: State) -> int:  # 0 game over, 1 first player, 2 second, 3 both in secret
    return 0 if state.winner else state.turn


def options(rules: Rules, state: State, player: int) -> int:  # how many actions this player (0 or 1) may choose from
    return targets(rules, state, player).bit_count()


def option(rules: Rules, state: State, player: int, k: int) -> int:  # the k-th of them, in ascending order
    left = targets(rules, state, player)
    for _ in range(k):
        left &= left - 1  # removes the lowest bit
    return (left & -left).bit_length() - 1  # the number of the lowest bit


def play(rules: Rules, state: State, first: int, second: int) -> State:  # ignores the player who is not to act
    place1 = first if state.turn == 1 else state.place1
    place2 = second if state.turn == 2 else state.place2
    left = state.place1 if state.turn == 1 else state.place2
    after = State(place1, place2, state.sunk | 1 << left, 3 - state.turn, 0)
    if targets(rules, after, after.turn - 1) == 0:
        return State(after.place1, after.place2, after.sunk, after.turn, state.turn)
    return after


def targets(rules: Rules, state: State, player: int) -> int:
    """The fields that a player can move to, one bit each."""
    place = state.place1 if player == 0 else state.place2
    row, column = place // rules.size, place % rules.size
    blocked = state.sunk | 1 << state.place1 | 1 << state.place2
    found = 0
    for down in range(-1, 2):
        for right in range(-1, 2):
            if 0 <= row + down < rules.size and 0 <= column + right < rules.size:
                found |= 1 << (row + down) * rules.size + column + right
    return found & ~blocked


def bounds(rules: Rules) -> tuple[State, State]:  # the lowest and highest value of every field
    fields = rules.size * rules.size
    return State(0, 0, 0, 1, 0), State(fields - 1, fields - 1, (1 << fields) - 1, 2, 2)


def actions(rules: Rules) -> int:  # how many action numbers there are, counted from 0
    return rules.size * rules.size
