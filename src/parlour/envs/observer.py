"""What a player of a game in OpenSpiel observes, as text and as a row of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.envs.spaces import Spaces
from parlour.games.errors import ParlourError


class TableObserver:
    """Who looks, the table as it lies open, the number of the turn; with perfect recall, every decision so far.

    All of it is public, so an observer of private information sees nothing.
    """

    def __init__(self, spaces: Spaces, max_turns: int, kind: Any = None, parameters: Any = None) -> None:
        if parameters:
            raise ParlourError(f"an observer takes no parameters; these were given: {', '.join(parameters)}")
        self._spaces = spaces
        sizes: dict[str, tuple[int, ...]] = {}
        if kind is None or kind.public_info:
            sizes = {"player": (2,), "table": (len(spaces.fields) - 1,), "turn": (1,)}
            if kind is not None and kind.perfect_recall:
                sizes["decisions"] = (max_turns, 2)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        begun = 0
        for name, shape in sizes.items():
            ended = begun + int(np.prod(shape))
            self.dict[name] = self.tensor[begun:ended].reshape(shape)
            begun = ended

    def set_from(self, state: Any, player: int) -> None:
        """Writes what this player observes into `tensor` and, by name, into `dict`."""
        if not self.dict:
            return
        self.tensor.fill(0)
        at = state.at
        self.dict["player"][player] = 1
        self.dict["table"][:] = self._spaces.game.shown(at.state)
        self.dict["turn"][0] = at.turn
        if "decisions" in self.dict and at.decisions:  # the action's number plus one, so that 0 is no action
            self.dict["decisions"][: at.turn] = np.array(at.decisions) + 1

    def string_from(self, state: Any, player: int) -> str:
        if not self.dict:
            return ""
        at = state.at
        fields = " ".join(f"{field}={value}" for field, value in self._spaces.game.shown(at.state)._asdict().items())
        told = f"player {player}, turn {at.turn}: {fields}"
        if "decisions" in self.dict:
            told += "; decisions" + "".join(f" {first}/{second}" for first, second in at.decisions).replace("-1", "-")
        return told
