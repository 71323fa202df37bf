"""The value of a game as a map over two of its counters: purses, positions, points."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.solver.solution import Heed, Solution, silent, solved


class ValueMap(NamedTuple):
    """Values to the first player; a cell without a position is not a number."""

    across: str  # the two fields of the state
    down: str
    columns: range  # their values
    rows: range
    values: NDArray[np.float64]  # by row and column
    mean: bool  # whether a cell is the mean of all positions that play can reach; otherwise it is the start, changed


def map_fields(game: Game) -> tuple[str, str] | None:
    """What to draw a map over: as the game's words say, or what both players have most of; None if there is nothing."""
    if hook := getattr(game.words, "map_fields", None):
        across, down = hook(game.rules)
        return str(across), str(down)
    lowest, highest = (bound._asdict() for bound in game.bounds())
    widths = {field: highest[field] - lowest[field] for field in lowest if field not in ("winner", "turn")}
    pairs = [(field, mirrored(field)) for field in widths if field.endswith("1") and mirrored(field) in widths]
    if pairs:
        return max(pairs, key=lambda pair: widths[pair[0]])
    widest = sorted((field for field in widths if widths[field]), key=lambda field: -widths[field])
    return (widest[0], widest[1]) if len(widest) > 1 else None


def mirrored(field: str) -> str:
    return field[:-1] + "2"


def value_map(solution: Solution, fields: tuple[str, str], heed: Heed = silent) -> ValueMap:
    """The start of the game with these two fields changed, if they are the same counter of both players.

    Positions that play cannot come to are left out, unless that would be most of them: then they are solved too, as if
    the game began there. Other fields cannot be changed by themselves: there a cell is the mean of all positions with
    these values that play can reach.
    """
    game = solution.game
    across, down = fields
    lowest, highest = (bound._asdict() for bound in game.bounds())
    columns, rows = (range(lowest[field], highest[field] + 1) for field in fields)
    values = np.full((len(rows), len(columns)), np.nan)
    if down != mirrored(across):
        return ValueMap(across, down, columns, rows, mean_values(solution, fields, columns, rows, values), True)
    cells: dict[tuple[int, int], State] = {}
    for (row, y), (column, x) in product(enumerate(rows), enumerate(columns)):
        state: State = game.start()._replace(**{across: x, down: y})
        if all(game.actions(state, player) for player in game.to_act(state)):
            cells[row, column] = state
    reached = {cell: state for cell, state in cells.items() if solution.space.number(state) >= 0}
    if 2 * len(reached) < len(cells):
        with suppress(IllegalAction):  # a start that this game is not made for
            solution, reached = with_states(solution, cells.values(), heed), cells
    for cell, state in reached.items():
        values[cell] = solution.value(state)
    return ValueMap(across, down, columns, rows, values, False)


def with_states(solution: Solution, states: Any, heed: Heed) -> Solution:
    """The solution, grown by all that these states lead to: all at once, which is much quicker than one by one."""
    space = solution.space.copy()
    for state in states:
        space.explore(state, lambda _: heed("exploring", None))
    arrays = solved(space, solution.within, heed, solution.arrays)
    return Solution(space, arrays, solution.within, solution.seconds)


def mean_values(
    solution: Solution, fields: tuple[str, str], columns: range, rows: range, values: NDArray[np.float64]
) -> NDArray[np.float64]:
    space, names = solution.space, solution.game.start()._fields
    states = space.tables.states[: space.count]
    x, y = (states[:, names.index(field)] for field in fields)
    places = (y - rows.start) * len(columns) + x - columns.start
    counts = np.bincount(places, minlength=values.size)
    totals = np.bincount(places, weights=solution.arrays.values[: space.count], minlength=values.size)
    return np.where(counts > 0, totals / np.maximum(counts, 1), values.ravel()).reshape(values.shape)
