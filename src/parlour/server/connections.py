"""How many connections are open, in all and from each address, whether anything is asked for over them or not."""

from __future__ import annotations

from collections import Counter

from parlour.server.requests import network_of

Peer = tuple[str, int] | None


class Connections:
    def __init__(self, most: int, most_per_address: int) -> None:
        self._most, self._most_per_address = most, most_per_address
        self._open: Counter[str] = Counter()
        self._count = 0

    def enter(self, peer: Peer) -> bool:
        """Count one more; returns whether there is room for it. If not, it is not counted."""
        address = address_in(peer)
        if self._count >= self._most or self._open[address] >= self._most_per_address:
            return False
        self._open[address] += 1
        self._count += 1
        return True

    def leave(self, peer: Peer) -> None:
        address = address_in(peer)
        self._open[address] -= 1
        self._count -= 1
        if not self._open[address]:
            del self._open[address]


def address_in(peer: Peer) -> str:
    return network_of(peer[0]) if peer else "unknown"
