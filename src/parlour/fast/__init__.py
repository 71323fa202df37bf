"""The same rules compiled with Numba: random games by the million, and batches of games side by side.

Imports `games` only. The solver, the `search` player, the environments and `parlour bench` build on it.
"""

from parlour.fast.batch import Batch
from parlour.fast.duel import Duel
from parlour.fast.policy_table import PolicyTable
from parlour.fast.random_games import RandomGames, random_game, random_games

__all__ = ["Batch", "Duel", "PolicyTable", "RandomGames", "random_game", "random_games"]
