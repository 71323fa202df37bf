"""The players by name, for commands and menus."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.errors import ParlourError
from parlour.players.base import Player
from parlour.players.graded import Graded, Perfect
from parlour.players.search import Search
from parlour.players.uniform import Uniform

ROSTER: dict[str, tuple[str, Callable[[], Player]]] = {
    "random": ("any legal action, all equally likely", Uniform),
    "easy": ("knows the solution, but often makes mistakes", lambda: Graded(carelessness=2.0)),
    "medium": ("makes some mistakes, rarely the worst ones", lambda: Graded(carelessness=1.0)),
    "hard": ("makes few mistakes, and small ones", lambda: Graded(carelessness=0.4)),
    "perfect": ("plays the exact solution; no opponent can exploit it", Perfect),
    "search": ("looks ahead; plays variants too large to solve", Search),
}


class UnknownPlayer(ParlourError):
    """There is no player with that name."""


def named() -> dict[str, str]:
    """The names of all players, each with a short description."""
    return {name: description for name, (description, _) in ROSTER.items()}


def player(name: str) -> Player:
    if name not in ROSTER:
        raise UnknownPlayer(f"there is no player {name!r}; the players are: {', '.join(ROSTER)}")
    return ROSTER[name][1]()
