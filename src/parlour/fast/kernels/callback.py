"""The work of a `Duel` in slot k if the opponent is a function, which is called between these steps.

The order: `lead_slot` plays your action; while anyone waits for the opponent (`wait_slot`), `collect_slot` gathers the
states to ask about and `reply_slot` plays the answers; `judge_slot` gives the results.
"""

from typing import Any

from parlour.fast.duel import TOLERANCE
from parlour.fast.kernels.duel import (
    Games,
    Results,
    after_you,
    begin_game,
    first_state,
    key_of,
    observe,
    settle,
    your_seat,
)
from parlour.fast.kernels.stubs import load, play, start, store, to_act, whole
from parlour.fast.kernels.turn import mark_legal
from parlour.fast.policy_table import TOTAL
from parlour.fast.random_stream import draw_fraction


def begin_chosen_slot(rules: Any, table: Any, games: Games, chosen: Any, next_game: bool, starts: Any, k: int) -> None:
    if chosen[k]:
        begin_game(games, games.restarts[k] + 1 if next_game else 0, k)
        store(table, k, first_state(rules, starts, k))


def lead_slot(
    rules: Any, table: Any, games: Games, actions: Any, action_count: int, sealed: Any, wrong: Any, fresh: Any, k: int
) -> None:
    """Plays your action. A game that was over before is replaced: it is `fresh`. An illegal action is `wrong`."""
    fresh[k] = games.over[k]
    state, your_sealed, your_wrong = after_you(rules, load(table, k), games, actions, action_count, k)
    sealed[k] = your_sealed
    wrong[k] = your_wrong
    store(table, k, state)


def wait_slot(rules: Any, table: Any, games: Games, sealed: Any, wrong: Any, waits: Any, k: int) -> None:
    """1 or 2 if the game waits for the opponent, who is the first or the second player; otherwise 0."""
    state, you = load(table, k), your_seat(games, k)
    alone = to_act(rules, state) == 2 - you
    answers = to_act(rules, state) == 3 and sealed[k] >= 0
    going_on = not games.over[k] and wrong[k] == 0 and games.turns[k] < games.max_turns
    waits[k] = 2 - you if going_on and (alone or answers) else 0


def collect_slot(rules: Any, table: Any, positions: Any, player: int, states: Any, legal: Any, k: int) -> None:
    """Copies a state to its position among those to ask about, with its legal actions."""
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
    games: Games,
    positions: Any,
    player: int,
    chances: Any,
    legal: Any,
    sealed: Any,
    k: int,
) -> None:
    """Draws the opponent's action and plays it, with yours in a secret round."""
    position = whole(positions[k])
    if position >= 0:
        number = whole(draw_fraction(key_of(games, k), 2 * whole(games.turns[k]) + player))
        action = whole(draw_from(chances, legal, position, number))
        yours = whole(sealed[k]) if sealed[k] >= 0 else action
        store(table, k, play(rules, load(table, k), yours if player else action, action if player else yours))
        games.turns[k] += 1
        sealed[k] = -1


def judge_slot(
    rules: Any, table: Any, games: Games, wrong: Any, fresh: Any, same_step: bool, results: Results, k: int
) -> None:
    """The results. With `same_step`, a game that ends now is replaced at once."""
    state, you = load(table, k), your_seat(games, k)
    settle(state, you, whole(wrong[k]), fresh[k], games, results, k)
    wrong[k] = 0
    if same_step:
        observe(rules, state, you, results.final, k)
        if games.over[k]:
            begin_game(games, games.restarts[k] + 1, k)
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


def draw_from(chances: Any, legal: Any, position: int, number: int) -> int:
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
