"""The rules and words of every game, and the contract they share.

Anything may import this package; it imports nothing from the rest of Parlour and only the standard library.
"""

import sys
from types import ModuleType


class GamesPackage(ModuleType):
    """Lets `parlour.games()` list the games while `parlour.games.tower_siege` is still the package of one."""

    def __call__(self) -> tuple[str, ...]:
        from parlour.games.catalogue import games

        return games()


sys.modules[__name__].__class__ = GamesPackage
