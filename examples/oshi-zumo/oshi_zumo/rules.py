"""Oshi-Zumo, as OpenSpiel plays it: both players pay for pushing a wrestler off the field.

The higher bid pushes the wrestler one place towards the other player. Both bids are paid.
"""

from typing import NamedTuple


class Rules(NamedTuple):
    coins: int = 50  # of each player at the start
    size: int = 3  # places of the field on each side of the middle
    horizon: int = 1000  # rounds after which the game ends
    min_bid: int = 0


class State(NamedTuple):
    coins1: int
    coins2: int
    wrestler: int  # 0 is the middle; above 0 is the second player's side, which the first player pushes to
    rounds: int
    winner: int  # 0 nobody yet, 1, 2, 3 a draw


def limits() -> tuple[Rules, Rules]:
    return Rules(1, 1, 1, 0), Rules(1_000, 1_000, 1_000, 1_000)


def start(rules: Rules) -> State:
    return State(rules.coins, rules.coins, 0, 0, 0)


def to_act(rules: Rules, state: State) -> int:
    return 0 if state.winner else 3


def options(rules: Rules, state: State, player: int) -> int:
    coins = state.coins1 if player == 0 else state.coins2
    return max(1, coins - rules.min_bid + 1)


def option(rules: Rules, state: State, player: int, k: int) -> int:
    coins = state.coins1 if player == 0 else state.coins2
    return min(coins, k + rules.min_bid)  # a player who cannot afford the least bid bids everything


def play(rules: Rules, state: State, first: int, second: int) -> State:
    wrestler = state.wrestler + (1 if first > second else 0) - (1 if second > first else 0)
    coins1, coins2, rounds = state.coins1 - first, state.coins2 - second, state.rounds + 1
    return State(coins1, coins2, wrestler, rounds, victor(rules, coins1, coins2, wrestler, rounds))


def victor(rules: Rules, coins1: int, coins2: int, wrestler: int, rounds: int) -> int:
    off = wrestler > rules.size or wrestler < -rules.size
    if off or rounds == rules.horizon or max(coins1, coins2) == 0:
        return 1 if wrestler > 0 else 2 if wrestler < 0 else 3
    return 0


def mirror(rules: Rules, state: State) -> State:
    """The state with the seats swapped."""
    winner = (0, 2, 1, 3)[state.winner]
    return State(state.coins2, state.coins1, -state.wrestler, state.rounds, winner)


def bounds(rules: Rules) -> tuple[State, State]:
    edge = rules.size + 1
    return State(0, 0, -edge, 0, 0), State(rules.coins, rules.coins, edge, rules.horizon, 3)


def actions(rules: Rules) -> int:
    """How many action numbers there are."""
    return rules.coins + 1


def most_turns(rules: Rules) -> int:
    """Both may bid nothing for as long as the game lasts."""
    return rules.horizon
