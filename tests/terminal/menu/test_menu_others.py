"""Practice, matches and statistics from the menu."""

from __future__ import annotations

from pathlib import Path

from terminal.keyboard_session import PtySession
from terminal.reader import blunder

import parlour
from parlour import storage
from parlour.match.match import Match

MENU = "q to leave: "


def test_practice_matches_and_statistics_return_to_the_menu(home: Path) -> None:
    home.mkdir(parents=True)
    storage.save(blunder(), home / "match.json")
    session = PtySession(home.parent)
    assert "practice 1" in session.answer(MENU, "practice color-capture")
    session.answer("): ", "q")
    session.until("Nothing was graded.")
    session.answer(MENU, "stats")
    session.until("The positions that cost most:")
    session.answer("Press Enter for the menu: ", "")
    session.answer(MENU, "matches")
    session.until("random won")
    session.answer("or q: ", "q")
    session.answer(MENU, "q")
    assert session.end() == 0


def test_a_match_that_is_opened_from_the_menu_leads_back_to_it_or_out(home: Path) -> None:
    home.mkdir(parents=True)
    match = Match(parlour.game("color-capture", repeats=1), ("human", "random"))
    storage.save(match, home / "match.json")
    session = PtySession(home.parent)
    for after in ("menu", "quit"):
        storage.save(match, home / "match.json")
        session.answer(MENU, "matches")
        session.answer("or q: ", "1")
        session.answer("Choose a token from", "left")
        session.answer("What next? ", after)
    assert session.end() == 0


def test_without_matches_nothing_is_listed(home: Path) -> None:
    session = PtySession(home.parent)
    session.answer(MENU, "matches")
    session.until("You have no saved matches yet.")
    session.answer("Press Enter for the menu: ", "")
    session.answer(MENU, "q")
    assert session.end() == 0
