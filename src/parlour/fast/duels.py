"""What is done to one game where one player is ours and the other one plays at random, for a thread of a card.

Like `slots.py`, this is the body of loops, put together with the rules of a game by `build.py`. On a processor the same
is done to many games at once, by `lanes.py`.
"""

from typing import Any

from parlour.fast.names import State, load, option, options, play, shown, start, store, to_act, whole
from parlour.fast.slots import chosen_at_random, is_legal
from parlour.fast.stream import game_number, high_key, low_key


def seat_in_slot(seat: int, restarts: Any, k: int) -> int:
    """Where our player sits: 0, 1, or, told 2, changing with every game."""
    return seat if seat < 2 else whole(restarts[k]) & 1


def keys_of_slot(restarts: Any, seed_low: int, seed_high: int, k: int) -> tuple[int, int]:
    number = game_number(k, restarts[k], restarts.shape[0])
    low = low_key(seed_low, number)
    return low, high_key(seed_high, number, low)


def answered(rules: Any, state: State, seat: int, low: int, high: int, turns: Any, max_turns: int, k: int) -> State:
    """The state when our player is to act again, or the game is over or cut off: the other plays on alone till then."""
    while to_act(rules, state) == 2 - seat and turns[k] < max_turns:
        action = chosen_at_random(rules, state, 1 - seat, low, high, whole(turns[k]))
        state = play(rules, state, action, action)
        turns[k] += 1
    return state


def opened(
    rules: Any, turns: Any, restarts: Any, seed_low: int, seed_high: int, seat: int, max_turns: int, k: int
) -> State:
    """A new game, with what the other plays before our player's first turn."""
    turns[k] = 0
    low, high = keys_of_slot(restarts, seed_low, seed_high, k)
    return answered(rules, start(rules), seat_in_slot(seat, restarts, k), low, high, turns, max_turns, k)


def tell_slot(rules: Any, state: State, seat: int, over: Any, seen: Any, mask: Any, k: int) -> None:
    """What our player sees, its seat last, and may choose.

    A player who is not to act, or whose game is over, has one action, which is ignored.
    """
    see_slot(rules, state, seat, seen, k)
    count = options(rules, state, seat) if not over[k] and (to_act(rules, state) >> seat) & 1 else 0
    lowest = option(rules, state, seat, 0) if count else 0
    highest = option(rules, state, seat, count - 1) if count else 0
    for action in range(mask.shape[1]):  # options ascend: mostly they are a range
        mask[k, action] = lowest <= action <= highest
    if count and highest - lowest != count - 1:
        for action in range(lowest, highest + 1):
            mask[k, action] = 0
        for index in range(count):
            mask[k, option(rules, state, seat, index)] = 1


def see_slot(rules: Any, state: State, seat: int, seen: Any, k: int) -> None:
    table = shown(rules, state)
    for field in range(len(table)):
        seen[k, field] = table[field]
    seen[k, len(table)] = seat


def open_slot(
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
    k: int,
) -> None:
    """A new game where one was asked for, the slot's next one or its first; in every slot, what is seen."""
    if chosen[k]:
        restarts[k] = restarts[k] + 1 if again else 0
        store(table, k, opened(rules, turns, restarts, seed_low, seed_high, seat, max_turns, k))
        over[k] = False
    tell_slot(rules, load(table, k), seat_in_slot(seat, restarts, k), over, seen, mask, k)


def action_in_slot(actions: Any, kinds: int, k: int) -> int:
    """Our player's action; -1 for a number that no action has, so that one of 64 bits is not cut down to another."""
    return whole(actions[k]) if 0 <= actions[k] < kinds else -1


def is_unfit(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    actions: Any,
    kinds: int,
    seat: int,
    max_turns: int,
    k: int,
) -> bool:
    """Whether our player's action is one that would be played and is not allowed."""
    state = load(table, k)
    player = seat_in_slot(seat, restarts, k)
    if over[k] or turns[k] >= max_turns or not (to_act(rules, state) >> player) & 1:
        return False
    return not is_legal(rules, state, player, action_in_slot(actions, kinds, k))


def duel_slot(
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
    k: int,
) -> None:
    """Plays our player's action and what the other answers. An action that is not allowed forfeits the game.

    A game that was over before is replaced instead, by one whose reward is 0; with `at_once`, a game that ends now is.
    """
    state = load(table, k)
    player = seat_in_slot(seat, restarts, k)
    winner = 0
    cut = False
    if over[k]:
        restarts[k] += 1
        player = seat_in_slot(seat, restarts, k)
        state = opened(rules, turns, restarts, seed_low, seed_high, seat, max_turns, k)
    else:
        actor = to_act(rules, state)
        action = action_in_slot(actions, mask.shape[1], k)
        if not (actor >> player) & 1 or turns[k] >= max_turns:  # it ended before our player's first turn
            winner = state.winner
        elif not is_legal(rules, state, player, action):
            winner = 2 - player
        else:
            low, high = keys_of_slot(restarts, seed_low, seed_high, k)
            other = action
            if actor == 3:
                other = chosen_at_random(rules, state, 1 - player, low, high, whole(turns[k]))
            one = action if player == 0 else other
            two = other if player == 0 else action
            state = play(rules, state, one, two)
            turns[k] += 1
            state = answered(rules, state, player, low, high, turns, max_turns, k)
            winner = state.winner
        cut = winner == 0 and turns[k] >= max_turns
    rewards[k] = 0 if winner == 0 or winner == 3 else 1 if winner == player + 1 else -1
    terminated[k] = winner != 0
    truncated[k] = cut
    over[k] = winner != 0 or cut
    if at_once:
        see_slot(rules, state, player, final, k)
    if at_once and over[k]:
        restarts[k] += 1
        player = seat_in_slot(seat, restarts, k)
        state = opened(rules, turns, restarts, seed_low, seed_high, seat, max_turns, k)
        over[k] = False
    store(table, k, state)
    tell_slot(rules, state, player, over, seen, mask, k)
