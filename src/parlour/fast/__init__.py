"""The same rules compiled: random games by the million, and batches of games side by side.

Sees `games` only; needs NumPy and Numba, which nothing else loads.
"""

from parlour.fast.batch import Batch
from parlour.fast.duel import Duel
from parlour.fast.random_games import RandomGames, random_game, random_games

__all__ = ["Batch", "Duel", "RandomGames", "random_game", "random_games"]
