"""The loops of duels on a processor core, a block of games at a time. Several cores can share a range.

Put together with the rules of a game by `build.py`, like `lanes.py`.
"""

from typing import Any

import numpy as np

from parlour.fast.lanes import (
    COLUMNS,
    DUE,
    FATE,
    REFUSED,
    REWARD,
    TERMINATED,
    TRUNCATED,
    answer,
    begin,
    decide,
    give,
    give_games,
    hand_out_keys,
    judge,
    offer,
    seat_players,
    settle,
    show,
    take,
    take_actions,
    take_games,
)
from parlour.fast.names import FIELDS, LANES, rules_from


def open_slots(
    numbers: Any,
    first: int,
    last: int,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    allowed: Any,
    chosen: Any,
    again: bool,
    seed_low: int,
    seed_high: int,
    seat: int,
    max_turns: int,
    seen: Any,
    mask: Any,
) -> None:
    """A new game where one was asked for, the slot's next one or its first; in every slot, what is seen."""
    rules = rules_from(numbers)
    columns, spare = np.empty(COLUMNS * LANES, np.int32), np.empty(FIELDS * LANES, np.int32)
    short = np.empty(2 * LANES, np.int8)
    for at in range(first, last, LANES):
        count = min(LANES, last - at)
        take_games(columns, table, turns, restarts, over, allowed, at, count)
        take(columns, DUE, chosen, at, count)
        begin(rules, columns, 1 if again else 0, count)
        seat_players(columns, seat, count)
        hand_out_keys(columns, seed_low, seed_high, over.shape[0], at, count)
        answer(rules, columns, max_turns, count)
        show(rules, columns, spare, seen, at, count)
        offer(rules, columns, short, mask, at, count)
        give_games(columns, table, turns, restarts, over, allowed, at, count)


def first_unfit(
    numbers: Any,
    first: int,
    last: int,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    allowed: Any,
    actions: Any,
    kinds: int,
    seat: int,
    max_turns: int,
) -> int:
    """The first slot where our player's action is not allowed; -1 if there is none."""
    rules = rules_from(numbers)
    columns = np.empty(COLUMNS * LANES, np.int32)
    for at in range(first, last, LANES):
        count = min(LANES, last - at)
        take_games(columns, table, turns, restarts, over, allowed, at, count)
        take(columns, DUE, over, at, count)
        take_actions(columns, actions, kinds, at, count)
        seat_players(columns, seat, count)
        if judge(rules, columns, kinds, max_turns, count):
            for i in range(count):
                if columns[FATE * LANES + i] == REFUSED:
                    return at + i
    return -1


def duel_slots(
    numbers: Any,
    first: int,
    last: int,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    allowed: Any,
    actions: Any,
    seed_low: int,
    seed_high: int,
    seat: int,
    max_turns: int,
    at_once: bool,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    final: Any,
    seen: Any,
    mask: Any,
) -> None:
    """Plays our player's actions and what the other answers. An action that is not allowed forfeits the game.

    A game that was over before is replaced instead, by one whose reward is 0; with `at_once`, a game that ends now is.
    """
    rules = rules_from(numbers)
    columns, spare = np.empty(COLUMNS * LANES, np.int32), np.empty(FIELDS * LANES, np.int32)
    short = np.empty(2 * LANES, np.int8)
    for at in range(first, last, LANES):
        count = min(LANES, last - at)
        take_games(columns, table, turns, restarts, over, allowed, at, count)
        take(columns, DUE, over, at, count)
        take_actions(columns, actions, mask.shape[0], at, count)
        begin(rules, columns, 1, count)
        seat_players(columns, seat, count)
        hand_out_keys(columns, seed_low, seed_high, over.shape[0], at, count)
        judge(rules, columns, mask.shape[0], max_turns, count)
        decide(rules, columns, count)
        answer(rules, columns, max_turns, count)
        ended = settle(columns, max_turns, count)
        give(columns, REWARD, rewards, at, count)
        give(columns, TERMINATED, terminated, at, count)
        give(columns, TRUNCATED, truncated, at, count)
        if at_once:
            show(rules, columns, spare, final, at, count)
        if at_once and ended:
            begin(rules, columns, 1, count)
            seat_players(columns, seat, count)
            hand_out_keys(columns, seed_low, seed_high, over.shape[0], at, count)
            answer(rules, columns, max_turns, count)
        show(rules, columns, spare, seen, at, count)
        offer(rules, columns, short, mask, at, count)
        give_games(columns, table, turns, restarts, over, allowed, at, count)
