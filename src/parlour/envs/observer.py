"""What a player observes in OpenSpiel, as text and as a tensor."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from parlour.envs.spaces import Spaces
from parlour.games.errors import ParlourError


class Observer:
    """The player, the state without its hidden fields and the turn; with perfect recall, also the choices so far.

    All of this is public, so an observer of private information alone sees nothing.
    """

    def __init__(self, spaces: Spaces, max_turns: int, observation_type: Any = None, parameters: Any = None) -> None:
        if parameters:
            raise ParlourError(f"an observer takes no parameters; you gave: {', '.join(parameters)}")
        self._spaces = spaces
        shapes: dict[str, tuple[int, ...]] = {}
        if observation_type is None or observation_type.public_info:
            shapes = {"player": (2,), "state": (len(spaces.fields) - 1,), "turn": (1,)}
            if observation_type is not None and observation_type.perfect_recall:
                shapes["choices"] = (max_turns, 2)
        ends = np.cumsum([0, *(prod(shape) for shape in shapes.values())])
        self.tensor = np.zeros(ends[-1], np.float32)
        parts = np.split(self.tensor, ends[1:-1])  # these share their memory with `tensor`
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=False)}

    def set_from(self, state: Any, player: int) -> None:
        """Writes what this player observes into `tensor`; `dict` holds the same numbers by name."""
        if not self.dict:
            return
        self.tensor.fill(0)
        position = state.at
        self.dict["player"][player] = 1
        self.dict["state"][:] = self._spaces.game.shown(position.state)
        self.dict["turn"][0] = position.turn
        if "choices" in self.dict and position.choices:  # 0 means no action
            self.dict["choices"][: position.turn] = np.array(position.choices) + 1

    def string_from(self, state: Any, player: int) -> str:
        if not self.dict:
            return ""
        position = state.at
        visible = self._spaces.game.shown(position.state)._asdict()
        fields = " ".join(f"{field}={value}" for field, value in visible.items())
        text = f"player {player}, turn {position.turn}: {fields}"
        if "choices" in self.dict:
            choices = "".join(f" {first}/{second}" for first, second in position.choices)
            text += f"; choices{choices}".replace("-1", "-")
        return text
