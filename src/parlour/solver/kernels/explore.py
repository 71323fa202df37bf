"""Finds every state that play can reach, and an order in which to solve them. Compiled with the rules of a game.

States are numbered as they are found. States that can reach each other form a component (Tarjan's algorithm). The level
of a component is above the levels of all states that it leads to, so you can solve the levels from 0 up.

A hash table, `Index.buckets`, finds the number of a state by its key. If there is a bucket for every possible key, the
key is the bucket; otherwise the search tries the next buckets until it finds the key or an empty one.
"""

from typing import Any

from parlour.fast.kernels.stubs import State, key, load, mirror, option, options, play, store, to_act
from parlour.solver.states.explorer import BAD_STATE, DEPTH, EMPTY, FINISHED, FOUND, OUTCOMES, PENDING, Index, Visits

OPEN = -1  # the component of a state while it is incomplete; then its level replaces this
OUT_OF_BOUNDS = -2  # in place of a number
WORD = 0xFFFFFFFF
SCATTER = 0x45D9F3B  # spreads neighbouring keys; its product with a 32-bit word fits in 63 bits


def bucket_of(index: Index, name: int) -> Any:
    """The bucket of a key, or the empty one where it belongs."""
    if index.exact:
        return name
    last = index.buckets.shape[0] - 1  # one less than a power of two
    mixed = (name & WORD) * SCATTER ^ (name >> 32)
    bucket = ((mixed ^ mixed >> 29) & WORD) * SCATTER >> 16 & last
    while index.buckets[bucket] != EMPTY and index.keys[index.buckets[bucket]] != name:
        bucket = (bucket + 1) & last
    return bucket


def number_of(index: Index, state: State) -> Any:
    """The number of a state, EMPTY if it has not been found, or OUT_OF_BOUNDS."""
    name = key(state, index.lowest, index.highest, index.strides)
    return index.buckets[bucket_of(index, name)] if name >= 0 else OUT_OF_BOUNDS


def enter(rules: Any, index: Index, visits: Visits, state: State, folded: bool) -> None:
    """Numbers a new state and appends it to the path. If `folded`, its mirror image gets the same number."""
    counts = visits.counts
    number = counts[FOUND]
    name = key(state, index.lowest, index.highest, index.strides)
    index.buckets[bucket_of(index, name)] = number
    index.keys[number] = name
    if folded:
        image = key(mirror(rules, state), index.lowest, index.highest, index.strides)
        if image >= 0 and index.buckets[image] == EMPTY:
            index.buckets[image] = number
    visits.mirrors[number] = number
    visits.images[number] = False
    store(index.states, number, state)
    visits.components[number] = OPEN
    visits.lowlinks[number] = number
    visits.outcomes[number] = 0
    visits.levels[number] = 0
    visits.path[counts[DEPTH]] = number
    visits.pending[counts[PENDING]] = number
    counts[FOUND] += 1
    counts[DEPTH] += 1
    counts[PENDING] += 1


def fill_buckets(index: Index, count: int) -> None:
    """Puts the first `count` states into empty buckets."""
    for number in range(count):
        index.buckets[bucket_of(index, index.keys[number])] = number


def explore(rules: Any, index: Index, visits: Visits, folded: bool, max_outcomes: int) -> None:
    """Continues until everything is found, the arrays are full, or `max_outcomes` more outcomes have been visited.

    With an empty path, it begins with the state that it finds in the row after the last.
    """
    counts = visits.counts
    if counts[DEPTH] == 0:
        enter(rules, index, visits, load(index.states, counts[FOUND]), folded)
    room, last_outcome = index.states.shape[0], counts[OUTCOMES] + max_outcomes
    while counts[DEPTH] > 0 and counts[FOUND] < room and counts[OUTCOMES] < last_outcome:
        number = visits.path[counts[DEPTH] - 1]
        state = load(index.states, number)
        actor = to_act(rules, state)
        rows = options(rules, state, 0) if actor & 1 else 1
        columns = options(rules, state, 1) if actor & 2 else 1
        begin = visits.outcomes[number]
        level, lowlink = visits.levels[number], visits.lowlinks[number]
        after, child = state, 0
        cell, cells = begin, rows * columns
        i = cell // columns
        j = cell - i * columns
        while cell < cells and child >= 0:
            first = option(rules, state, 0, i) if actor & 1 else 0
            while j < columns:
                second = option(rules, state, 1, j) if actor & 2 else 0
                after = play(rules, state, first, second)
                if after.winner == 0:
                    child = number_of(index, after)
                    if child < 0:
                        break
                    component = visits.components[child]
                    if component == OPEN:
                        lowlink = min(lowlink, visits.lowlinks[child])
                        if child == number:
                            visits.cyclic[number] = True
                    elif component >= level:
                        level = component + 1
                cell += 1
                j += 1
            i += 1
            j = 0
        visits.levels[number], visits.lowlinks[number] = level, lowlink
        visits.outcomes[number] = cell
        counts[OUTCOMES] += cell - begin
        if child == OUT_OF_BOUNDS:
            counts[BAD_STATE] = number + 1
            return
        if child == EMPTY:  # this outcome is visited again once the new state is finished
            enter(rules, index, visits, after, folded)
        else:
            counts[DEPTH] -= 1
            visits.finished[counts[FINISHED]] = number
            counts[FINISHED] += 1
            if lowlink == number:
                close(visits, number)


def close(visits: Visits, number: int) -> None:
    """Completes a component: `number` and every pending state above it."""
    counts, pending = visits.counts, visits.pending
    bottom = counts[PENDING] - 1
    level = visits.levels[pending[bottom]]
    while pending[bottom] != number:
        bottom -= 1
        level = max(level, visits.levels[pending[bottom]])
    for position in range(bottom, counts[PENDING]):
        member = pending[position]
        visits.levels[member] = level
        visits.components[member] = level
        if counts[PENDING] - bottom > 1:
            visits.cyclic[member] = True
    counts[PENDING] = bottom
