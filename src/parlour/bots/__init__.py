"""Programs that play on a server, over HTTP. A player that works here works in `parlour.play_match` too.

Imports `games`, `match` and `players`, and of the rest only the standard library: a bot needs no extra.
"""

from parlour.bots.client import Declined, Link, Server, Unreachable, parse_link
from parlour.bots.play import PlayerFailed, Seat, offer_to_play
from parlour.bots.witness import Cheated

__all__ = [
    "Cheated",
    "Declined",
    "Link",
    "PlayerFailed",
    "Seat",
    "Server",
    "Unreachable",
    "offer_to_play",
    "parse_link",
]
