"""The players by name, for commands and menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from parlour.games.errors import ParlourError
from parlour.players.base import Player
from parlour.players.careless import Perfect
from parlour.players.characters import CHARACTERS, Character
from parlour.players.levels import Level
from parlour.players.search.search import Search
from parlour.players.uniform import Uniform

ROSTER: dict[str, tuple[str, Callable[[], Player]]] = {
    "random": ("any legal action, all equally likely", Uniform),
    "beginner": ("lets you win most games, while you learn the rules", lambda: Level("beginner")),
    "easy": ("loses more often than not to a casual player", lambda: Level("easy")),
    "medium": ("beats a casual player more often than not", lambda: Level("medium")),
    "hard": ("beats a casual player most of the time", lambda: Level("hard")),
    "perfect": ("plays the exact solution; no opponent can exploit it", Perfect),
    "search": ("looks ahead; plays variants too large to solve", Search),
    **{name: (about, partial(Character, name)) for name, about in CHARACTERS.items()},
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
