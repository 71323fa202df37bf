"""Tower Siege: two heroes race to the far tower and fight with secret cards where they meet.

Rulings SG-1 to SG-6 settle what the rulebook leaves open; RULES.md explains them.
"""

from typing import NamedTuple

REST = 0  # any other action of a turn is the number of positions to move


class Rules(NamedTuple):
    tower: int = 10  # SG-6: the position that wins
    stride: int = 3  # SG-6: the longest move
    cards: int = 5  # SG-6: battle cards 1 to this


class State(NamedTuple):
    position1: int  # SG-1: both heroes share one track, but each has its own base at 0
    position2: int
    hand1: int  # one bit per card: bit 0 is card 1, bit 1 is card 2, ...
    hand2: int
    turn: int  # 1 or 2: whose turn it is; in a battle, who moved into it
    battle: int  # 1 while both players choose a card in secret
    winner: int  # 0 none yet, 1, 2


def limits() -> tuple[Rules, Rules]:
    """The least and the greatest value of every parameter; two hands of 20 cards already have 2**40 combinations."""
    return Rules(1, 1, 1), Rules(1_000, 1_000, 20)


def start(rules: Rules) -> State:
    return State(0, 0, full_hand(rules), full_hand(rules), 1, 0, 0)


def to_act(rules: Rules, state: State) -> int:
    if state.winner:
        return 0
    if state.battle:
        return 3
    return state.turn


def options(rules: Rules, state: State, player: int) -> int:
    if state.battle:
        return max(1, hand_size(state.hand1 if player == 0 else state.hand2))  # SG-3
    position = state.position1 if player == 0 else state.position2
    moves = min(rules.stride, rules.tower - position)  # SG-2
    return moves + 1 if position == 0 else moves  # SG-4: at base a rest is always allowed


def option(rules: Rules, state: State, player: int, k: int) -> int:
    if state.battle:
        return card(state.hand1 if player == 0 else state.hand2, k)
    position = state.position1 if player == 0 else state.position2
    return k if position == 0 else k + 1


def play(rules: Rules, state: State, first: int, second: int) -> State:
    if state.battle:
        return battle(state, first, second)
    action = first if state.turn == 1 else second
    if action == REST:
        return rest(rules, state)
    return move(rules, state, action)


def move(rules: Rules, state: State, steps: int) -> State:
    position1 = state.position1 + (steps if state.turn == 1 else 0)
    position2 = state.position2 + (steps if state.turn == 2 else 0)
    if position1 == rules.tower or position2 == rules.tower:
        return State(position1, position2, state.hand1, state.hand2, 3 - state.turn, 0, state.turn)
    if position1 == position2:  # SG-1; SG-5: passing the other hero is no battle
        return State(position1, position2, state.hand1, state.hand2, state.turn, 1, 0)
    return State(position1, position2, state.hand1, state.hand2, 3 - state.turn, 0, 0)


def battle(state: State, card1: int, card2: int) -> State:
    """The hero with the higher card stays, the other returns to base, on a tie both do. Used cards are discarded."""
    position1 = state.position1 if card1 > card2 else 0
    position2 = state.position2 if card2 > card1 else 0
    hand1 = discard(state.hand1, card1)
    hand2 = discard(state.hand2, card2)
    return State(position1, position2, hand1, hand2, 3 - state.turn, 0, 0)


def rest(rules: Rules, state: State) -> State:
    hand1 = full_hand(rules) if state.turn == 1 else state.hand1
    hand2 = full_hand(rules) if state.turn == 2 else state.hand2
    return State(state.position1, state.position2, hand1, hand2, 3 - state.turn, 0, 0)


def full_hand(rules: Rules) -> int:
    return (1 << rules.cards) - 1


def hand_size(hand: int) -> int:
    return hand.bit_count()


def card(hand: int, k: int) -> int:
    """The k-th card of a hand, lowest first; strength 0 if the hand is empty (SG-3)."""
    # A binary search. Looking at one strength after another makes random games 18 % slower on a GPU, and discarding the
    # k lowest cards 19 % slower on a CPU.
    weaker = 0  # how many strengths are below the card
    for half in (16, 8, 4, 2, 1):
        if hand_size(hand & ((1 << (weaker + half)) - 1)) <= k:
            weaker += half
    return weaker + 1 if hand else 0


def discard(hand: int, strength: int) -> int:
    return hand & ~((1 << strength) >> 1)  # SG-3: strength 0 is no card and discards nothing


def bounds(rules: Rules) -> tuple[State, State]:
    hand = full_hand(rules)
    return State(0, 0, 0, 0, 1, 0, 0), State(rules.tower, rules.tower, hand, hand, 2, 1, 2)


def actions(rules: Rules) -> int:
    """How many action numbers there are."""
    return max(rules.stride, rules.cards) + 1  # moves and cards share the numbers
