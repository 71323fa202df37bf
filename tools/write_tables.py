"""Solves games and writes their tables, `solution.npz`, into their folders.

python tools/write_tables.py            # of all games in this repository: make tables
python tools/write_tables.py ./my-game
"""

from __future__ import annotations

import sys

from parlour.games.catalogue import OURS, game
from parlour.games.errors import ParlourError
from parlour.solver.api import solve
from parlour.solver.solution_files import save_table


def main() -> None:
    for name in sys.argv[1:] or OURS:
        save_table(solve(game(name), fresh=True))


if __name__ == "__main__":
    try:
        main()
    except ParlourError as error:
        sys.exit(str(error))
