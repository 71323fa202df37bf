"""The work of a `Duel` in slot k: you play one side; the opponent draws at random or looks choices up in a table.

`fast/rewrite.py` makes a loop over all slots from each function named `..._slot`.
"""

from typing import Any, NamedTuple

from parlour.fast.kernels.lookup import action_at, entry_at, place_of
from parlour.fast.kernels.stubs import State, load, play, shown, start, store, to_act, whole
from parlour.fast.kernels.turn import acts, choose_at_random, is_legal, mark_legal, reward, slot_key, verdict
from parlour.fast.random_stream import Key, game_key


class Games(NamedTuple):
    """All slots except for their states, and the settings of every game."""

    turns: Any
    restarts: Any
    over: Any
    seeds: Any  # one seed for all slots, or one for each
    seat: int  # yours: 0, 1, or 2 for alternating from game to game
    max_turns: int
    records: Any  # the opponent's `Lookup`: three arrays, without records if the opponent plays at random
    entries: Any
    shares: Any


class Results(NamedTuple):
    """The results of a step, as in `Outcome`."""

    rewards: Any
    terminated: Any
    truncated: Any
    final: Any


def your_seat(games: Games, k: int) -> int:
    return games.seat if games.seat < 2 else whole(games.restarts[k]) & 1


def begin_game(games: Games, number: int, k: int) -> None:
    """Counts the turns of game `number` of a slot from 0."""
    games.restarts[k] = number
    games.turns[k] = 0
    games.over[k] = False


def key_of(games: Games, k: int) -> Key:
    """The random stream of the game in slot k. A slot with its own seed plays all games of that seed."""
    seeds = games.seeds
    if seeds.shape[0] == 1:
        return slot_key(games.restarts, seeds[0, 0], seeds[0, 1], k)
    return game_key(seeds[k, 0], seeds[k, 1], whole(games.restarts[k]))


def answer(rules: Any, state: State, you: int, key: Key, games: Games, k: int) -> int:
    """The opponent's choice. A choice from a table uses the same number of the stream as one at random."""
    player, turn = 1 - you, whole(games.turns[k])
    if games.records.shape[0] == 0:
        return choose_at_random(rules, state, player, key, turn)
    place = place_of(games.records, state)
    entry, rest = entry_at(games.records, games.shares, place, len(state), player, key, turn)
    return action_at(games.entries, entry, rest)


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
    rules: Any, table: Any, games: Games, chosen: Any, next_game: bool, starts: Any, observation: Any, mask: Any, k: int
) -> None:
    """Begins a new game in a chosen slot: the next one of the seed, or else the first. Every slot is observed.

    `starts` has the states in which they begin, or no rows if they begin at the start.
    """
    if chosen[k]:
        begin_game(games, games.restarts[k] + 1 if next_game else 0, k)
        state = first_state(rules, starts, k)
        store(table, k, after_opponent(rules, state, your_seat(games, k), -1, -1, games, k))
    show(rules, load(table, k), games, observation, mask, k)


def show(rules: Any, state: State, games: Games, observation: Any, mask: Any, k: int) -> None:
    """Your observation and your legal actions."""
    observe(rules, state, your_seat(games, k), observation, k)
    offer(rules, state, your_seat(games, k), games.over[k], mask, k)


def first_state(rules: Any, starts: Any, k: int) -> State:
    return load(starts, k) if starts.shape[0] else start(rules)


def your_action(actions: Any, action_count: int, k: int) -> int:
    """-1 for a number that no action has, so that a 64-bit number is not cut down to a legal one."""
    return whole(actions[k]) if 0 <= actions[k] < action_count else -1


def illegal_choice_slot(rules: Any, table: Any, games: Games, actions: Any, action_count: int, k: int) -> bool:
    """Whether your action would be played and is illegal."""
    state, you = load(table, k), your_seat(games, k)
    if games.over[k] or games.turns[k] >= games.max_turns or not acts(rules, state, you):
        return False
    return not is_legal(rules, state, you, your_action(actions, action_count, k))


def duel_slot(
    rules: Any,
    table: Any,
    games: Games,
    actions: Any,
    answers: Any,
    same_step: bool,
    results: Results,
    observation: Any,
    mask: Any,
    k: int,
) -> None:
    """Plays your action and the opponent's answer. An illegal action forfeits the game.

    `answers` are those of `kernels/answers.py`, or empty.
    A game that was over before is replaced by a new one, for a reward of 0. With `same_step`, a game that ends now is
    replaced at once, and `final` keeps your observation at its end.
    """
    fresh = games.over[k]
    state, sealed, wrong = after_you(rules, load(table, k), games, actions, mask.shape[1], k)
    answered = whole(answers[k]) if answers.shape[0] else -1
    you = your_seat(games, k)
    state = after_opponent(rules, state, you, sealed, answered, games, k)
    settle(state, you, wrong, fresh, games, results, k)
    if same_step:
        observe(rules, state, you, results.final, k)
        if games.over[k]:
            begin_game(games, games.restarts[k] + 1, k)
            state = after_opponent(rules, start(rules), your_seat(games, k), -1, -1, games, k)
    store(table, k, state)
    show(rules, state, games, observation, mask, k)


def after_you(
    rules: Any, state: State, games: Games, actions: Any, action_count: int, k: int
) -> tuple[State, int, int]:
    """Plays your action where you act alone; in a secret round it is sealed until the opponent answers.

    A game that was over before is replaced. Returns the state, your sealed action or -1, and your seat counted from 1
    if your action was illegal, otherwise 0.
    """
    you = your_seat(games, k)
    wrong = 0
    sealed = -1
    if games.over[k]:
        begin_game(games, games.restarts[k] + 1, k)
        state = start(rules)
    elif acts(rules, state, you) and games.turns[k] < games.max_turns:  # or it ended before your first turn
        action = your_action(actions, action_count, k)
        if not is_legal(rules, state, you, action):
            wrong = you + 1
        elif to_act(rules, state) == 3:
            sealed = action
        else:
            state = play(rules, state, action, action)
            games.turns[k] += 1
    return state, sealed, wrong


def settle(state: State, you: int, wrong: int, fresh: bool, games: Games, results: Results, k: int) -> None:
    """The results of a step; none for a game that has only just begun."""
    winner = 0
    cut_off = False
    if not fresh:
        winner, cut_off = verdict(state.winner, wrong, whole(games.turns[k]), games.max_turns)
    results.rewards[k] = reward(winner, you)
    results.terminated[k] = winner != 0
    results.truncated[k] = cut_off
    games.over[k] = winner != 0 or cut_off
