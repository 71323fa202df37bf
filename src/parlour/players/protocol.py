"""The protocol of a player."""

from __future__ import annotations

from random import Random
from typing import Protocol

from parlour.match.view import View


class Player(Protocol):
    """Anything with `choose`. It sees what its seat may see, and draws random numbers only from `random`."""

    def choose(self, view: View, random: Random) -> int:
        """Returns one of `view.actions`."""
