"""Positions in which games are to begin, checked."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.devices import Cpu, legal_actions
from parlour.fast.slots import state_of, table_type
from parlour.fast.threads import cores
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, shorten
from parlour.games.game import Game


def starting_table(game: Game, states: Any, size: int) -> NDArray[Any]:
    """One state for each of `size` games, as rows. `states` is one state for all of them, or one for each.

    A state is one of the game's own, or a row of numbers, for example from `parlour.states`. There are no rows if
    `states` is None: the games begin at the start.
    """
    fields = game.start()._fields
    if states is None:
        return np.zeros((0, len(fields)), table_type(game))
    several = isinstance(states, list | tuple) and not hasattr(states, "_fields")
    for each in states if several else [states]:
        if hasattr(each, "_fields"):
            game.is_over(each)  # raises unless it is a state of this game
    try:
        table = np.atleast_2d(np.asarray(states))
    except ValueError:  # rows of different lengths
        table = np.zeros((0, 0))
    if table.dtype.kind not in "iu" or table.shape not in ((1, len(fields)), (size, len(fields))):
        wanted = f"one state, or one for each of the {size} games, in whole numbers: {', '.join(fields)}"
        raise IllegalAction(f"there must be {wanted}; not {shorten(states)}")
    check(game, table.astype(np.int64))
    return np.ascontiguousarray(np.broadcast_to(table.astype(table_type(game)), (size, len(fields))))


def check(game: Game, table: NDArray[Any]) -> None:
    lowest, highest = map(np.array, game.bounds())
    outside: NDArray[np.bool_] = np.any((table < lowest) | (table > highest), axis=1)
    over = table[:, game.start()._fields.index("winner")] != 0
    if outside.any():
        row = table[int(np.argmax(outside))]
        field = int(np.argmax((row < lowest) | (row > highest)))
        limits = f"must be from {lowest[field]} to {highest[field]}"
        refuse(game, table, outside, f"has hidden or impossible values: {game.start()._fields[field]} {limits}")
    refuse(game, table, over, "is over")
    narrow = table.astype(table_type(game))
    actors = np.zeros(len(table), np.int8)
    Cpu(game, cores()).loop("actors_slots", len(table))(narrow, actors)
    has_choice = legal_actions(game, narrow).any(axis=2) @ np.array([1, 2])  # in the same bits as `actors`
    refuse(game, table, (actors == 0) | (has_choice != actors), "leaves a player without a choice")


def refuse(game: Game, table: NDArray[Any], wrong: NDArray[np.bool_], reason: str) -> None:
    if wrong.any():
        state = state_of(game, table[int(np.argmax(wrong))])
        raise IllegalAction(f"a game of {game.title} cannot begin in {state}, which {reason}")


def starting_state(game: Game, state: Any) -> State:
    return state_of(game, starting_table(game, state, 1)[0])
