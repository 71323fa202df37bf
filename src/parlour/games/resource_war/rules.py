"""Resource War: secret bids, the higher gains the difference, first to seven resource points.

Rulings RW-1 to RW-4 settle what the rulebook leaves open; RULES.md explains them.
"""

from typing import NamedTuple

HIDDEN = -1  # RW-4: shown in place of hidden resource points


class Rules(NamedTuple):
    points: int = 10  # RW-4: bidding points of each player at the start
    target: int = 7  # RW-4: resource points that win
    stall: int = 3  # RW-3: rounds of 0 against 0 in a row that end the game; 0 = never
    hidden: int = 0  # RW-4: 1 = resource points are hidden until the game ends


class State(NamedTuple):
    bidding1: int
    bidding2: int
    resource1: int
    resource2: int
    rounds_won1: int
    rounds_won2: int
    last_won: int  # who won the last decided round: 0 none yet, 1, 2
    stalled: int  # how many rounds in a row both players bid 0
    winner: int  # 0 none yet, 1, 2, 3 a draw


def limits() -> tuple[Rules, Rules]:
    """The least and the greatest value of every parameter; a table of 10,000 by 10,000 bids still fits in memory."""
    return Rules(1, 1, 0, 0), Rules(10_000, 10_000, 10_000, 1)


def start(rules: Rules) -> State:
    return State(rules.points, rules.points, 0, 0, 0, 0, 0, 0, 0)


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else 3


def options(rules: Rules, state: State, player: int) -> int:
    return (state.bidding1 if player == 0 else state.bidding2) + 1


def option(rules: Rules, state: State, player: int, k: int) -> int:
    return k  # a bid of 0 is always legal


def play(rules: Rules, state: State, first: int, second: int) -> State:
    bidding1 = state.bidding1 - first
    bidding2 = state.bidding2 - second
    resource1 = state.resource1 + max(0, first - second)
    resource2 = state.resource2 + max(0, second - first)
    rounds_won1 = state.rounds_won1 + (1 if first > second else 0)
    rounds_won2 = state.rounds_won2 + (1 if second > first else 0)
    last_won = state.last_won
    if first != second:
        last_won = 1 if first > second else 2
    stalled = 0
    if rules.stall > 0 and first == 0 and second == 0:  # RW-3
        stalled = state.stalled + 1

    winner = 0
    if resource1 >= rules.target:
        winner = 1
    elif resource2 >= rules.target:
        winner = 2
    elif (bidding1 == 0 and bidding2 == 0) or (rules.stall > 0 and stalled == rules.stall):
        winner = settle(
            resource1 - resource2,
            rounds_won1 - rounds_won2,
            state.bidding1 - state.bidding2,  # held before the last bid
            last_won,
        )
    return State(bidding1, bidding2, resource1, resource2, rounds_won1, rounds_won2, last_won, stalled, winner)


def settle(resource_lead: int, rounds_lead: int, bidding_lead: int, last_won: int) -> int:
    """RW-1: the first lead that is not zero decides. Leads are player 1's over player 2.

    From an equal start the lead in bidding points never changes the result: with level resource points, both players
    spend the same in all, so the one who holds more before the last bid also wins that round.
    """
    if resource_lead != 0:
        return 1 if resource_lead > 0 else 2
    if rounds_lead != 0:
        return 1 if rounds_lead > 0 else 2
    if bidding_lead != 0:
        return 1 if bidding_lead > 0 else 2
    return last_won if last_won else 3  # RW-2


def mirror(rules: Rules, state: State) -> State:
    """The state with the seats swapped."""
    return State(
        state.bidding2,
        state.bidding1,
        state.resource2,
        state.resource1,
        state.rounds_won2,
        state.rounds_won1,
        (0, 2, 1)[state.last_won],
        state.stalled,
        (0, 2, 1, 3)[state.winner],
    )


def shown(rules: Rules, state: State) -> State:
    """The state as players see it: with `hidden`, without resource points until the end (RW-4)."""
    if rules.hidden == 0 or state.winner:
        return state
    return State(
        state.bidding1,
        state.bidding2,
        HIDDEN,
        HIDDEN,
        state.rounds_won1,
        state.rounds_won2,
        state.last_won,
        state.stalled,
        state.winner,
    )


def bounds(rules: Rules) -> tuple[State, State]:
    points = rules.points  # no player gains more than the bidding points they spent
    rounds = min(rules.points, rules.target)  # every round won gains at least one point
    return State(0, 0, 0, 0, 0, 0, 0, 0, 0), State(points, points, points, points, rounds, rounds, 2, rules.stall, 3)


def actions(rules: Rules) -> int:
    """How many action numbers there are."""
    return rules.points + 1


def most_turns(rules: Rules) -> int:
    """The length of the longest game; 0 if both may bid 0 forever (RW-3).

    The longest game has `stall` - 1 rounds of 0 against 0 before every other round. In those others, neither player
    bids more than 1. Each player wins as many of them as possible without deciding the game; the rest are ties.
    """
    return rules.stall * (rules.points + min(rules.points, rules.target - 1))
