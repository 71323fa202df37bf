"""Parlour: five two-player strategy games. This is the front door; see README.md."""

from typing import TYPE_CHECKING

from parlour.games.catalogue import game
from parlour.games.contract import Game
from parlour.games.errors import BadGame, BadRules, IllegalAction, ParlourError, UnknownGame
from parlour.players import play_match

if TYPE_CHECKING:
    from parlour.games.catalogue import games  # at run time the package `parlour.games` itself can be called

__version__ = "0.1.0"

__all__ = [
    "BadGame",
    "BadRules",
    "Game",
    "IllegalAction",
    "ParlourError",
    "UnknownGame",
    "game",
    "games",
    "play_match",
]
