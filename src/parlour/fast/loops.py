"""Loops over games on a processor core. Each takes a range, so that several cores can share the work.

Put together with the rules of a game by `build.py`, like `slots.py`.
"""

from typing import Any

from parlour.fast.names import load, play, shown, start, to_act
from parlour.fast.slots import (
    actors_in_slot,
    begin_slot,
    both_apart,
    draw_slot,
    illegal_actions,
    legal_in_slot,
    step_slot,
)
from parlour.fast.stream import high_key, low_key

both_at_random = both_apart


def random_games(
    rules: Any, seed_low: int, seed_high: int, first: int, last: int, max_turns: int, outcomes: Any, lengths: Any
) -> int:
    """Plays games `first` to `last` - 1; counts outcomes (by winner, 0 unfinished) and lengths; returns decisions."""
    decisions = 0
    longest = lengths.shape[0] - 1
    for number in range(first, last):
        low = low_key(seed_low, number)
        high = high_key(seed_high, number, low)
        state = start(rules)
        actor = to_act(rules, state)
        turn = 0
        while actor and turn < max_turns:
            one, two = both_at_random(rules, state, actor, low, high, turn)
            decisions += 2 if actor == 3 else 1
            state = play(rules, state, one, two)
            actor = to_act(rules, state)
            turn += 1
        outcomes[state.winner] += 1
        lengths[min(turn, longest)] += 1
    return decisions


def begin_slots(rules: Any, first: int, last: int, table: Any, turns: Any) -> None:
    for k in range(first, last):
        begin_slot(rules, table, turns, k)


def draw_slots(
    rules: Any,
    first: int,
    last: int,
    table: Any,
    turns: Any,
    restarts: Any,
    seed_low: int,
    seed_high: int,
    actions: Any,
) -> None:
    for k in range(first, last):
        draw_slot(rules, table, turns, restarts, seed_low, seed_high, actions, k)


def first_illegal(rules: Any, first: int, last: int, table: Any, actions: Any) -> int:
    """The first slot with an action that is not allowed; -1 if there is none."""
    for k in range(first, last):
        if illegal_actions(rules, load(table, k), actions, k):
            return k
    return -1


def step_slots(
    rules: Any,
    first: int,
    last: int,
    table: Any,
    turns: Any,
    restarts: Any,
    actions: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    max_turns: int,
    restart: bool,
    check: bool,
) -> None:
    for k in range(first, last):
        step_slot(rules, table, turns, restarts, actions, rewards, terminated, truncated, max_turns, restart, check, k)


def actors_in_slots(rules: Any, first: int, last: int, table: Any, actors: Any) -> None:
    for k in range(first, last):
        actors[k] = actors_in_slot(rules, table, k)


def legal_in_slots(rules: Any, first: int, last: int, table: Any, legal: Any) -> None:
    for k in range(first, last):
        legal_in_slot(rules, table, legal, k)


def show_slots(rules: Any, first: int, last: int, table: Any, observation: Any) -> None:
    """The states as they lie open on the table, one row a game."""
    for k in range(first, last):
        state = shown(rules, load(table, k))
        for field in range(len(state)):
            observation[k, field] = state[field]
