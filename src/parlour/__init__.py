"""Parlour: two-player strategy games and their exact solutions. This module is the public API; see README.md."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from parlour.games.catalogue import game, game_names
from parlour.games.errors import BadGame, BadRules, IllegalAction, ParlourError, TooLarge, UnknownGame, WideProof
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.match.match import Match
from parlour.players import play_match

if TYPE_CHECKING:
    # These are loaded on first use, most of them with NumPy and Numba.
    from parlour.players.exploited import exploited
    from parlour.players.tabulate import tabulate
    from parlour.solver.api import solve
    from parlour.solver.efg import efg
    from parlour.solver.instances import instances
    from parlour.solver.memory import states
    from parlour.solver.policies.best_response import best_response, exploitability
    from parlour.solver.policies.strategies import batched
    from parlour.solver.review import review

__version__ = "1.0.0rc1"

__all__ = [
    "BadGame",
    "BadRules",
    "Game",
    "IllegalAction",
    "Line",
    "Match",
    "ParlourError",
    "TooLarge",
    "UnknownGame",
    "WideProof",
    "batched",
    "best_response",
    "efg",
    "exploitability",
    "exploited",
    "game",
    "game_names",
    "instances",
    "play_match",
    "review",
    "solve",
    "states",
    "tabulate",
]

# Public functions, with the modules that they are loaded from.
LOADED = {
    "batched": "parlour.solver.policies.strategies",
    "best_response": "parlour.solver.policies.best_response",
    "efg": "parlour.solver.efg",
    "exploitability": "parlour.solver.policies.best_response",
    "exploited": "parlour.players.exploited",
    "instances": "parlour.solver.instances",
    "review": "parlour.solver.review",
    "solve": "parlour.solver.api",
    "states": "parlour.solver.memory",
    "tabulate": "parlour.players.tabulate",
}


def __getattr__(name: str) -> Any:
    if name in LOADED:
        return getattr(import_module(LOADED[name]), name)
    raise AttributeError(f"module 'parlour' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
