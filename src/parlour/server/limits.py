"""How much one address may ask for. Limits are published on the page for bots."""

import math
from ipaddress import ip_network
from typing import Any, NamedTuple

from parlour.games.errors import ParlourError
from parlour.server.cache import Cache

MOST_REMEMBERED = 50_000  # addresses and seats; the longest unseen is forgotten first


class Limit(NamedTuple):
    most: int  # at once
    per_minute: float  # how fast it fills up again


LIMITS = {
    "new matches": Limit(30, 30),  # a hundred turns before its beginning count as one more
    "running matches": Limit(200, 0),  # these come back when they end
    "wrong links": Limit(50, 50),
    "requests": Limit(600, 1200),
    "requests without waiting": Limit(100, 6_000),  # of all kinds; more are answered later
    "requests at once": Limit(2, 0),  # others wait for their turn
    "choices of a seat": Limit(120, 2400),  # its own budget: other clients behind the same address cannot use it up
    "analyses": Limit(60, 60),  # reviews, records and positions in the explorer
    "connections": Limit(200, 400),
    "readings": Limit(1_000, 60_000),  # of up to a kilobyte each; more are read later
    "open connections": Limit(500, 0),  # these come back when they are closed
    "kilobytes of views": Limit(20_000, 120_000),  # those that arrive by themselves come later if none are left
}


def limits_times(factor: float) -> dict[str, Limit]:
    """Other limits than usual: more for a tournament of your own bots, for example."""
    if not 0 < factor < math.inf:
        raise ParlourError(f"limits must be multiplied by a positive number, not by {factor}")
    return {what: Limit(max(1, int(limit.most * factor)), limit.per_minute * factor) for what, limit in LIMITS.items()}


def network_of(peer: tuple[str, int] | None) -> str:
    """One household has a whole network of IPv6 addresses, so these count together."""
    host = peer[0] if peer else "unknown"
    if ":" not in host:
        return host
    try:
        return str(ip_network((host.partition("%")[0], 64), strict=False))
    except ValueError:
        return "unknown"


class TooMany(ParlourError):
    """An address has asked for too much. `seconds` says when to try again."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(f"too many {what}; try again in {seconds} seconds")
        self.what, self.seconds = what, seconds

    def __reduce__(self) -> tuple[Any, ...]:
        return TooMany, (self.what, self.seconds)


class Budgets:
    """The rest of the budget of each address or seat."""

    def __init__(self, limits: dict[str, Limit] = LIMITS) -> None:
        self.limits = limits
        self._left: Cache[tuple[float, int]] = Cache(MOST_REMEMBERED)

    def spend(self, what: str, who: str, now: int, amount: float = 1) -> None:
        """Count so many more; raises TooMany if fewer are left. Refused requests do not count."""
        left, limit = self._available(what, who, now), self.limits[what]
        amount = min(amount, limit.most)
        if left < amount:
            raise TooMany(what, math.ceil((amount - left) * 60 / limit.per_minute))
        self._left.put((what, who), (left - amount, now))

    def charge(self, what: str, who: str, amount: float, now: int) -> float:
        """Count so many more, even if they are not left. Returns for how many seconds to wait before the next."""
        left = self._available(what, who, now) - amount
        self._left.put((what, who), (left, now))
        return max(0.0, -left * 60 / self.limits[what].per_minute)

    def allow(self, what: str, open_now: int) -> None:
        """Raises TooMany if as many are open as may be."""
        if open_now >= self.limits[what].most:
            raise TooMany(what, 60)

    def _available(self, what: str, who: str, now: int) -> float:
        limit = self.limits[what]
        left, since = self._left.get((what, who)) or (float(limit.most), now)
        return min(limit.most, left + max(0, now - since) / 60_000 * limit.per_minute)
