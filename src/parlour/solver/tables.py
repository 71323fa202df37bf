"""Tables: the solutions that come with games, so that nobody has to wait for them.

A game's table is the file `solution.npz` beside its rules. It is valid for exactly these rules, with their standard
parameters. `tools/write_tables.py` writes those of the standard games.
"""

from __future__ import annotations

from parlour.games.game import Game
from parlour.solver.file_format import Damaged, read, rules_digest, write
from parlour.solver.solution import Solution

NAME = "solution.npz"


def load(game: Game, within: float) -> Solution | None:
    """The solution that came with a game, or None if there is none for these rules or it is not proved this closely."""
    if game.changed_rules():
        return None
    try:
        solution = read(game.folder / NAME, game, rules_digest(game), "package")
    except (OSError, Damaged):
        return None
    return solution if solution.certificate.widest <= within else None


def save(solution: Solution) -> None:
    solution.seconds = 0.0  # the same solution always gives the same file
    write(solution.game.folder / NAME, solution, rules_digest(solution.game), compressed=True)
