"""How much one address may ask for. Limits are published on the page for bots."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from parlour.games.errors import ParlourError

MOST_REMEMBERED = 50_000  # addresses and seats; the longest unseen is forgotten first


class Limit(NamedTuple):
    most: int  # at once
    per_minute: float  # how fast it fills up again


LIMITS = {
    "new matches": Limit(30, 30),
    "wrong links": Limit(50, 50),
    "requests": Limit(600, 1200),
    "choices of a seat": Limit(120, 2400),  # its own budget: nobody behind the same address can use it up
    "analyses": Limit(60, 60),
    "connections": Limit(200, 400),
}


class TooMany(ParlourError):
    """An address has asked for too much. `seconds` says when to try again."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(f"too many {what}; try again in {seconds} seconds")
        self.seconds = seconds


class Budgets:
    """What is left for each address or seat."""

    def __init__(self, limits: dict[str, Limit] = LIMITS) -> None:
        self._limits = limits
        self._left: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def spend(self, what: str, who: str, now: int) -> None:
        """Count one more; raises TooMany if nothing is left."""
        limit, key = self._limits[what], (what, who)
        left, since = self._left.pop(key, (float(limit.most), now))
        left = min(limit.most, left + (now - since) / 60_000 * limit.per_minute)
        self._left[key] = (max(0.0, left - 1), now)
        if len(self._left) > MOST_REMEMBERED:
            self._left.popitem(last=False)
        if left < 1:
            raise TooMany(what, max(1, round((1 - left) * 60 / limit.per_minute)))

    def check(self, what: str, who: str, now: int) -> None:
        """Raises TooMany if nothing is left, and counts nothing."""
        limit = self._limits[what]
        left, since = self._left.get((what, who), (float(limit.most), now))
        left += (now - since) / 60_000 * limit.per_minute
        if left < 1:
            raise TooMany(what, max(1, round((1 - left) * 60 / limit.per_minute)))
