"""The work of a `Batch` in slot k. `fast/rewrite.py` makes a loop over all slots from each function `..._slot`."""

from typing import Any

from parlour.fast.kernels.stubs import State, both_at_random, load, play, shown, start, store, to_act, whole
from parlour.fast.kernels.turn import is_legal, mark_legal, reward, slot_key, verdict


def begin_slot(rules: Any, table: Any, turns: Any, starts: Any, k: int) -> None:
    """Begins a game: in the slot's row of `starts`, or at the start if that has no rows."""
    store(table, k, load(starts, k) if starts.shape[0] else start(rules))
    turns[k] = 0


def draw_slot(
    rules: Any, table: Any, turns: Any, restarts: Any, seed_low: int, seed_high: int, actions: Any, k: int
) -> None:
    """Random actions for both players; 0 for one who is not to act."""
    state = load(table, k)
    actor = to_act(rules, state)
    key = slot_key(restarts, seed_low, seed_high, k)
    first, second = both_at_random(rules, state, actor, key, whole(turns[k])) if actor else (0, 0)
    actions[k, 0] = first if actor & 1 else 0
    actions[k, 1] = second if actor & 2 else 0


def who_is_wrong(rules: Any, state: State, first: int, second: int) -> int:
    """Who chose an illegal action: 0 neither player, 1, 2, 3 both."""
    actor = to_act(rules, state)
    wrong = 0
    if actor & 1 and not is_legal(rules, state, 0, first):
        wrong = 1
    if actor & 2 and not is_legal(rules, state, 1, second):
        wrong += 2
    return wrong


def illegal_slot(rules: Any, table: Any, actions: Any, k: int) -> bool:
    return who_is_wrong(rules, load(table, k), whole(actions[k, 0]), whole(actions[k, 1])) != 0


def step_slot(
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
    k: int,
) -> None:
    """Plays the actions. With `check`, an illegal one forfeits. With `restart`, a finished game is replaced."""
    state = load(table, k)
    winner = 0
    cut_off = False
    if to_act(rules, state):
        first, second = whole(actions[k, 0]), whole(actions[k, 1])
        wrong = who_is_wrong(rules, state, first, second) if check else 0
        turns[k] += 1
        if not wrong:
            state = play(rules, state, first, second)
        winner, cut_off = verdict(state.winner, wrong, whole(turns[k]), max_turns)
    rewards[k, 0] = reward(winner, 0)
    rewards[k, 1] = reward(winner, 1)
    terminated[k] = winner != 0
    truncated[k] = cut_off
    if restart and (winner or cut_off):
        state = start(rules)
        turns[k] = 0
        restarts[k] += 1
    store(table, k, state)


def actors_slot(rules: Any, table: Any, actors: Any, k: int) -> None:
    actors[k] = to_act(rules, load(table, k))


def legal_slot(rules: Any, table: Any, legal: Any, k: int) -> None:
    """The legal actions as booleans, one row for each player; none for a player who is not to act."""
    state = load(table, k)
    actor = to_act(rules, state)
    for player in range(2):
        if (actor >> player) & 1:
            mark_legal(rules, state, player, legal[k, player])
        else:
            for action in range(legal.shape[2]):
                legal[k, player, action] = False


def show_slot(rules: Any, table: Any, observation: Any, k: int) -> None:
    """The state as both players see it."""
    state = shown(rules, load(table, k))
    for field in range(len(state)):
        observation[k, field] = state[field]
