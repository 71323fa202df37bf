"""Exact analysis: matrix games, whole games with a certificate, best responses, graded moves, fairness.

Sees `games`, and `fast` for its compiler. The package itself can be called: `parlour.solve(game)`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.solve.solution import Solution


class SolvePackage(ModuleType):
    """Lets `parlour.solve(game)` solve a game while `parlour.solve.matrix_games` is still a module."""

    def __call__(self, *arguments: Any, **options: Any) -> Solution:
        from parlour.solve.front import solve

        return solve(*arguments, **options)


sys.modules[__name__].__class__ = SolvePackage
