"""Where every pair of actions leads. Compiled with the rules of a game."""

from typing import Any

from parlour.fast.kernels.stubs import State, load, option, options, play, to_act
from parlour.solver.kernels.explore import number_of
from parlour.solver.states.explorer import Index
from parlour.solver.states.stage import OVER


def count_options(rules: Any, index: Index, numbers: Any, counts: Any) -> None:
    for k in range(numbers.shape[0]):
        counts[k, 0], counts[k, 1] = option_counts(rules, load(index.states, numbers[k]))


def option_counts(rules: Any, state: State) -> tuple[int, int]:
    """How many actions each player has; a player who is not to act has one, which is to do nothing."""
    actor = to_act(rules, state)
    return options(rules, state, 0) if actor & 1 else 1, options(rules, state, 1) if actor & 2 else 1


def fill_outcomes(rules: Any, index: Index, numbers: Any, cells: Any, outcomes: Any) -> None:
    """Fills in the number of the next state, or OVER - winner, from `cells[k]` on for state `numbers[k]`."""
    for k in range(numbers.shape[0]):
        state = load(index.states, numbers[k])
        actor = to_act(rules, state)
        rows, columns = option_counts(rules, state)
        cell = cells[k]
        for i in range(rows):
            first = option(rules, state, 0, i) if actor & 1 else 0
            for j in range(columns):
                second = option(rules, state, 1, j) if actor & 2 else 0
                after = play(rules, state, first, second)
                outcomes[cell] = number_of(index, after) if after.winner == 0 else OVER - after.winner
                cell += 1
