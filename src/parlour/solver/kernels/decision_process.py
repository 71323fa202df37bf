"""Solves a decision process, block by block: policy iteration, then the proof. See `solver/exact/decision_process.py`.

Compiled once for all games, without the freedom to reorder sums, on which the proof depends. Nothing here creates an
array: functions that do take twice as long to compile.
"""

from typing import Any

import numpy as np

from parlour.solver.exact.decision_process import ABSENT, FLOAT_ERROR, OUTSIDE, STAY, UNKNOWN, Goal, Network, Process

FIRST_SWEEPS = 10  # before policy iteration, to begin with a good policy
MAX_ROUNDS = 200
MAX_IDLE = 4  # rounds without a gain: further changes of choices are rounding errors
NOISE = 1e-15  # smaller advantages, relative to the terms that were added up, are rounding errors
UNDERFLOW = 1e-290  # smaller products may have lost precision
LEAST_EXTRA, FASTER = 2.0**-120, 16.0  # the first attempt to raise gains, per turn, and by how much the next is larger
MOST_GAIN = 1.0
NEARLY = 1e-12


def solve_blocks(process: Process, network: Network, first: int, last: int, prove: bool) -> None:
    for block in range(first, last):
        nodes = network.block_nodes[network.blocks[block] : network.blocks[block + 1]]
        iterate_policies(process, network, network.gain, nodes)
        if prove:
            below = raise_the_best(network, nodes)
            iterate_policies(process, network, network.time, nodes[:below])
            prove_block(process, network, nodes)


def advantage(process: Process, network: Network, goal: Goal, base: float, choice: int) -> Any:
    """How much more than `base` a choice is worth, and the sum of the sizes of the terms, which limits the error."""
    total, size, weight = 0.0, 0.0, 0.0
    for i in range(process.outcomes[choice], process.outcomes[choice + 1]):
        target = process.targets[i]
        after = goal.payoffs[i] if target == OUTSIDE else goal.values[network.node[target]]
        term = process.chances[i] * (after - base)
        total += term
        size += abs(term)
        weight += process.chances[i]
    return goal.per_turn + total / weight, goal.per_turn + size / weight


def best_choice(process: Process, network: Network, goal: Goal, node: int) -> Any:
    """The choice that leaves a node with the largest advantage, with both results of `advantage`."""
    base = goal.values[node]
    best, size, chosen = -np.inf, 0.0, STAY
    if network.ends[node]:
        best, size = -base, abs(base)
    for state in network.states[network.begins[node] : network.begins[node + 1]]:
        for choice in range(process.choices[state], process.choices[state + 1]):
            if not network.stays[choice]:
                gained, terms = advantage(process, network, goal, base, choice)
                if gained > best:
                    best, size, chosen = gained, terms, choice
    return best, size, chosen


def sweep_block(process: Process, network: Network, goal: Goal, nodes: Any, sweeps: int) -> float:
    """Value iteration; returns the largest change of the last sweep."""
    change = 0.0
    for _ in range(sweeps):
        change = 0.0
        for node in nodes:
            best, _, goal.choices[node] = best_choice(process, network, goal, node)
            goal.values[node] += best
            change = max(change, abs(best))
        if change == 0.0:
            break
    return change


def improve(process: Process, network: Network, goal: Goal, nodes: Any, sweeps: int) -> float:
    """Finds the best choices once, then follows them for so many sweeps, each of which takes a fraction of the time.

    Returns the largest change that the choices made.
    """
    change = sweep_block(process, network, goal, nodes, 1)
    for _ in range(sweeps):
        settled = True
        for node in nodes:
            base, choice = goal.values[node], goal.choices[node]
            gained = -base if choice == STAY else advantage(process, network, goal, base, choice)[0]
            goal.values[node] += gained
            settled = settled and gained == 0.0
        if settled:
            break
    return change


