"""States in pairs that differ only in the seats of the players. Compiled with the rules of a game.

While a symmetric game is explored, one state of each pair stands for both: its number is found under both keys. Then
`unfold` gives the mirror images their own numbers, and `first_asymmetric` checks that the game is symmetric.
"""

from typing import Any

from parlour.fast.kernels.stubs import State, key, load, mirror, option, options, play, store, to_act
from parlour.solver.states.explorer import FINISHED, FOUND, OUTCOMES, Index, Visits

NONE = -1


def unfold(rules: Any, index: Index, visits: Visits, last: int) -> int:
    """Adds the images of the first `last` states; returns the first state whose image cannot be right, or NONE."""
    counts = visits.counts
    for number in range(last):
        image = mirror(rules, load(index.states, number))
        name = key(image, index.lowest, index.highest, index.strides)
        if name == index.keys[number]:
            continue
        back = key(mirror(rules, image), index.lowest, index.highest, index.strides)
        if name < 0 or index.buckets[name] != number or back != index.keys[number]:
            return number
        new = counts[FOUND]
        index.buckets[name] = new
        index.keys[new] = name
        store(index.states, new, image)
        visits.components[new] = visits.components[number]
        visits.levels[new] = visits.levels[number]
        visits.cyclic[new] = visits.cyclic[number]
        visits.outcomes[new] = visits.outcomes[number]
        visits.mirrors[new], visits.mirrors[number] = number, new
        visits.images[new] = True
        visits.finished[counts[FINISHED]] = new
        counts[FOUND] += 1
        counts[FINISHED] += 1
        counts[OUTCOMES] += visits.outcomes[new]
    return NONE


def first_asymmetric(rules: Any, index: Index, first: int, last: int, step: int) -> int:
    """The first of every `step`-th state that its mirror image does not match, or NONE."""
    for number in range(first, last, step):
        if not is_symmetric(rules, load(index.states, number)):
            return number
    return NONE


def is_symmetric(rules: Any, state: State) -> bool:
    """Whether the same actions, with the seats swapped, are legal and lead to mirror images."""
    image = mirror(rules, state)
    actor, other = to_act(rules, state), to_act(rules, image)
    if actor & 1 != other >> 1 or actor >> 1 != other & 1:
        return False
    rows = options(rules, state, 0) if actor & 1 else 1
    columns = options(rules, state, 1) if actor & 2 else 1
    if (actor & 1 and options(rules, image, 1) != rows) or (actor & 2 and options(rules, image, 0) != columns):
        return False
    for i in range(rows):
        first = option(rules, state, 0, i) if actor & 1 else 0
        if actor & 1 and option(rules, image, 1, i) != first:
            return False
        for j in range(columns):
            second = option(rules, state, 1, j) if actor & 2 else 0
            if actor & 2 and option(rules, image, 0, j) != second:
                return False
            if mirror(rules, play(rules, state, first, second)) != play(rules, image, second, first):
                return False
    return True
