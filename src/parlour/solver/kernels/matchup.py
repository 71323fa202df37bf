"""The outcomes of each state when both players' mixes are known. Compiled once for all games.

Several pairs of players are followed at once: `mixes[p]` are the chances of policy p for every option, in the order of
the mixes of `games`, and `values[state, pair]` are those of each pair, for the first player.
"""

from typing import Any

from parlour.solver.exact.decision_process import OUTSIDE
from parlour.solver.states.stage import OVER, Outcomes


def meet(games: Outcomes, mixes: Any, pairs: Any, values: Any, room: Any) -> None:
    """Fills in the values of these states from those of the states that they lead to.

    `room` has two rows and one for each option of the second player, whose chances are copied there pair by pair: the
    innermost loop then runs through neighbouring numbers.
    """
    count = pairs.shape[0]
    totals, row = room[0], room[1]
    for k in range(games.states.shape[0]):
        m, n = games.options[k, 0], games.options[k, 1]
        begin, cell = games.begins[k], games.cells[k]
        for j in range(n):
            for pair in range(count):
                room[2 + j, pair] = mixes[pairs[pair, 1], begin + m + j]
        for pair in range(count):
            totals[pair] = 0.0
        for i in range(m):
            for pair in range(count):
                row[pair] = 0.0
            for j in range(n):
                add_outcome(games, games.outcomes[cell + i * n + j], values, room[2 + j], row)
            for pair in range(count):
                totals[pair] += mixes[pairs[pair, 0], begin + i] * row[pair]
        for pair in range(count):
            values[games.states[k], pair] = totals[pair]


def add_outcome(games: Outcomes, outcome: int, values: Any, chances: Any, row: Any) -> None:
    """Adds the value of an outcome, times its probability, to each pair."""
    if outcome >= 0:
        after = values[outcome]
        for pair in range(row.shape[0]):
            row[pair] += chances[pair] * after[pair]
    else:
        reward = games.rewards[OVER - outcome]
        for pair in range(row.shape[0]):
            row[pair] += chances[pair] * reward


def fill_chain(games: Outcomes, first: Any, second: Any, positions: Any, values: Any, chain: Any) -> None:
    """Where one pair's play leads from the states of a cycle. `positions` are those of states within it."""
    cell = 0
    for k in range(games.states.shape[0]):
        m, n = games.options[k, 0], games.options[k, 1]
        begin = games.begins[k]
        for i in range(m):
            for j in range(n):
                chance = first[begin + i] * second[begin + m + j]
                if chance > 0.0:
                    outcome = games.outcomes[games.cells[k] + i * n + j]
                    chain.chances[cell] = chance
                    chain.targets[cell] = positions[outcome] if outcome >= 0 else OUTSIDE
                    if chain.targets[cell] == OUTSIDE:
                        chain.payoffs[cell] = values[outcome] if outcome >= 0 else games.rewards[OVER - outcome]
                    cell += 1
        chain.outcomes[k + 1] = cell
