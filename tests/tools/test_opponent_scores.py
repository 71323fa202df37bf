"""What casual people score against levels and characters: the tables of docs/explanation/players.md, recalculated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from opponent_scores import character_table, level_tables
from support import with_file

import parlour
from parlour.players.habits.levels import LEVELS

DOCUMENT = Path(__file__).parents[2] / "docs" / "explanation" / "players.md"


@pytest.mark.parametrize("name", with_file("levels.json"))
@pytest.mark.untraced
def test_the_tables_of_levels_are_right(name: str) -> None:
    for rows in level_tables(parlour.game(name)):
        for row in rows:
            assert row in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["resource-war", "token-tactics", "color-capture"])
@pytest.mark.untraced
def test_the_table_of_characters_is_right(name: str) -> None:
    for row in character_table(parlour.game(name)):
        assert row in DOCUMENT.read_text(encoding="utf-8")


def test_calibration_opponents_score_less_against_each_higher_level_in_every_game_and_seat() -> None:
    rows = rows_of_calibration_opponents()
    assert len(rows) == 2 * len(with_file("levels.json"))
    for row in rows:
        levels_and_perfect = list(map(int, row.strip("| ").split(" | ")[3:]))
        assert levels_and_perfect == sorted(levels_and_perfect, reverse=True), row
        assert len(set(levels_and_perfect)) == len(LEVELS) + 1, row


def rows_of_calibration_opponents() -> list[str]:
    return re.findall(r"^\| [A-Z].* \|(?: *\d+ \|){6}$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
