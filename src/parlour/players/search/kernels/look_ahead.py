"""The loops of the player `search`: looking ahead, and estimating states. Compiled with the rules of a game."""

from typing import Any

from parlour.fast.kernels.stubs import State, both_at_random, key, load, option, play, store, to_act
from parlour.fast.kernels.turn import reward
from parlour.fast.random_stream import game_key
from parlour.players.local_response import NONE
from parlour.players.search.copies import Scale
from parlour.solver.kernels.explore import OUT_OF_BOUNDS, bucket_of, number_of
from parlour.solver.kernels.outcomes import option_counts
from parlour.solver.states.explorer import BAD_STATE, EMPTY, FOUND, Index

ROLLOUT_TURNS = 200  # of a random game that estimates a state


def look_ahead(rules: Any, index: Index, counts: Any, back: Any, first: int, last: int, most: int) -> int:
    """Numbers all unfinished states that follow states `first` to `last` - 1; notes in `back` if one was found before.

    Stops early when the arrays are full or after about `most` outcomes; returns the state to continue with.
    """
    outcomes = 0
    for number in range(first, last):
        state = load(index.states, number)
        actor = to_act(rules, state)
        rows, columns = option_counts(rules, state)
        if outcomes > most:
            return number
        outcomes += rows * columns
        for i in range(rows):
            own = option(rules, state, 0, i) if actor & 1 else 0
            for j in range(columns):
                after = play(rules, state, own, option(rules, state, 1, j) if actor & 2 else 0)
                if after.winner == 0:
                    known = number_of(index, after)
                    if known == OUT_OF_BOUNDS:
                        counts[BAD_STATE] = number + 1
                        return last
                    if known == EMPTY:
                        if counts[FOUND] == index.states.shape[0]:
                            return number
                        append(index, counts, after)
                    elif known <= number:
                        back[0] = True
    return last


def append(index: Index, counts: Any, state: State) -> None:
    number = counts[FOUND]
    name = key(state, index.lowest, index.highest, index.strides)
    index.buckets[bucket_of(index, name)] = number
    index.keys[number] = name
    store(index.states, number, state)
    counts[FOUND] += 1


def fill_scaled(rules: Any, index: Index, scale: Scale, rows: Any, first: int, values: Any, estimates: Any) -> int:
    """Fills in the worth of the states in `rows` in a smaller copy of the game, from row `first` on.

    A scaled state lies between states of the copy. Their values are averaged, the nearer the more. `rules`, `index` and
    `values` are those of the copy. Stops at a row that needs a state which has not been found; that state is then in
    `scale.corner`. Returns the row to continue with.
    """
    for k in range(first, rows.shape[0]):
        between = 0
        for field in range(rows.shape[1]):
            above = (rows[k, field] - scale.origins[field]) * scale.ratios[field]  # the lowest value of the copy
            whole = int(above + 1e-9)
            scale.floors[field] = scale.lowest[field] + whole
            scale.parts[field] = max(0.0, above - whole)
            if scale.parts[field] > 1e-9:
                scale.between[between] = field
                between += 1
        total, weights = 0.0, 0.0
        for corner in range(1 << between):
            weight = 1.0
            for field in range(rows.shape[1]):
                scale.corner[0, field] = scale.floors[field]
            for position in range(between):
                field = scale.between[position]
                if corner >> position & 1:
                    scale.corner[0, field] += 1
                    weight *= scale.parts[field]
                else:
                    weight *= 1.0 - scale.parts[field]
            state = load(scale.corner, 0)
            number = number_of(index, state)
            if number == EMPTY and can_go_on(rules, state):
                return k
            if 0 <= number < values.shape[0]:
                total += weight * values[number]
                weights += weight
        estimates[k] = total / weights if weights > 0.0 else 0.0
    return int(rows.shape[0])


def can_go_on(rules: Any, state: State) -> bool:
    """Whether there is something to choose, now and next: a scaled state need not be one that play can reach."""
    if not has_options(rules, state):
        return False
    actor = to_act(rules, state)
    rows, columns = option_counts(rules, state)
    for i in range(rows):
        own = option(rules, state, 0, i) if actor & 1 else 0
        for j in range(columns):
            after = play(rules, state, own, option(rules, state, 1, j) if actor & 2 else 0)
            if after.winner == 0 and not has_options(rules, after):
                return False
    return True


def has_options(rules: Any, state: State) -> bool:
    rows, columns = option_counts(rules, state)
    return to_act(rules, state) != 0 and rows > 0 and columns > 0


def fill_random(rules: Any, rows: Any, games: int, seed: int, estimates: Any) -> None:
    """Fills in the average result of random games from each of the states in `rows`."""
    for k in range(rows.shape[0]):
        total = 0
        for number in range(games):
            total += random_result(rules, load(rows, k), game_key(seed, k, number), ROLLOUT_TURNS)
        estimates[k] = total / games


def fill_gains(
    rules: Any, rows: Any, player: int, actions: Any, replies: Any, games: int, seed: int, most_turns: int, gains: Any
) -> None:
    """Fills in the average result of each action of a player against its replies, if random play follows.

    `rows` has a state for each action, and `replies` a row; NONE leaves the state as it is. Every reply is followed by
    so many random games, which use the same random numbers for all actions.
    """
    for i in range(rows.shape[0]):
        total = 0
        for j in range(replies.shape[1]):
            state = load(rows, i)
            if replies[i, j] != NONE:
                first, second = actions[i], replies[i, j]
                if player == 1:
                    first, second = second, first
                state = play(rules, state, first, second)
            for number in range(games):
                total += random_result(rules, state, game_key(seed, 0, j * games + number), most_turns)
        gains[i] = (1 - 2 * player) * total / (games * replies.shape[1])


def random_result(rules: Any, state: State, stream: Any, most_turns: int) -> int:
    """The result of a random game, to the first player; a draw if it takes longer (END-1)."""
    for turn in range(most_turns):
        actor = to_act(rules, state)
        if not actor:
            break
        first, second = both_at_random(rules, state, actor, stream, turn)
        state = play(rules, state, first, second)
    return reward(state.winner, 0)
