"""Writes the exact scores of the built-in players into docs/how-to/tournaments.md. Takes about a minute.

python tools/exact_tables.py
"""

from __future__ import annotations

from pathlib import Path

from parlour.arena.statistics.exact import exact_table
from parlour.games.catalogue import OURS, game
from parlour.games.game import Game
from parlour.games.vocabulary import signed
from parlour.players import player
from parlour.players.habits.levels import LEVELS

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "tournaments.md"
BEGIN, END = "<!-- exact -->\n", "<!-- end of exact -->"
NAMES = ("random", *LEVELS, "perfect")  # as `parlour arena table` shows them


def table_of(variant: Game) -> str:
    """The scores of the first seat in Markdown, and the average over both seats."""
    table = exact_table(variant, {name: player(name) for name in NAMES})
    lines = [f"| {variant.title} | {' | '.join(NAMES)} | average |", f"|---|{'---:|' * (len(NAMES) + 1)}"]
    for name, scores in zip(NAMES, table.scores, strict=True):
        cells = [name, *map(signed, scores), signed(table.average(name))]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    tables = "\n".join(table_of(game(name)) for name in OURS)
    PAGE.write_text(f"{before}{BEGIN}{tables}{END}{after}", encoding="utf-8")
