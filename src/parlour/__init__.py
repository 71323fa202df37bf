"""Parlour: five two-player strategy games. This is the front door; see README.md."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from parlour.games.catalogue import game
from parlour.games.contract import Game
from parlour.games.errors import BadGame, BadRules, IllegalAction, ParlourError, TooLarge, UnknownGame
from parlour.players import play_match

if TYPE_CHECKING:
    from parlour.games.catalogue import games  # at run time the package `parlour.games` itself can be called
    from parlour.solve.front import best_response, exploitability, solve  # loaded when asked for, with NumPy and Numba

__version__ = "0.1.0"

__all__ = [
    "BadGame",
    "BadRules",
    "Game",
    "IllegalAction",
    "ParlourError",
    "TooLarge",
    "UnknownGame",
    "best_response",
    "exploitability",
    "game",
    "games",
    "play_match",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name == "solve":
        return import_module("parlour.solve")  # the package itself can be called
    if name in ("best_response", "exploitability"):
        return getattr(import_module("parlour.solve.front"), name)
    raise AttributeError(f"module 'parlour' has no attribute {name!r}")
