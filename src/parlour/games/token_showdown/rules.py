"""Token Showdown: secret bids, one victory point to the higher, first to five.

Rulings TS-1 to TS-4 settle what the rulebook leaves open; RULES.md explains them.
"""

from typing import NamedTuple


class Rules(NamedTuple):
    tokens: int = 100  # TS-4: in each purse at the start
    points: int = 5  # TS-4: victory points that win


class State(NamedTuple):
    tokens1: int
    tokens2: int
    points1: int
    points2: int
    winner: int  # 0 none yet, 1, 2, 3 a draw


def limits() -> tuple[Rules, Rules]:
    """The least and the greatest value of every parameter; a table of 10,000 by 10,000 bids still fits in memory."""
    return Rules(1, 1), Rules(10_000, 10_000)


def start(rules: Rules) -> State:
    return State(rules.tokens, rules.tokens, 0, 0, 0)


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else 3


def options(rules: Rules, state: State, player: int) -> int:
    return state.tokens1 if player == 0 else state.tokens2


def option(rules: Rules, state: State, player: int, k: int) -> int:
    return k + 1  # a bid is at least one token


def play(rules: Rules, state: State, first: int, second: int) -> State:
    tokens1 = state.tokens1 - first
    tokens2 = state.tokens2 - second
    points1 = state.points1 + (1 if first > second else 0)
    points2 = state.points2 + (1 if second > first else 0)
    return State(tokens1, tokens2, points1, points2, victor(rules, tokens1, tokens2, points1, points2))


def mirror(rules: Rules, state: State) -> State:
    """The state with the seats swapped."""
    winner = (0, 2, 1, 3)[state.winner]
    return State(state.tokens2, state.tokens1, state.points2, state.points1, winner)


def victor(rules: Rules, tokens1: int, tokens2: int, points1: int, points2: int) -> int:
    # TS-1: victory points count before empty purses.
    # TS-3: only one player scores in a round, so both cannot reach the target together.
    if points1 >= rules.points:
        return 1
    if points2 >= rules.points:
        return 2
    if tokens1 == 0 and tokens2 == 0:  # TS-2
        if points1 == points2:
            return 3
        return 1 if points1 > points2 else 2
    if tokens1 == 0:
        return 2
    if tokens2 == 0:
        return 1
    return 0


def bounds(rules: Rules) -> tuple[State, State]:
    points = min(rules.points, rules.tokens // 2)  # a winning bid is at least two tokens
    return State(0, 0, 0, 0, 0), State(rules.tokens, rules.tokens, points, points, 3)


def actions(rules: Rules) -> int:
    """How many action numbers there are."""
    return rules.tokens + 1


def most_turns(rules: Rules) -> int:
    """The length of the longest game: both bid one token in every round."""
    return rules.tokens