def iterate_policies(process: Process, network: Network, goal: Goal, nodes: Any) -> None:
    """Policy iteration: values of the current choices, then better choices, until there are none.

    Begins with the best value that any way out has. The first choices then try for it, however long that takes. Choices
    that begin with less may never change: an advantage that needs several rare events in a row is lost in rounding.
    """
    best = exits(process, network, goal, nodes)[1]
    for node in nodes:
        goal.values[node] = best
    sweep_block(process, network, goal, nodes, FIRST_SWEEPS)
    most, idle = -np.inf, 0
    for _ in range(MAX_ROUNDS):
        evaluate(process, network, goal, nodes)
        total, improved = 0.0, False
        for node in nodes:
            total += goal.values[node]
            best, size, choice = best_choice(process, network, goal, node)
            if choice != goal.choices[node] and best > NOISE * size:
                goal.choices[node] = choice
                improved = True
        if not improved:
            return
        idle = 0 if total > most else idle + 1
        most = max(most, total)
        if idle > MAX_IDLE:
            break
    evaluate(process, network, goal, nodes)  # the values must be those of the last choices


def begin_low(process: Process, network: Network, goal: Goal, nodes: Any) -> None:
    """Values that are too low, if at all. Sweeps then raise them: whenever they stop, they promise nothing false."""
    lowest = exits(process, network, goal, nodes)[0]
    for node in nodes:
        goal.values[node] = lowest


def exits(process: Process, network: Network, goal: Goal, nodes: Any) -> tuple[float, float]:
    """The lowest and the highest value among all outcomes that leave the block, and 0 if play can stay forever."""
    for node in nodes:
        network.place[node] = 0
    lowest, highest = np.inf, -np.inf
    for node in nodes:
        if network.ends[node]:
            lowest, highest = min(lowest, 0.0), max(highest, 0.0)
        for state in network.states[network.begins[node] : network.begins[node + 1]]:
            for i in range(process.outcomes[process.choices[state]], process.outcomes[process.choices[state + 1]]):
                target = process.targets[i]
                if target == OUTSIDE:
                    after = goal.payoffs[i]
                elif network.place[network.node[target]] == ABSENT:
                    after = goal.values[network.node[target]]
                else:
                    continue
                lowest, highest = min(lowest, after), max(highest, after)
    for node in nodes:
        network.place[node] = ABSENT
    return lowest, highest


def evaluate(process: Process, network: Network, goal: Goal, nodes: Any) -> None:
    """The values of the nodes of a block if the current choices are followed.

    Eliminates one node after another: choices that lead to it lead to its successors instead. All terms are chances,
    and the chance to remain is never calculated as one minus the others, so nothing cancels, however rarely play leaves
    (Grassmann, Taksar and Heyman).
    """
    count = nodes.shape[0]
    for i in range(count):
        network.place[nodes[i]] = i
    matrix, leaving, payoff = network.matrix, network.leaving, network.payoff
    lowest, highest = np.inf, -np.inf
    for i in range(count):
        leaving[i], payoff[i] = 0.0, 0.0
        for k in range(count):
            matrix[i, k] = 0.0
        choice = goal.choices[nodes[i]]
        if choice == STAY:
            leaving[i] = 1.0
            lowest, highest = min(lowest, 0.0), max(highest, 0.0)
            continue
        begin, end = process.outcomes[choice], process.outcomes[choice + 1]
        weight = 0.0
        for k in range(begin, end):
            weight += process.chances[k]
        payoff[i] = goal.per_turn
        for k in range(begin, end):
            chance, target = process.chances[k] / weight, process.targets[k]
            if target != OUTSIDE and network.place[network.node[target]] != ABSENT:
                matrix[i, network.place[network.node[target]]] += chance
                continue
            after = goal.payoffs[k] if target == OUTSIDE else goal.values[network.node[target]]
            leaving[i] += chance
            payoff[i] += chance * after
            lowest, highest = min(lowest, after), max(highest, after)
    for last in range(count - 1, 0, -1):
        total = leaving[last]
        for k in range(last):
            total += matrix[last, k]
        for i in range(last):
            if matrix[i, last] > 0.0:
                share = matrix[i, last] / total
                for k in range(last):
                    matrix[i, k] += share * matrix[last, k]
                leaving[i] += share * leaving[last]
                payoff[i] += share * payoff[last]
    for i in range(count):
        total, weight = payoff[i], leaving[i]
        for k in range(i):
            total += matrix[i, k] * goal.values[nodes[k]]
            weight += matrix[i, k]
        value = total / weight
        goal.values[nodes[i]] = value if goal.per_turn > 0.0 else min(highest, max(lowest, value))
        network.place[nodes[i]] = ABSENT


