"""A player that plays a given list of actions."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from parlour.games.errors import ParlourError
from parlour.match.match import View


class Scripted:
    def __init__(self, actions: Iterable[int]) -> None:
        self._actions = tuple(actions)
        self._next = 0

    def choose(self, view: View, random: Random) -> int:
        if self._next == len(self._actions):
            raise ParlourError(f"the script ends after {len(self._actions)} actions")
        self._next += 1
        return self._actions[self._next - 1]
