"""States as a network sees them: every field one-hot, and the seat of the player who looks."""

from __future__ import annotations

from typing import Any

import numpy as np

import parlour


class Encoding:
    def __init__(self, game: parlour.Game) -> None:
        lowest, highest = (np.array(tuple(bound)) for bound in game.bounds())
        sizes = highest - lowest + 1
        self.columns = np.concatenate([[0], sizes.cumsum()[:-1]]) - lowest
        self.width = int(sizes.sum()) + 2

    def __call__(self, table: Any, player: int) -> Any:
        """One row for each state of a table, as in `Batch.table`."""
        encoded = np.zeros((len(table), self.width), np.float32)
        np.put_along_axis(encoded, table.astype(np.int64) + self.columns, 1.0, axis=1)
        encoded[:, self.width - 2 + player] = 1.0
        return encoded

    def both(self, table: Any) -> Any:
        """The same for both players: `[slot, player, column]`."""
        return np.stack([self(table, 0), self(table, 1)], axis=1)
