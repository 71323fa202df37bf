"""Color Capture: take tokens from either end of a row until one colour is yours.

Rulings CC-1 to CC-4 settle what the rulebook leaves open; RULES.md explains them.
"""

from typing import NamedTuple

RED, BLUE, GREEN = 0, 1, 2  # the order in which the row repeats them
LEFT, RIGHT = 0, 1  # the two actions


class Rules(NamedTuple):
    repeats: int = 5  # CC-4: how many times each colour appears in the row


class State(NamedTuple):
    taken_left: int  # how many tokens were taken from the left end
    remaining: int  # how many tokens are left in the row
    red1: int  # the collection of player 1 ...
    blue1: int
    green1: int
    red2: int  # ... and of player 2
    blue2: int
    green2: int
    turn: int  # 1 or 2
    winner: int  # 0 none yet, 1, 2, 3 a draw


def limits() -> tuple[Rules, Rules]:
    """The least and the greatest value of every parameter; a row of 300 tokens still fits on a screen."""
    return Rules(1), Rules(100)


def start(rules: Rules) -> State:
    return State(0, 3 * rules.repeats, 0, 0, 0, 0, 0, 0, 1, 0)


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else state.turn


def options(rules: Rules, state: State, player: int) -> int:
    return 2 if state.remaining > 1 else 1  # the last token is at both ends: it is taken from the left


def option(rules: Rules, state: State, player: int, k: int) -> int:
    return k


def play(rules: Rules, state: State, first: int, second: int) -> State:
    action = first if state.turn == 1 else second
    color = color_at(state, 1 if action == LEFT else state.remaining)
    red = 1 if color == RED else 0
    blue = 1 if color == BLUE else 0
    green = 1 if color == GREEN else 0
    taken_left = state.taken_left + (1 if action == LEFT else 0)
    remaining = state.remaining - 1
    if state.turn == 1:
        red1, blue1, green1 = state.red1 + red, state.blue1 + blue, state.green1 + green
        red2, blue2, green2 = state.red2, state.blue2, state.green2
        captured = majority(rules, red1, blue1, green1)
    else:
        red1, blue1, green1 = state.red1, state.blue1, state.green1
        red2, blue2, green2 = state.red2 + red, state.blue2 + blue, state.green2 + green
        captured = majority(rules, red2, blue2, green2)
    winner = 0
    if captured:
        winner = state.turn  # CC-1: the first majority wins at once
    elif remaining == 0:
        winner = tie_break(red1, blue1, green1, red2, blue2, green2)
    return State(taken_left, remaining, red1, blue1, green1, red2, blue2, green2, 3 - state.turn, winner)


def color_at(state: State, position: int) -> int:
    """The colour at a position of the remaining row, counted from 1 (CC-2)."""
    return (state.taken_left + position - 1) % 3


def majority(rules: Rules, red: int, blue: int, green: int) -> bool:
    """Whether a collection holds more than half of the tokens of one colour."""
    return 2 * max(red, blue, green) > rules.repeats


def tie_break(red1: int, blue1: int, green1: int, red2: int, blue2: int, green2: int) -> int:
    """CC-3: most tokens, then the highest single colour, then the second highest, then a draw.

    In play it is always a draw: if the row runs out without a majority, both players have half of every colour.
    """
    total1 = red1 + blue1 + green1
    total2 = red2 + blue2 + green2
    highest1 = max(red1, blue1, green1)
    highest2 = max(red2, blue2, green2)
    second1 = total1 - highest1 - min(red1, blue1, green1)
    second2 = total2 - highest2 - min(red2, blue2, green2)
    if total1 != total2:
        return 1 if total1 > total2 else 2
    if highest1 != highest2:
        return 1 if highest1 > highest2 else 2
    if second1 != second2:
        return 1 if second1 > second2 else 2
    return 3


def bounds(rules: Rules) -> tuple[State, State]:
    row = 3 * rules.repeats
    most = rules.repeats // 2 + 1  # a majority ends the game, so neither player holds more
    return State(0, 0, 0, 0, 0, 0, 0, 0, 1, 0), State(row, row, most, most, most, most, most, most, 2, 3)


def actions(rules: Rules) -> int:
    """How many action numbers there are."""
    return 2


def most_turns(rules: Rules) -> int:
    """The length of the longest game: both get half of each colour, rounded down, and one more if `repeats` is odd."""
    return 6 * (rules.repeats // 2) + rules.repeats % 2
