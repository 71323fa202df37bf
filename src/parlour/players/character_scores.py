"""Prints what the pool and somebody who knows the habit score against each character, exactly.

python -m parlour.players.character_scores            # the table of docs/players.md
python -m parlour.players.character_scores tower-siege
"""

from __future__ import annotations

import sys

from parlour.games.catalogue import OURS, game
from parlour.games.game import Game
from parlour.players.casual_scores import SEATS, percent, pool_scores, row
from parlour.players.characters import CHARACTERS, Character
from parlour.solver.best_response import best_response


def table(standard: Game) -> list[str]:
    """A row for each seat: the two scores, in percent, against each character who sits there."""
    characters = [Character(name) for name in CHARACTERS]
    scores = pool_scores(standard, characters)
    rows = []
    for seat in SEATS:
        learnt = [0.5 + best_response(standard, each, 1 - seat).value / 2 for each in characters]
        pairs = zip(scores[:, seat], learnt, strict=True)
        rows.append(row(standard, seat, [f"{percent(pool)}, {percent(best)}" for pool, best in pairs]))
    return rows


def main() -> None:
    for name in sys.argv[1:] or OURS:
        sys.stdout.write("\n".join(table(game(name))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
