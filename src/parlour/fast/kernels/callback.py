"""What a `Duel` does in slot k if the opponent is a function, which is asked between these steps.

The order: `lead_slot` plays your action; while anyone waits for the opponent (`wait_slot`), `collect_slot` gathers the
states to ask about and `reply_slot` plays the answers; `judge_slot` gives the results.
"""

from typing import Any

from parlour.fast.duel import TOLERANCE
from parlour.fast.kernels.duel import Games, first_state, key_of, observe, settle, your_action, your_seat
from parlour.fast.kernels.stubs import load, play, start, store, to_act, whole
from parlour.fast.kernels.turn import acts, is_legal, mark_legal
from parlour.fast.policy_table import TOTAL
from parlour.fast.random_stream import draw_fraction


def begin_chosen_slot(
    rules: Any, table: Any, turns: Any, restarts: Any, over: Any, chosen: Any, next_game: bool, starts: Any, k: int
) -> None:
    if chosen[k]:
        restarts[k] = restarts[k] + 1 if next_game else 0
        store(table, k, first_state(rules, starts, k))
        turns[k] = 0
        over[k] = False


def lead_slot(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    actions: Any,
    action_count: int,
    seat: int,
    max_turns: int,
    sealed: Any,
    wrong: Any,
    fresh: Any,
    k: int,
) -> None:
    """Plays your action where you act alone; in a secret round it is `sealed` until the opponent answers.

    A game that was over before is replaced: it is `fresh`. An illegal action is `wrong`.
    """
    state, you = load(table, k), your_seat(seat, restarts, k)
    sealed[k] = -1
    wrong[k] = 0
    fresh[k] = over[k]
    if over[k]:
        restarts[k] += 1
        turns[k] = 0
        over[k] = False
        store(table, k, start(rules))
    elif acts(rules, state, you) and turns[k] < max_turns:
        action = your_action(actions, action_count, k)
        if not is_legal(rules, state, you, action):
            wrong[k] = you + 1
        elif to_act(rules, state) == 3:
            sealed[k] = action
        else:
            store(table, k, play(rules, state, action, action))
            turns[k] += 1


def wait_slot(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    seat: int,
    max_turns: int,
    sealed: Any,
    wrong: Any,
    waits: Any,
    k: int,
) -> None:
    """1 or 2 if the game waits for the opponent, who is the first or the second player; otherwise 0."""
    state, you = load(table, k), your_seat(seat, restarts, k)
    alone = to_act(rules, state) == 2 - you
    answers = to_act(rules, state) == 3 and sealed[k] >= 0
    going_on = not over[k] and wrong[k] == 0 and turns[k] < max_turns
    waits[k] = 2 - you if going_on and (alone or answers) else 0


def collect_slot(rules: Any, table: Any, positions: Any, player: int, states: Any, legal: Any, k: int) -> None:
    """Copies a state to its position among those to ask about, with what is legal there."""
    position = whole(positions[k])
    if position >= 0:
        state = load(table, k)
        store(states, position, state)
        mark_legal(rules, state, player, legal[position])


def unclear_slot(rules: Any, table: Any, positions: Any, chances: Any, legal: Any, k: int) -> bool:  # noqa: ARG001
    """Whether the chances that were given for a state are wrong. Every slot function is given the rules and a table."""
    position = whole(positions[k])
    return position >= 0 and not adds_up(chances, legal, position)


def reply_slot(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    positions: Any,
    player: int,
    chances: Any,
    legal: Any,
    sealed: Any,
    seeds: Any,
    seat: int,
    max_turns: int,
    opponent: Any,
    k: int,
) -> None:
    """Draws the opponent's action and plays it, with yours in a secret round."""
    position = whole(positions[k])
    if position >= 0:
        key = key_of(Games(turns, restarts, seeds, seat, max_turns, opponent), k)
        number = whole(draw_fraction(key, 2 * whole(turns[k]) + player))
        action = whole(drawn_from(chances, legal, position, number))
        yours = whole(sealed[k]) if sealed[k] >= 0 else action
        store(table, k, play(rules, load(table, k), yours if player else action, action if player else yours))
        turns[k] += 1
        sealed[k] = -1


def judge_slot(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    seat: int,
    max_turns: int,
    wrong: Any,
    fresh: Any,
    same_step: bool,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    final: Any,
    k: int,
) -> None:
    """The results. With `same_step`, a game that ends now is replaced at once."""
    state, you = load(table, k), your_seat(seat, restarts, k)
    settle(state, you, whole(wrong[k]), fresh[k], whole(turns[k]), max_turns, over, rewards, terminated, truncated, k)
    wrong[k] = 0
    if same_step:
        observe(rules, state, you, final, k)
        if over[k]:
            restarts[k] += 1
            turns[k] = 0
            over[k] = False
            store(table, k, start(rules))


def adds_up(chances: Any, legal: Any, position: int) -> bool:
    """Whether the chances of the legal actions are at least 0 and sum to 1."""
    total = 0.0
    for action in range(chances.shape[1]):
        if legal[position, action]:
            if not chances[position, action] >= 0.0:
                return False
            total += chances[position, action]
    return abs(total - 1.0) <= TOLERANCE


def drawn_from(chances: Any, legal: Any, position: int, number: int) -> int:
    """The legal action at a place from 0 to TOTAL - 1, if each takes as much room as its chance."""
    total = 0.0
    for action in range(chances.shape[1]):
        if legal[position, action]:
            total += chances[position, action]
    place = total * number / TOTAL
    below = 0.0
    chosen = 0
    for action in range(chances.shape[1]):
        if legal[position, action] and chances[position, action] > 0.0:
            if below <= place:
                chosen = action
            below += chances[position, action]
    return chosen
