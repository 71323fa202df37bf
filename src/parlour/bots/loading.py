"""Finds a player by its name, or a class by its module."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module

from parlour.games.errors import ParlourError
from parlour.players.base import Player
from parlour.players.roster import named, player


class BadPlayer(ParlourError):
    """There is no such player, or it has no `choose`."""


def load_player(name: str) -> Callable[[], Player]:
    """What makes a player: `hard`, or `my_bot:MyBot` for a class in the current folder or in an installed module."""
    module_name, colon, attribute = name.partition(":")
    if not colon:
        if name not in named():
            raise BadPlayer(f"there is no player {name!r}; use module:Class, or one of {', '.join(named())}")
        return lambda: player(name)
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(import_module(module_name), attribute)
    except ModuleNotFoundError as error:
        raise BadPlayer(f"{name}: there is no module {error.name!r} here") from None
    except (AttributeError, ValueError):
        raise BadPlayer(f"{name}: the module has no {attribute!r}") from None
    if not callable(getattr(found, "choose", None)):
        raise BadPlayer(f"{name} has no method choose(view, random)")
    return found if isinstance(found, type) else lambda: found
