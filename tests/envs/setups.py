"""The games and variants that the tests of environments use."""

from __future__ import annotations

from typing import Any, NamedTuple

from support import OURS

import parlour
from parlour.games.game import Game


class Setup(NamedTuple):
    name: str
    rules: dict[str, Any]

    @property
    def game(self) -> Game:
        return parlour.game(self.name, **self.rules)

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{field}={value}" for field, value in self.rules.items())])


STANDARD = [Setup(name, {}) for name in OURS]
VARIANTS = [
    Setup("token-tactics", {"start": 3, "cap": 4, "both_empty": "draw"}),
    Setup("token-showdown", {"tokens": 6, "points": 2}),
    Setup("tower-siege", {"tower": 3, "stride": 2, "cards": 2}),
    Setup("tower-siege", {"tower": 1}),  # one move wins
    Setup("color-capture", {"repeats": 2}),  # ends in draws
    Setup("resource-war", {"hidden": True}),
    Setup("resource-war", {"points": 3, "target": 2, "stall": 0}),  # may never end
]
SETUPS = STANDARD + VARIANTS
