"""The value of a game as a map over two fields of its state, such as purses, positions or points."""

from contextlib import suppress
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.solver.progress import Progress, silent
from parlour.solver.solution import Solution


class ValueMap(NamedTuple):
    """Values for the first player; nan where there is no position."""

    across: str  # the two fields
    down: str
    columns: range  # their values
    rows: range
    values: NDArray[np.float64]  # [row, column]
    mean: bool  # whether a cell is the mean of all reachable positions; otherwise it is the start with changed fields


def map_fields(game: Game) -> tuple[str, str] | None:
    """The fields to draw a map over: those that `words.py` names, else the pair with the widest range, else None."""
    if hook := getattr(game.words, "map_fields", None):
        across, down = hook(game.rules)
        return str(across), str(down)
    lowest, highest = (bound._asdict() for bound in game.bounds())
    widths = {field: highest[field] - lowest[field] for field in lowest if field not in ("winner", "turn")}
    pairs = [(field, second_field(field)) for field in widths if field.endswith("1") and second_field(field) in widths]
    if pairs:
        return max(pairs, key=lambda pair: widths[pair[0]])
    widest = sorted((field for field in widths if widths[field]), key=lambda field: -widths[field])
    return (widest[0], widest[1]) if len(widest) > 1 else None


def second_field(field: str) -> str:
    """The second player's field for one of the first player's."""
    return field[:-1] + "2"


def value_map(solution: Solution, fields: tuple[str, str], progress: Progress = silent) -> ValueMap:
    """The values over two fields.

    If they are the same field of both players, each cell is the start of the game with these two fields changed. Cells
    that play cannot reach are left out, or solved too if they are the majority. With any other fields, each cell is the
    mean of all reachable positions with these values.
    """
    game = solution.game
    across, down = fields
    lowest, highest = (bound._asdict() for bound in game.bounds())
    columns, rows = (range(lowest[field], highest[field] + 1) for field in fields)
    if down != second_field(across):
        return ValueMap(across, down, columns, rows, mean_values(solution, fields, columns, rows), True)
    cells: dict[tuple[int, int], State] = {}
    for (row, y), (column, x) in product(enumerate(rows), enumerate(columns)):
        state: State = game.start()._replace(**{across: x, down: y})
        if all(game.actions(state, player) for player in game.to_act(state)):
            cells[row, column] = state
    reached = {cell: state for cell, state in cells.items() if solution.states.find(state) >= 0}
    if 2 * len(reached) < len(cells):
        with suppress(IllegalAction):  # the game cannot start in one of these states
            solution, reached = solution.extend(cells.values(), progress), cells
    values = np.full((len(rows), len(columns)), np.nan)
    for cell, state in reached.items():
        values[cell] = solution.value(state)
    return ValueMap(across, down, columns, rows, values, False)


def mean_values(solution: Solution, fields: tuple[str, str], columns: range, rows: range) -> NDArray[np.float64]:
    states, size = solution.states, len(rows) * len(columns)
    x, y = (states.table[:, states.fields.index(field)].astype(np.int64) for field in fields)
    cells = (y - rows.start) * len(columns) + x - columns.start
    counts = np.bincount(cells, minlength=size)
    totals = np.bincount(cells, weights=solution.values, minlength=size)
    return np.where(counts > 0, totals / np.maximum(counts, 1), np.nan).reshape(len(rows), len(columns))
