"""Goofspiel, with the prizes in a known order, as OpenSpiel plays it with full information.

Both players bid a card for the prize of the round. The higher card wins its points; equal cards win nothing.
"""

from typing import NamedTuple


class Rules(NamedTuple):
    cards: int = 13  # in each hand, and prizes
    ascending: int = 0  # 1: the lowest prize comes first; 0: the highest


class State(NamedTuple):
    hand1: int  # one bit per card: bit 0 is card 1, bit 1 is card 2, ...
    hand2: int
    points1: int
    points2: int
    winner: int  # 0 nobody yet, 1, 2, 3 a draw


def limits() -> tuple[Rules, Rules]:
    """The range of every parameter. The last card is played by itself, so there are at least two."""
    return Rules(2, 0), Rules(30, 1)


def start(rules: Rules) -> State:
    full = (1 << rules.cards) - 1
    return State(full, full, 0, 0, 0)


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else 3


def options(rules: Rules, state: State, player: int) -> int:
    return (state.hand1 if player == 0 else state.hand2).bit_count()


def option(rules: Rules, state: State, player: int, k: int) -> int:
    """Action 0 is card 1, as in OpenSpiel."""
    hand = state.hand1 if player == 0 else state.hand2
    lower, step = 0, 16  # a binary search for the place with k cards below it; a hand has at most 30
    while step:
        if (hand & ((1 << (lower + step)) - 1)).bit_count() <= k:
            lower += step
        step //= 2
    return lower


def play(rules: Rules, state: State, first: int, second: int) -> State:
    after = bid(rules, state, first, second)
    if after.hand1 & (after.hand1 - 1) == 0:  # the last cards are played by themselves
        after = bid(rules, after, option(rules, after, 0, 0), option(rules, after, 1, 0))
        winner = 1 if after.points1 > after.points2 else 2 if after.points2 > after.points1 else 3
        return State(after.hand1, after.hand2, after.points1, after.points2, winner)
    return after


def bid(rules: Rules, state: State, first: int, second: int) -> State:
    left = state.hand1.bit_count()
    prize = rules.cards - left + 1 if rules.ascending else left
    return State(
        state.hand1 & ~(1 << first),
        state.hand2 & ~(1 << second),
        state.points1 + (prize if first > second else 0),
        state.points2 + (prize if second > first else 0),
        0,
    )


def mirror(rules: Rules, state: State) -> State:
    """The state with the seats swapped."""
    winner = (0, 2, 1, 3)[state.winner]
    return State(state.hand2, state.hand1, state.points2, state.points1, winner)


def bounds(rules: Rules) -> tuple[State, State]:
    full, total = (1 << rules.cards) - 1, rules.cards * (rules.cards + 1) // 2
    return State(0, 0, 0, 0, 0), State(full, full, total, total, 3)


def actions(rules: Rules) -> int:
    """How many action numbers there are."""
    return rules.cards


def most_turns(rules: Rules) -> int:
    """The length of every game: the last card needs no choice."""
    return rules.cards - 1
