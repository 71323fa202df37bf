"""Players by name, for people who name them in a command or a menu."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.errors import ParlourError
from parlour.players.graded import EASY, HARD, MEDIUM, Graded
from parlour.players.perfect import Perfect
from parlour.players.protocol import Player
from parlour.players.search import Search
from parlour.players.uniform import Uniform

ROSTER: dict[str, tuple[str, Callable[[], Player]]] = {
    "random": ("any allowed action, all equally likely", Uniform),
    "easy": ("knows the solution, and often forgets it", lambda: Graded(EASY)),
    "medium": ("makes some mistakes, seldom the worst", lambda: Graded(MEDIUM)),
    "hard": ("makes few mistakes, and small ones", lambda: Graded(HARD)),
    "perfect": ("plays the exact solution; nobody beats it on average", Perfect),
    "search": ("looks ahead; plays variants too large to solve", Search),
}


class UnknownPlayer(ParlourError):
    """No player of that name."""


def named() -> dict[str, str]:
    """Every name with a few words about the player."""
    return {name: about for name, (about, _) in ROSTER.items()}


def player(name: str) -> Player:
    """A player by its name."""
    if name not in ROSTER:
        raise UnknownPlayer(f"there is no player {name!r}; the players are: {', '.join(ROSTER)}")
    return ROSTER[name][1]()
