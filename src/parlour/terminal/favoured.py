"""Which seat perfect play favours, for games that come solved."""

from __future__ import annotations

from parlour.games.game import Game
from parlour.games.vocabulary import SURE, signed

EVEN = 0.005
WITHIN = 0.01


def favoured_line(game: Game) -> str:
    """One sentence; empty if it is not known without solving the game."""
    from parlour.solver.tables import load  # not at the top: it loads NumPy

    if game.changed_rules():
        return ""
    solution = load(game, WITHIN)
    if solution is None:
        return ""
    value = solution.value(game.start())
    if abs(value) < EVEN:
        return "Neither seat is favoured: perfect play is even."
    name = game.words.PLAYERS[0 if value > 0 else 1]
    if abs(value) > SURE:
        return f"{name} is favoured: with perfect play that seat wins."
    return f"{name} is favoured: with perfect play that seat is worth {signed(abs(value), 2)} (+1 is a win)."
