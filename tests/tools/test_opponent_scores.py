"""What casual people score against levels and characters: the tables of docs/explanation/players.md, recalculated."""

from __future__ import annotations

from pathlib import Path

import pytest
from opponent_scores import PLAYERS, character_table, habit_table, level_tables
from support import with_file

import parlour
from parlour.players.habits.levels import LEVELS

DOCUMENT = Path(__file__).parents[2] / "docs" / "explanation" / "players.md"


# All six players take minutes in these games, which are calculated in the same way as the others.
LARGE = {"token-showdown": ["medium"], "tower-siege": ["medium"]}


@pytest.mark.parametrize("name", with_file("levels.json"))
@pytest.mark.untraced
def test_the_tables_of_levels_are_right(name: str) -> None:
    players = LARGE.get(name, list(PLAYERS))
    for table, rows in zip(("levels", "held out"), level_tables(parlour.game(name), players), strict=True):
        head, *shown = cells_of_table(table)
        for game, seat, *cells in map(cells_of, rows):
            (line,) = (line for line in shown if line[:2] == [game, seat])
            assert cells == [line[head.index(f"`{player}`")] for player in players if f"`{player}`" in head]


def cells_of_table(name: str) -> list[list[str]]:
    """The head of a table of the page, and its rows."""
    page = DOCUMENT.read_text(encoding="utf-8")
    head, _, *rows = page.split(f"<!-- {name} -->\n")[1].split("\n<!--")[0].splitlines()
    return [cells_of(row) for row in (head, *rows)]


def cells_of(row: str) -> list[str]:
    return row.strip("| ").split(" | ")


@pytest.mark.parametrize("name", ["resource-war", "token-tactics", "color-capture"])
@pytest.mark.untraced
def test_the_table_of_characters_is_right(name: str) -> None:
    for row in character_table(parlour.game(name)):
        assert row in DOCUMENT.read_text(encoding="utf-8")


def test_the_table_of_habits_is_right() -> None:
    _, *shown = cells_of_table("habits")
    assert shown == list(map(cells_of, habit_table()))


def test_calibration_opponents_score_less_against_each_higher_level_in_every_game_and_seat() -> None:
    _, *rows = cells_of_table("levels")
    assert len(rows) == 2 * len(with_file("levels.json"))
    for row in rows:
        levels_and_perfect = list(map(int, row[3:]))
        assert levels_and_perfect == sorted(levels_and_perfect, reverse=True), row
        assert len(set(levels_and_perfect)) == len(LEVELS) + 1, row
