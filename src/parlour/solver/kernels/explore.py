"""Finds every state that play can reach, and an order in which they can be solved.

Put together with the rules of a game by `fast/build.py` and compiled. States are numbered as they are found. A state
that can come back to itself belongs to a cycle; states that can reach each other form one component (Tarjan's
algorithm). The level of a component is above the levels of all that it leads to, so levels are solved from 0 up.

A state found is looked up by its key, a number made of its fields, in `places`. Where there is a place for every
possible key the key is the place; otherwise places are shared and probed in turn.
"""

from typing import Any

from parlour.fast.kernels.stubs import State, key, load, option, options, play, store, to_act
from parlour.solver.state_space import CELLS, DEPTH, DONE, EMPTY, FOUND, LOST, WAITING, Index, Tables

OPEN = -1  # a mark: on the way here, or in a component that is not complete; a complete one has its level
ASTRAY = -2  # instead of the number of a state: outside the bounds
SPREAD = 0x9E3779B97F4A7C15  # an odd number that scatters neighbouring keys


def place_of(index: Index, name: int) -> Any:
    """Where a key is, or where it belongs if it is not there yet."""
    if index.exact:
        return name
    last = index.places.shape[0] - 1  # one less than a power of two
    place = (name * SPREAD >> 20) & last
    while index.places[place] != EMPTY and index.keys[index.places[place]] != name:
        place = (place + 1) & last
    return place


def number_of(index: Index, state: State) -> Any:
    """The number of a state; EMPTY if it was not found, ASTRAY if it breaks the bounds of its game."""
    name = key(state, index.lowest, index.highest, index.strides)
    return index.places[place_of(index, name)] if name >= 0 else ASTRAY


def enter(index: Index, tables: Tables, state: State) -> None:
    """A state that is not known yet: gets a number, and is next on the path."""
    counts = tables.counts
    number = counts[FOUND]
    name = key(state, index.lowest, index.highest, index.strides)
    index.places[place_of(index, name)] = number
    index.keys[number] = name
    store(tables.states, number, state)
    tables.marks[number] = OPEN
    tables.links[number] = number
    tables.cursors[number] = 0
    tables.levels[number] = 0
    tables.path[counts[DEPTH]] = number
    tables.waiting[counts[WAITING]] = number
    counts[FOUND] += 1
    counts[DEPTH] += 1
    counts[WAITING] += 1


def list_keys(index: Index, states: Any, count: int) -> None:
    """Makes states findable that were found before."""
    for number in range(count):
        index.keys[number] = key(load(states, number), index.lowest, index.highest, index.strides)
    settle_in(index, count)


def settle_in(index: Index, count: int) -> None:
    """Puts the states that were found so far into new, empty places."""
    for number in range(count):
        index.places[place_of(index, index.keys[number])] = number


def explore(rules: Any, index: Index, tables: Tables, most_found: int, most_cells: int) -> None:
    """Goes on until everything is found, `most_found` states are, or `most_cells` more outcomes were looked at."""
    counts = tables.counts
    last_cell = counts[CELLS] + most_cells
    while counts[DEPTH] > 0 and counts[FOUND] < most_found and counts[CELLS] < last_cell:
        number = tables.path[counts[DEPTH] - 1]
        state = load(tables.states, number)
        actor = to_act(rules, state)
        rows = options(rules, state, 0) if actor & 1 else 1
        columns = options(rules, state, 1) if actor & 2 else 1
        begun = tables.cursors[number]
        level, link = tables.levels[number], tables.links[number]
        after, child = state, 0
        cell, cells = begun, rows * columns
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
                    mark = tables.marks[child]
                    if mark == OPEN:
                        link = min(link, tables.links[child])
                        if child == number:
                            tables.cyclic[number] = True
                    elif mark >= level:
                        level = mark + 1
                cell += 1
                j += 1
            i += 1
            j = 0
        tables.levels[number], tables.links[number] = level, link
        tables.cursors[number] = cell
        counts[CELLS] += cell - begun
        if child == ASTRAY:
            counts[LOST] = number + 1
            return
        if child == EMPTY:  # this outcome is looked at again when the state it leads to is done
            enter(index, tables, after)
        else:
            counts[DEPTH] -= 1
            tables.finished[counts[DONE]] = number
            counts[DONE] += 1
            if link == number:
                close(tables, number)


def close(tables: Tables, number: int) -> None:
    """A component is complete: `number` and all that waits above it."""
    counts, waiting = tables.counts, tables.waiting
    bottom = counts[WAITING] - 1
    level = tables.levels[waiting[bottom]]
    while waiting[bottom] != number:
        bottom -= 1
        level = max(level, tables.levels[waiting[bottom]])
    for place in range(bottom, counts[WAITING]):
        member = waiting[place]
        tables.levels[member] = level
        tables.marks[member] = level
        if counts[WAITING] - bottom > 1:
            tables.cyclic[member] = True
    counts[WAITING] = bottom