def raise_the_best(network: Network, nodes: Any) -> int:
    """Gives nodes with the most of all, or nearly, exactly that, and puts them last; returns how many others there are.

    No choice improves on the most of all, so they need not be raised for the turns that play can last there. Often that
    is long: a player who is sure to win can delay the win.
    """
    below = 0
    for i in range(nodes.shape[0]):
        node = nodes[i]
        if network.gain.values[node] > MOST_GAIN - NEARLY:
            network.gain.values[node] = MOST_GAIN
        else:
            nodes[i], nodes[below] = nodes[below], node
            below += 1
    return below


def prove_block(process: Process, network: Network, nodes: Any) -> None:
    """Raises the gains until they pass the check, as little as possible; they are the most of all if nothing passes."""
    count = nodes.shape[0]
    gains, times = network.leaving, network.payoff  # room for copies
    slowest, extra = 0.0, 0.0
    for i in range(count):
        gains[i], times[i] = network.gain.values[nodes[i]], network.time.values[nodes[i]]
        slowest = max(slowest, times[i])
        network.time.values[nodes[i]] = 0.0  # for other blocks, play has left
    while extra * slowest <= 2.0 * MOST_GAIN:
        for i in range(count):
            network.gain.values[nodes[i]] = min(MOST_GAIN, gains[i] + extra * times[i])
        if is_proved(process, network, nodes):
            return
        extra = max(LEAST_EXTRA, FASTER * extra)
    for node in nodes:
        network.gain.values[node] = MOST_GAIN


def is_proved(process: Process, network: Network, nodes: Any) -> bool:
    """Whether no choice in these nodes improves their gains, and endless play is not worth more.

    Then gains are, on average, never higher after a choice than before it, so that no way of playing exceeds them.
    """
    gains = network.gain.values
    for node in nodes:
        own = gains[node]
        if network.ends[node] and own < 0.0:
            return False
        for state in network.states[network.begins[node] : network.begins[node + 1]]:
            for choice in range(process.choices[state], process.choices[state + 1]):
                begin, end = process.outcomes[choice], process.outcomes[choice + 1]
                total, error = 0.0, 0.0
                for i in range(begin, end):
                    target = process.targets[i]
                    after = process.payoffs[i] if target == OUTSIDE else gains[network.node[target]]
                    if after != own:
                        term = process.chances[i] * (after - own)
                        total += term
                        error += max(UNDERFLOW, abs(term))
                if total > -FLOAT_ERROR * (end - begin + 3) * error:
                    return False
    return True


def respond(process: Process, network: Network, found: Any) -> None:
    """Fills in the best choice in every state."""
    for node in range(network.ends.shape[0]):
        states = network.states[network.begins[node] : network.begins[node + 1]]
        chosen = network.gain.choices[node]
        missing = states.shape[0]
        for state in states:
            if chosen != STAY and process.choices[state] <= chosen < process.choices[state + 1]:
                found[state] = chosen
                missing -= 1
        while missing > 0:
            for state in states:
                if found[state] == UNKNOWN:
                    found[state] = step_within(process, network, state, found, chosen == STAY)
                    missing -= found[state] != UNKNOWN


def step_within(process: Process, network: Network, state: int, found: Any, anywhere: bool) -> int:
    """A choice that stays and may lead to a state whose choice is found, or anywhere; UNKNOWN if there is none."""
    for choice in range(process.choices[state], process.choices[state + 1]):
        if network.stays[choice]:
            if anywhere:
                return choice
            for target in process.targets[process.outcomes[choice] : process.outcomes[choice + 1]]:
                if found[target] != UNKNOWN:
                    return choice
    return UNKNOWN
