"""The legal actions in many states at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.devices import Cpu
from parlour.fast.threads import cores
from parlour.games.game import Game


def legal_actions(game: Game, table: NDArray[Any]) -> NDArray[np.bool_]:
    """`legal[row, player, action]` for a table with one state in each row; none for a player who is not to act."""
    legal = np.zeros((len(table), 2, game.action_count()), np.bool_)
    Cpu(game, cores()).loop("legal_slots", len(table))(table, legal)
    return legal
