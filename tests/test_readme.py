"""README.md says what the exact solutions say."""

from __future__ import annotations

import re
from math import floor
from pathlib import Path

import pytest
from support import OURS

import parlour

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def winner(game: parlour.Game) -> str:
    """Who wins with perfect play, and how often at least: the value is the share of wins less that of defeats."""
    lower, upper = parlour.solve(game).bounds(game.start())
    if max(abs(lower), abs(upper)) < 1e-9:
        return "**even**."
    player, share = (0, lower) if lower > 0 else (1, -upper)
    how = "with certainty" if share == 1 else f"at least {floor(1000 * share) / 10} % of matches"
    return f"**{game.words.PLAYERS[player]}** wins {how}."


@pytest.mark.parametrize("name", OURS)
def test_the_table_names_the_winner_of_each_game(name: str) -> None:
    (row,) = re.findall(rf"^\| \[.*\]\(docs/games/{name}\.md\) .*$", README, re.MULTILINE)
    assert row.endswith(f"With perfect play: {winner(parlour.game(name))} |")


def test_the_readme_is_short() -> None:
    text = re.sub(r"```.*?```|<picture>.*?</picture>|^\|.*?$", "", README, flags=re.MULTILINE | re.DOTALL)
    assert len(text.split()) <= 700
