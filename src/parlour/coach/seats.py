"""Which seat perfect play favours, for games that come solved."""

from __future__ import annotations

from parlour.games.game import Game
from parlour.games.vocabulary import SURE, signed

EVEN = 0.005
WITHIN = 0.01


def start_value(game: Game) -> float | None:
    """What the first seat is worth; None if that is not known without solving the game."""
    from parlour.solver.tables import load  # not at the top: it loads NumPy

    solution = None if game.changed_rules() else load(game, WITHIN)
    return None if solution is None else solution.value(game.start())


def favoured_line(game: Game) -> str:
    """One sentence; empty if it is not known."""
    value = start_value(game)
    if value is None:
        return ""
    if abs(value) < EVEN:
        return "Neither seat is favoured: perfect play is even."
    name = game.words.PLAYERS[0 if value > 0 else 1]
    if abs(value) > SURE:
        return f"{name} is favoured: with perfect play that seat wins."
    return f"{name} is favoured: with perfect play that seat is worth {signed(abs(value), 2)} (+1 is a win)."


def seat_lines(game: Game) -> list[str]:
    """Both seats: `Player 1: begins, favoured`."""
    begins, value = game.to_act(game.start()), start_value(game)
    lines = []
    for seat, name in enumerate(game.words.PLAYERS):
        notes = ["begins"] if begins == (seat,) else []
        if value is not None and abs(value) >= EVEN and (value > 0) == (seat == 0):
            notes.append("favoured")
        lines.append(f"{name}: {', '.join(notes)}" if notes else name)
    return lines
