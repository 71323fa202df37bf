"""The best replies to a known mix, state by state. Compiled once for all games.

`mixes` are the chances of both players' options, in the order of the mixes of `games`; `values` are for the first
player, given that `player` replies as well as possible. Every value allows for rounding, in favour of that player.
"""

from typing import Any

from parlour.solver.exact.decision_process import FLOAT_ERROR, OUTSIDE, PRODUCT_ERROR, Process
from parlour.solver.states.stage import OVER, Outcomes


def reply(games: Outcomes, mixes: Any, player: int, values: Any, replies: Any, room: Any) -> None:
    """Fills in the values and the best options in states that only lead to others.

    `room` has three rows, with a column for each option. All options are averaged together, one choice of the opponent
    after another: a processor does several at once.
    """
    sign = 1.0 if player == 0 else -1.0
    base, totals, terms = room[0], room[1], room[2]
    for k in range(games.states.shape[0]):
        m, n = games.options[k, 0], games.options[k, 1]
        own, others = (m, n) if player == 0 else (n, m)
        own_step, other_step = (n, 1) if player == 0 else (1, n)  # in the outcomes, from option to option
        chances = games.begins[k] + (m if player == 0 else 0)
        size, weight = 0, 0.0
        for j in range(others):
            chance = mixes[chances + j]
            if chance > 0.0:
                cell = games.cells[k] + j * other_step
                for i in range(own):
                    value = sign * value_of(games, games.outcomes[cell + i * own_step], values)
                    if size == 0:
                        base[i], totals[i], terms[i] = value, 0.0, 0.0
                    term = chance * (value - base[i])
                    totals[i] += term
                    terms[i] += abs(term)
                weight += chance
                size += 1
        best, found = 0.0, -1
        for i in range(own):
            average = base[i] + totals[i] / weight
            if terms[i] > 0.0:  # otherwise the average is exact
                average += FLOAT_ERROR * ((size + 5) * terms[i] / weight + 2.0 * abs(average)) + PRODUCT_ERROR
            if found < 0 or average > best:
                best, found = average, i
        values[games.states[k]], replies[games.states[k]] = sign * min(1.0, best), found


def value_of(games: Outcomes, outcome: int, values: Any) -> Any:
    return values[outcome] if outcome >= 0 else games.rewards[OVER - outcome]


def fill_process(games: Outcomes, mixes: Any, player: int, positions: Any, values: Any, process: Process) -> None:
    """The player's choices in a cycle, and their outcomes. `positions` are those of states within it."""
    sign = 1.0 if player == 0 else -1.0
    choice, entry = 0, 0
    for k in range(games.states.shape[0]):
        m, n = games.options[k, 0], games.options[k, 1]
        own, others = (m, n) if player == 0 else (n, m)
        own_step, other_step = (n, 1) if player == 0 else (1, n)
        chances = games.begins[k] + (m if player == 0 else 0)
        for i in range(own):
            for j in range(others):
                if mixes[chances + j] > 0.0:
                    outcome = games.outcomes[games.cells[k] + i * own_step + j * other_step]
                    process.chances[entry] = mixes[chances + j]
                    process.targets[entry] = positions[outcome] if outcome >= 0 else OUTSIDE
                    if process.targets[entry] == OUTSIDE:
                        process.payoffs[entry] = sign * value_of(games, outcome, values)
                    entry += 1
            choice += 1
            process.outcomes[choice] = entry
        process.choices[k + 1] = choice
