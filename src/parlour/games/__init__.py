"""The rules and the texts of every game, and the contract they follow.

This package imports only the standard library. Every other package may import it.
"""

import sys
from types import ModuleType


class GamesPackage(ModuleType):
    """Makes `parlour.games()` list the games while `parlour.games.tower_siege` stays importable."""

    def __call__(self) -> tuple[str, ...]:
        from parlour.games.catalogue import games

        return games()


sys.modules[__name__].__class__ = GamesPackage
