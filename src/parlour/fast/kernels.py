"""The loops of `loops.py` as kernels: a thread a game. Put together with the rules of a game by `build.py`."""

from typing import Any

from parlour.fast.duels import duel_slot, is_unfit, open_slot
from parlour.fast.names import cuda, int32, int64, load, must_wait, play, shown, start, to_act
from parlour.fast.slots import (
    actors_in_slot,
    begin_slot,
    both_together,
    draw_slot,
    illegal_actions,
    legal_in_slot,
    step_slot,
)
from parlour.fast.stream import game_number, games_left, high_key, low_key

LENGTHS = 1001  # as in random_games.py: places for lengths, the last for all that are longer
OUTCOMES = 4  # by the number of the winner: nobody, 1, 2, a draw
both_at_random = both_together


def random_games(
    rules: Any,
    seed_low: int,
    seed_high: int,
    first: int,
    last: int,
    max_turns: int,
    outcomes: Any,
    lengths: Any,
    decisions: Any,
) -> None:
    """Each thread plays every so-manieth game, in one loop, so that no thread waits for another's longer game.

    Threads of a warp wait for every branch that one of them takes. Where some are in a secret round and others are not,
    those in one hold back until there are enough of them (`must_wait`); that changes when a game is played, not how.
    """
    counted = cuda.shared.array((LENGTHS, OUTCOMES), int32)
    for place in range(cuda.threadIdx.x, LENGTHS, cuda.blockDim.x):
        for outcome in range(OUTCOMES):
            counted[place, outcome] = 0
    cuda.syncthreads()

    made = 0
    number = game_number(cuda.grid(1), 1, first)
    left = int32(games_left(number, last, cuda.gridsize(1)))
    low = low_key(seed_low, number)
    high = high_key(seed_high, number, low)
    state = start(rules)
    turn = 0
    while left > 0:
        actor = to_act(rules, state)
        if not must_wait(actor == 3):
            one, two = both_at_random(rules, state, actor, low, high, turn)
            made += 2 if actor == 3 else 1
            state = play(rules, state, one, two)
            turn += 1
        if state.winner or turn >= max_turns:
            cuda.atomic.add(counted, (min(turn, LENGTHS - 1), state.winner), 1)
            left -= 1
            number = game_number(number, 1, cuda.gridsize(1))
            low = low_key(seed_low, number)
            high = high_key(seed_high, number, low)
            state = start(rules)
            turn = 0

    cuda.atomic.add(decisions, 0, int64(made))
    cuda.syncthreads()
    for place in range(cuda.threadIdx.x, LENGTHS, cuda.blockDim.x):
        for outcome in range(OUTCOMES):
            if counted[place, outcome]:
                cuda.atomic.add(lengths, place, int64(counted[place, outcome]))
                cuda.atomic.add(outcomes, outcome, int64(counted[place, outcome]))


def begin_slots(rules: Any, table: Any, turns: Any) -> None:
    k = cuda.grid(1)
    if k < table.shape[0]:
        begin_slot(rules, table, turns, k)


def draw_slots(rules: Any, table: Any, turns: Any, restarts: Any, seed_low: int, seed_high: int, actions: Any) -> None:
    k = cuda.grid(1)
    if k < table.shape[0]:
        draw_slot(rules, table, turns, restarts, seed_low, seed_high, actions, k)


def first_illegal(rules: Any, table: Any, actions: Any, found: Any) -> None:
    """The first slot with an action that is not allowed, if it comes before what was found."""
    k = cuda.grid(1)
    if k < table.shape[0] and illegal_actions(rules, load(table, k), actions, k):
        cuda.atomic.min(found, 0, k)


def step_slots(
    rules: Any,
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
    k = cuda.grid(1)
    if k < table.shape[0]:
        step_slot(rules, table, turns, restarts, actions, rewards, terminated, truncated, max_turns, restart, check, k)


def actors_in_slots(rules: Any, table: Any, actors: Any) -> None:
    k = cuda.grid(1)
    if k < table.shape[0]:
        actors[k] = actors_in_slot(rules, table, k)


def legal_in_slots(rules: Any, table: Any, legal: Any) -> None:
    k = cuda.grid(1)
    if k < table.shape[0]:
        legal_in_slot(rules, table, legal, k)


def show_slots(rules: Any, table: Any, observation: Any) -> None:
    k = cuda.grid(1)
    if k < table.shape[0]:
        state = shown(rules, load(table, k))
        for field in range(len(state)):
            observation[k, field] = state[field]


def open_slots(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    chosen: Any,
    again: bool,
    seed_low: int,
    seed_high: int,
    seat: int,
    max_turns: int,
    seen: Any,
    mask: Any,
) -> None:
    k = cuda.grid(1)
    if k < table.shape[0]:
        open_slot(
            rules, table, turns, restarts, over, chosen, again, seed_low, seed_high, seat, max_turns, seen, mask, k
        )


def first_unfit(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    actions: Any,
    kinds: int,
    seat: int,
    max_turns: int,
    found: Any,
) -> None:
    k = cuda.grid(1)
    if k < table.shape[0] and is_unfit(rules, table, turns, restarts, over, actions, kinds, seat, max_turns, k):
        cuda.atomic.min(found, 0, k)


def duel_slots(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
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
    k = cuda.grid(1)
    if k < table.shape[0]:
        duel_slot(
            rules,
            table,
            turns,
            restarts,
            over,
            actions,
            seed_low,
            seed_high,
            seat,
            max_turns,
            at_once,
            rewards,
            terminated,
            truncated,
            final,
            seen,
            mask,
            k,
        )
