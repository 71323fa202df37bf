"""Small variants of any game, for tests that run on all of them."""

from __future__ import annotations

from typing import Any

import parlour
from parlour.games.game import Game
from parlour.solver.states.explorer import Explorer


def small_game(name: str, max_states: int) -> Game:
    """The game with its parameters cut to the highest limit that leaves at most this many states."""
    standard = parlour.game(name)
    for limit in (12, 8, 6, 5, 4, 3, 2, 1):
        rules: dict[str, Any] = {}
        for field, allowed in standard.allowed_rules().items():
            if not isinstance(allowed[0], str):
                rules[field] = min(getattr(standard.rules, field), max(int(allowed[0]), limit))
        game = parlour.game(name, **rules)
        space = Explorer(game)
        space.explore(game.start())
        if space.count <= max_states:
            return game
    raise AssertionError(f"{name} has no variant with at most {max_states} states")
