"""What a player is."""

from __future__ import annotations

from random import Random
from typing import Protocol

from parlour.match.view import View


class Player(Protocol):
    """Anything that chooses. It sees what its seat may see, and takes its chances from the source it is given."""

    def choose(self, view: View, random: Random) -> int:
        """One of `view.actions`."""
