"""What a `Duel` does in slot k: you play one side; the opponent draws at random or looks choices up in a table.

`fast/rewrite.py` makes a loop over all slots from each function named `..._slot`.
"""

from typing import Any, NamedTuple

from parlour.fast.kernels.lookup import looked_up
from parlour.fast.kernels.stubs import State, load, play, shown, start, store, to_act, whole
from parlour.fast.kernels.turn import acts, chosen_at_random, is_legal, mark_legal, reward, slot_key, verdict
from parlour.fast.random_stream import Key, game_key


class Games(NamedTuple):
    """All slots, and what holds for every game in them."""

    turns: Any
    restarts: Any
    seeds: Any  # one seed for all slots, or one for each
    seat: int  # yours: 0, 1, or 2 for alternating from game to game
    max_turns: int
    opponent: Any  # a `Lookup`; without records if the opponent plays at random


def your_seat(seat: int, restarts: Any, k: int) -> int:
    return seat if seat < 2 else whole(restarts[k]) & 1


def key_of(games: Games, k: int) -> Key:
    """The random stream of the game in slot k. A slot with a seed of its own plays all games of that seed."""
    seeds = games.seeds
    if seeds.shape[0] == 1:
        return slot_key(games.restarts, seeds[0, 0], seeds[0, 1], k)
    return game_key(seeds[k, 0], seeds[k, 1], whole(games.restarts[k]))


def answer(rules: Any, state: State, you: int, key: Key, games: Games, k: int) -> int:
    """What the opponent chooses."""
    if games.opponent.records.shape[0] == 0:
        return chosen_at_random(rules, state, 1 - you, key, whole(games.turns[k]))
    return looked_up(games.opponent, state, 1 - you, key, whole(games.turns[k]))


def after_opponent(rules: Any, state: State, you: int, sealed: int, answered: int, games: Games, k: int) -> State:
    """Lets the opponent play until you are to act or the game is over or cut off.

    In a secret round it answers your action, which is `sealed`; without one, that is -1, you are to act. `answered` is
    that answer if it is known, otherwise -1.
    """
    key = key_of(games, k)
    actor = to_act(rules, state)
    while (actor == 2 - you or (actor == 3 and sealed >= 0)) and games.turns[k] < games.max_turns:
        other = answered if answered >= 0 and sealed >= 0 else answer(rules, state, you, key, games, k)
        yours = sealed if sealed >= 0 else other
        state = play(rules, state, yours if you == 0 else other, other if you == 0 else yours)
        games.turns[k] += 1
        sealed = -1
        actor = to_act(rules, state)
    return state


def observe(rules: Any, state: State, you: int, observation: Any, k: int) -> None:
    """The state as you see it, then your seat."""
    visible = shown(rules, state)
    for field in range(len(visible)):
        observation[k, field] = visible[field]
    observation[k, len(visible)] = you


def offer(rules: Any, state: State, you: int, over: bool, mask: Any, k: int) -> None:
    """The legal actions. If you are not to act, or the game is over, there is one: 0, which is ignored."""
    if not over and acts(rules, state, you):
        mark_legal(rules, state, you, mask[k])
    else:
        for action in range(mask.shape[1]):
            mask[k, action] = action == 0


def open_slot(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    chosen: Any,
    next_game: bool,
    seeds: Any,
    seat: int,
    max_turns: int,
    opponent: Any,
    starts: Any,
    observation: Any,
    mask: Any,
    k: int,
) -> None:
    """Begins a new game in a chosen slot: the next one of the seed, or else the first. Every slot is observed.

    `starts` has the states in which they begin, or no rows if they begin at the start.
    """
    games = Games(turns, restarts, seeds, seat, max_turns, opponent)
    if chosen[k]:
        restarts[k] = restarts[k] + 1 if next_game else 0
        turns[k] = 0
        you = your_seat(seat, restarts, k)
        store(table, k, after_opponent(rules, first_state(rules, starts, k), you, -1, -1, games, k))
        over[k] = False
    state, you = load(table, k), your_seat(seat, restarts, k)
    observe(rules, state, you, observation, k)
    offer(rules, state, you, over[k], mask, k)


def first_state(rules: Any, starts: Any, k: int) -> State:
    return load(starts, k) if starts.shape[0] else start(rules)


def your_action(actions: Any, action_count: int, k: int) -> int:
    """-1 for a number that no action has, so that a 64-bit number is not cut down to a legal one."""
    return whole(actions[k]) if 0 <= actions[k] < action_count else -1


def illegal_choice_slot(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    actions: Any,
    action_count: int,
    seat: int,
    max_turns: int,
    k: int,
) -> bool:
    """Whether your action would be played and is illegal."""
    state, you = load(table, k), your_seat(seat, restarts, k)
    if over[k] or turns[k] >= max_turns or not acts(rules, state, you):
        return False
    return not is_legal(rules, state, you, your_action(actions, action_count, k))


def duel_slot(
    rules: Any,
    table: Any,
    turns: Any,
    restarts: Any,
    over: Any,
    actions: Any,
    seeds: Any,
    seat: int,
    max_turns: int,
    opponent: Any,
    answers: Any,
    same_step: bool,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    final: Any,
    observation: Any,
    mask: Any,
    k: int,
) -> None:
    """Plays your action and the opponent's answer. An illegal action forfeits the game.

    `answers` are those of `kernels/answers.py`, or empty.
    A game that was over before is replaced by a new one, for a reward of 0. With `same_step`, a game that ends now is
    replaced at once, and `final` keeps what you saw at its end.
    """
    games = Games(turns, restarts, seeds, seat, max_turns, opponent)
    state, you = load(table, k), your_seat(seat, restarts, k)
    wrong = 0
    sealed = -1
    fresh = over[k]
    if fresh:
        restarts[k] += 1
        turns[k] = 0
        you = your_seat(seat, restarts, k)
        state = start(rules)
    elif acts(rules, state, you) and turns[k] < max_turns:  # otherwise the game ended before your first turn
        action = your_action(actions, mask.shape[1], k)
        if not is_legal(rules, state, you, action):
            wrong = you + 1
        elif to_act(rules, state) == 3:
            sealed = action
        else:
            state = play(rules, state, action, action)
            turns[k] += 1
    answered = whole(answers[k]) if answers.shape[0] else -1
    state = after_opponent(rules, state, you, sealed, answered, games, k)
    settle(state, you, wrong, fresh, whole(turns[k]), max_turns, over, rewards, terminated, truncated, k)
    if same_step:
        observe(rules, state, you, final, k)
        if over[k]:
            restarts[k] += 1
            turns[k] = 0
            you = your_seat(seat, restarts, k)
            state = after_opponent(rules, start(rules), you, -1, -1, games, k)
            over[k] = False
    store(table, k, state)
    observe(rules, state, you, observation, k)
    offer(rules, state, you, over[k], mask, k)


def settle(
    state: State,
    you: int,
    wrong: int,
    fresh: bool,
    turns: int,
    max_turns: int,
    over: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    k: int,
) -> None:
    """The results of a step; none for a game that has only just begun."""
    winner = 0
    cut_off = False
    if not fresh:
        winner, cut_off = verdict(state.winner, wrong, turns, max_turns)
    rewards[k] = reward(winner, you)
    terminated[k] = winner != 0
    truncated[k] = cut_off
    over[k] = winner != 0 or cut_off
