"""The rules of Last Stone. RULES.md explains ruling LS-1.

The players take stones from one pile in turn. The player who takes the last one wins.
"""

from typing import NamedTuple


class Rules(NamedTuple):  # the parameters, with their defaults
    stones: int = 21  # how many stones the pile has
    most: int = 3  # how many a player may take at once


class State(NamedTuple):  # everything that is public between two turns
    stones: int
    turn: int  # 1 or 2: whose turn it is
    winner: int  # 0 until the game is over, then 1, 2, or 3 for a draw


def limits() -> tuple[Rules, Rules]:  # the range of every parameter
    return Rules(1, 1), Rules(1_000, 100)


def start(rules: Rules) -> State:
    return State(rules.stones, 1, 0)


def to_act(rules: Rules, state: State) -> int:  # 0 game over, 1 first player, 2 second, 3 both in secret
    return 0 if state.winner else state.turn


def options(rules: Rules, state: State, player: int) -> int:  # how many actions this player (0 or 1) may choose from
    return min(rules.most, state.stones)


def option(rules: Rules, state: State, player: int, k: int) -> int:  # the k-th of them, in ascending order
    return k + 1


def play(rules: Rules, state: State, first: int, second: int) -> State:  # ignores the player who is not to act
    taken = first if state.turn == 1 else second
    stones = state.stones - taken
    return State(stones, 3 - state.turn, state.turn if stones == 0 else 0)


def bounds(rules: Rules) -> tuple[State, State]:  # the lowest and highest value of every field
    return State(0, 1, 0), State(rules.stones, 2, 2)


def actions(rules: Rules) -> int:  # how many action numbers there are, counted from 0
    return rules.most + 1
