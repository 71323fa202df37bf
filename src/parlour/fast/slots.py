"""What is done to one game of a batch, or to one random game. These are the bodies of all compiled loops.

This file is never imported: `build.py` puts its text together with the rules of a game and compiles the whole. Until
then, the names it takes from elsewhere stand in `names.py`.
"""

from typing import Any

from parlour.fast.names import State, both_at_random, load, option, options, play, start, store, to_act, whole
from parlour.fast.stream import draw, game_number, high_key, low_key

# A draw of a player at a turn counts 2 * turn + player, so that a game needs no counter but its turns.


def chosen_at_random(rules: Any, state: State, player: int, low: int, high: int, turn: int) -> int:
    count = options(rules, state, player)
    return option(rules, state, player, whole(draw(low, high, 2 * turn + player, count)))


def both_apart(rules: Any, state: State, actor: int, low: int, high: int, turn: int) -> tuple[int, int]:
    """The actions of both players; 0 for one who is not to act."""
    one = chosen_at_random(rules, state, 0, low, high, turn) if actor & 1 else 0
    two = chosen_at_random(rules, state, 1, low, high, turn) if actor & 2 else 0
    return one, two


def both_together(rules: Any, state: State, actor: int, low: int, high: int, turn: int) -> tuple[int, int]:
    """The same for a card, where all threads wait for every branch that one takes: one player alone is always asked in
    the same place. The action then stands for both players, and the rules ignore that of the one not to act.
    """
    one = chosen_at_random(rules, state, 1 if actor == 2 else 0, low, high, turn)
    two = chosen_at_random(rules, state, 1, low, high, turn) if actor == 3 else one
    return one, two


def is_legal(rules: Any, state: State, player: int, action: int) -> bool:
    """Whether an action is among the options, which ascend: mostly a range, else found by halving."""
    count = options(rules, state, player)
    lowest, highest = option(rules, state, player, 0), option(rules, state, player, count - 1)
    if action < lowest or action > highest:
        return False
    if highest - lowest == count - 1:
        return True
    below, above = 0, count - 1
    while below < above:
        middle = (below + above) // 2
        if option(rules, state, player, middle) < action:
            below = middle + 1
        else:
            above = middle
    return option(rules, state, player, below) == action


def begin_slot(rules: Any, table: Any, turns: Any, k: int) -> None:
    store(table, k, start(rules))
    turns[k] = 0


def draw_slot(
    rules: Any, table: Any, turns: Any, restarts: Any, seed_low: int, seed_high: int, actions: Any, k: int
) -> None:
    """Both players' actions at random; slot k plays the games k, k + size, k + 2 size, ... of the seed."""
    state = load(table, k)
    actor = to_act(rules, state)
    number = game_number(k, restarts[k], actions.shape[0])
    low = low_key(seed_low, number)
    high = high_key(seed_high, number, low)
    one, two = both_at_random(rules, state, actor, low, high, whole(turns[k])) if actor else (0, 0)
    actions[k, 0] = one if actor & 1 else 0
    actions[k, 1] = two if actor & 2 else 0


def illegal_actions(rules: Any, state: State, actions: Any, k: int) -> int:
    """Who chose what is not allowed: 0 nobody, 1, 2, 3 both."""
    actor = to_act(rules, state)
    wrong = 0
    if actor & 1 and not is_legal(rules, state, 0, whole(actions[k, 0])):
        wrong = 1
    if actor & 2 and not is_legal(rules, state, 1, whole(actions[k, 1])):
        wrong += 2
    return wrong


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
    """Plays the actions. With `check`, one that is not allowed forfeits, and two end the game as a draw."""
    state = load(table, k)
    winner = 0
    cut = False
    if to_act(rules, state):
        wrong = illegal_actions(rules, state, actions, k) if check else 0
        turns[k] += 1
        if wrong:
            winner = 3 if wrong == 3 else 3 - wrong
        else:
            state = play(rules, state, whole(actions[k, 0]), whole(actions[k, 1]))
            winner = state.winner
            cut = winner == 0 and turns[k] >= max_turns
    reward = 1 if winner == 1 else -1 if winner == 2 else 0
    rewards[k, 0] = reward
    rewards[k, 1] = -reward
    terminated[k] = winner != 0
    truncated[k] = cut
    if restart and (winner or cut):
        state = start(rules)
        turns[k] = 0
        restarts[k] += 1
    store(table, k, state)


def actors_in_slot(rules: Any, table: Any, k: int) -> int:
    return to_act(rules, load(table, k))


def legal_in_slot(rules: Any, table: Any, legal: Any, k: int) -> None:
    """The actions that are allowed, as a row of truth values for each player; none for a player not to act."""
    state = load(table, k)
    actor = to_act(rules, state)
    for player in range(2):
        for action in range(legal.shape[2]):
            legal[k, player, action] = False
        if (actor >> player) & 1:
            for index in range(options(rules, state, player)):
                legal[k, player, option(rules, state, player, index)] = True
