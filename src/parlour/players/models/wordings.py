"""Finds the words for a game: its own, or others that are drawn from a seed."""

from __future__ import annotations

from functools import lru_cache

from parlour.games.game import Game
from parlour.players.base import Unavailable
from parlour.players.models.renamed import RENAMED
from parlour.players.models.wording import OwnWords, Wording


@lru_cache(maxsize=64)
def wording_of(game: Game, renamed: int | None = None) -> Wording:
    """The game's own words; with a seed, other names and numbers that are drawn from it."""
    if renamed is None:
        return OwnWords(game)
    if game.name not in RENAMED:
        raise Unavailable(f"{game.name} has no renamed form; it exists for {', '.join(RENAMED)}")
    return RENAMED[game.name](game, renamed)
