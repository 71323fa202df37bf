"""Token Tactics: fortify or attack, turn by turn, until a reserve is empty.

Rulings TT-1 to TT-5 settle what the rulebook leaves open; RULES.md explains them.
"""

from typing import NamedTuple

FORTIFY, ATTACK = 0, 1  # the two actions of a turn
DEFENDER, ATTACKER, DRAW = 0, 1, 2  # TT-3: who wins when a battle leaves both reserves empty


class Rules(NamedTuple):
    start: int = 10  # TT-5: tokens in each reserve at the start
    cap: int = 15  # TT-5: a reserve this full cannot be fortified
    both_empty: int = DEFENDER  # TT-3


class State(NamedTuple):
    reserve1: int
    reserve2: int
    turn: int  # 1 or 2: whose turn it is; in a battle, who attacks
    battle: int  # 1 while both players commit tokens in secret
    winner: int  # 0 none yet, 1, 2, 3 a draw


def limits() -> tuple[Rules, Rules]:
    """The least and the greatest value of every parameter; a table of 10,000 by 10,000 bids still fits in memory."""
    return Rules(1, 1, DEFENDER), Rules(10_000, 10_000, DRAW)


def start(rules: Rules) -> State:
    return State(rules.start, rules.start, 1, 0, 0)


def to_act(rules: Rules, state: State) -> int:
    if state.winner:
        return 0
    if state.battle:
        return 3  # the attack is public, the two commitments are secret
    return state.turn


def options(rules: Rules, state: State, player: int) -> int:
    reserve = state.reserve1 if player == 0 else state.reserve2
    if state.battle:
        attacks = state.turn == player + 1
        return reserve if attacks else reserve + 1  # an attack commits at least one token, a defence may commit none
    return 2 if reserve < rules.cap else 1  # TT-4


def option(rules: Rules, state: State, player: int, k: int) -> int:
    if state.battle:
        attacks = state.turn == player + 1
        return k + 1 if attacks else k
    reserve = state.reserve1 if player == 0 else state.reserve2
    return k if reserve < rules.cap else ATTACK  # TT-4: a full reserve must attack


def play(rules: Rules, state: State, first: int, second: int) -> State:
    if state.battle:
        return battle(rules, state, first, second)
    action = first if state.turn == 1 else second
    if action == ATTACK:
        return State(state.reserve1, state.reserve2, state.turn, 1, 0)
    if state.turn == 1:
        return State(state.reserve1 + 1, state.reserve2, 2, 0, 0)
    return State(state.reserve1, state.reserve2 + 1, 1, 0, 0)


def battle(rules: Rules, state: State, commit1: int, commit2: int) -> State:
    """Both commitments are spent; the difference passes from the loser of the battle to its winner."""
    difference = commit1 - commit2  # what player 1 gains; if negative, player 2 does; TT-2: nothing on a tie
    # TT-1: the winner gains the full difference, the loser pays it down to zero.
    reserve1 = max(0, state.reserve1 - commit1 + difference)
    reserve2 = max(0, state.reserve2 - commit2 - difference)
    return State(reserve1, reserve2, 3 - state.turn, 0, victor(rules, state.turn, reserve1, reserve2))


def victor(rules: Rules, attacker: int, reserve1: int, reserve2: int) -> int:
    if reserve1 == 0 and reserve2 == 0:  # TT-3: only a tie can do this, and the defender wins ties
        if rules.both_empty == DRAW:
            return 3
        return attacker if rules.both_empty == ATTACKER else 3 - attacker
    if reserve1 == 0:
        return 2
    if reserve2 == 0:
        return 1
    return 0


def bounds(rules: Rules) -> tuple[State, State]:
    # No reserve grows in a battle: the winner gains no more than it committed.
    most = max(rules.start, rules.cap)
    return State(0, 0, 1, 0, 0), State(most, most, 2, 1, 3)


def actions(rules: Rules) -> int:
    """How many action numbers there are."""
    return max(rules.start, rules.cap, ATTACK) + 1  # amounts are the larger numbers
