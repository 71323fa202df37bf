"""Who chooses: the protocol of a player, the players there are, and the match between two of them.

Imports `games` and `match`; the faces import it.
"""

from parlour.players.driver import play_match
from parlour.players.protocol import Player
from parlour.players.roster import named, player
from parlour.players.scripted import Scripted
from parlour.players.uniform import Uniform

__all__ = ["Player", "Scripted", "Uniform", "named", "play_match", "player"]
