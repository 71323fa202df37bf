"""The computer players, and matches between them.

Imports `games`, `match`, and `solver` and `fast` when a player needs them.
"""

from parlour.players.base import Player
from parlour.players.basic import Careless, Perfect, Scripted, Uniform
from parlour.players.driver import play_match
from parlour.players.local_response import LocalResponse
from parlour.players.roster import player, player_names
from parlour.players.search.search import Search

__all__ = [
    "Careless",
    "LocalResponse",
    "Perfect",
    "Player",
    "Scripted",
    "Search",
    "Uniform",
    "play_match",
    "player",
    "player_names",
]
