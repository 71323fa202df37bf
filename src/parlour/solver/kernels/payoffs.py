"""The matrix game of a state: the value of what follows each pair of actions. Compiled with the rules of a game."""

from typing import Any

from parlour.fast.kernels.stubs import State, load, option, options, play, to_act
from parlour.fast.kernels.turn import reward
from parlour.solver.kernels.explore import number_of
from parlour.solver.state_space import Index


def payoffs(rules: Any, index: Index, values: Any, number: int, matrix: Any) -> Any:
    """Fills in the values after every pair of actions; returns how many actions the players have."""
    state = load(index.states, number)
    actor = to_act(rules, state)
    rows = options(rules, state, 0) if actor & 1 else 1
    columns = options(rules, state, 1) if actor & 2 else 1
    for i in range(rows):
        first = option(rules, state, 0, i) if actor & 1 else 0
        for j in range(columns):
            second = option(rules, state, 1, j) if actor & 2 else 0
            after = play(rules, state, first, second)
            if after.winner == 0:
                matrix[i, j] = values[number_of(index, after)]
            else:
                matrix[i, j] = reward(after.winner, 0)
    return rows, columns


def fill_matrices(rules: Any, index: Index, values: Any, numbers: Any, sizes: Any, cells: Any) -> int:
    """Fills in the matrices of these states, one after another; returns for how many of them there was room."""
    begin = 0
    for k in range(numbers.shape[0]):
        rows, columns = option_counts(rules, load(index.states, numbers[k]))
        end = begin + rows * columns
        if end > cells.shape[0]:
            return k
        sizes[k, 0], sizes[k, 1] = rows, columns
        payoffs(rules, index, values, numbers[k], cells[begin:end].reshape(rows, columns))
        begin = end
    return int(numbers.shape[0])


def count_options(rules: Any, index: Index, numbers: Any, counts: Any) -> None:
    for k in range(numbers.shape[0]):
        counts[k, 0], counts[k, 1] = option_counts(rules, load(index.states, numbers[k]))


def option_counts(rules: Any, state: State) -> tuple[int, int]:
    """How many actions each player has; a player who is not to act has one, which is to do nothing."""
    actor = to_act(rules, state)
    return options(rules, state, 0) if actor & 1 else 1, options(rules, state, 1) if actor & 2 else 1
