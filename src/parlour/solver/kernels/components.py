"""Strongly connected components, and the end components of a decision process. Compiled once for all games."""

from typing import Any

import numpy as np

from parlour.solver.exact.decision_process import OUTSIDE, Process

UNSEEN, OPEN = -1, -1  # the order and the component of a state that are not known yet


def strong_components(first_edge: Any, edges: Any, component: Any) -> int:
    """Numbers the components so that no edge leads to a higher number (Tarjan's algorithm); returns how many there are.

    The edges of state s are `edges[first_edge[s]:first_edge[s + 1]]`, each a state or OUTSIDE.
    """
    count = component.shape[0]
    order, lowlink = np.full(count, UNSEEN, np.int64), np.zeros(count, np.int64)
    next_edge = first_edge[:count].copy()
    path, pending = np.zeros(count, np.int64), np.zeros(count, np.int64)
    found, waiting, components = 0, 0, 0
    component.fill(OPEN)
    for root in range(count):
        depth = 0
        if order[root] == UNSEEN:
            path[0], pending[waiting] = root, root
            order[root] = lowlink[root] = found
            depth, waiting, found = 1, waiting + 1, found + 1
        while depth > 0:
            state = path[depth - 1]
            if next_edge[state] < first_edge[state + 1]:
                after = edges[next_edge[state]]
                next_edge[state] += 1
                if after == OUTSIDE:
                    continue
                if order[after] == UNSEEN:
                    path[depth], pending[waiting] = after, after
                    order[after] = lowlink[after] = found
                    depth, waiting, found = depth + 1, waiting + 1, found + 1
                elif component[after] == OPEN:
                    lowlink[state] = min(lowlink[state], order[after])
                continue
            depth -= 1
            if depth > 0:
                lowlink[path[depth - 1]] = min(lowlink[path[depth - 1]], lowlink[state])
            if lowlink[state] == order[state]:
                while True:
                    waiting -= 1
                    component[pending[waiting]] = components
                    if pending[waiting] == state:
                        break
                components += 1
    return components


def end_components(process: Process, stays: Any, component: Any) -> int:
    """Finds the sets of states in which play can be kept forever; returns how many components there are.

    A choice stays if it belongs to such a set: it leads to states of the same component only, with certainty, and from
    each of them a choice that stays leads back. Starts with all choices and removes those that may leave their
    component, until none does. A state without a choice that stays is its own component.
    """
    count = component.shape[0]
    edges, left = process.targets.copy(), np.zeros(count, np.bool_)
    first_edge = np.empty(count + 1, np.int64)
    for state in range(count + 1):
        first_edge[state] = process.outcomes[process.choices[state]]
    stays.fill(True)
    while True:
        components = strong_components(first_edge, edges, component)
        if not remove_leaving(process, stays, component, edges, left):
            return components
        while remove_leaving(process, stays, component, edges, left):  # much faster than new components each time
            pass


def remove_leaving(process: Process, stays: Any, component: Any, edges: Any, left: Any) -> bool:
    """Removes choices that may leave their component or lead to a state that is `left`; returns whether it did.

    A state is left if none of its choices stays.
    """
    removed = False
    for state in range(component.shape[0]):
        if not left[state]:
            kept = False
            for choice in range(process.choices[state], process.choices[state + 1]):
                begin, end = process.outcomes[choice], process.outcomes[choice + 1]
                if stays[choice] and may_leave(edges, begin, end, component, component[state], left):
                    stays[choice] = False
                    for i in range(begin, end):
                        edges[i] = OUTSIDE
                    removed = True
                kept = kept or stays[choice]
            left[state] = not kept
    return removed


def may_leave(edges: Any, begin: int, end: int, component: Any, own: int, left: Any) -> bool:
    for i in range(begin, end):
        after = edges[i]
        if after == OUTSIDE or component[after] != own or left[after]:
            return True
    return False


def sort_by(numbers: Any, count: int) -> Any:
    """Where each number below `count` begins in a list sorted by number, and that list of positions."""
    begins = np.zeros(count + 1, np.int64)
    for number in numbers:
        begins[number + 1] += 1
    for number in range(count):
        begins[number + 1] += begins[number]
    positions, used = np.empty(numbers.shape[0], np.int64), begins.copy()
    for position in range(numbers.shape[0]):
        positions[used[numbers[position]]] = position
        used[numbers[position]] += 1
    return begins, positions


def collapse(process: Process) -> Any:
    """The end components as nodes, and the nodes in blocks: the fields of a `Network` up to `block_nodes`."""
    count = process.choices.shape[0] - 1
    stays, node = np.ones(process.outcomes.shape[0] - 1, np.bool_), np.empty(count, np.int64)
    nodes = end_components(process, stays, node)
    begins, states = sort_by(node, nodes)
    ends = np.zeros(nodes, np.bool_)
    first_edge, edges = np.zeros(nodes + 1, np.int64), np.empty(process.targets.shape[0], np.int32)
    used = 0
    for number in range(nodes):
        for state in states[begins[number] : begins[number + 1]]:
            for choice in range(process.choices[state], process.choices[state + 1]):
                if stays[choice]:
                    ends[number] = True
                    continue
                for i in range(process.outcomes[choice], process.outcomes[choice + 1]):
                    target = process.targets[i]
                    edges[used] = OUTSIDE if target == OUTSIDE else node[target]
                    used += 1
        first_edge[number + 1] = used
    block = np.empty(nodes, np.int64)
    blocks, block_nodes = sort_by(block, strong_components(first_edge, edges, block))
    return stays, node, begins, states, ends, blocks, block_nodes
