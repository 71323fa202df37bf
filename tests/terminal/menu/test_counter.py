"""What a review says after a match against a character."""

from __future__ import annotations

from pathlib import Path

from terminal.keyboard_session import PtySession

from parlour.players.habits.characters import CHARACTERS


def test_a_review_names_the_habit_and_nothing_does_before(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "resource-war", "--second", "hoarder")
    session.answer("bid: ", "hint")
    session.answer("bid: ", "7")
    session.answer("What next? ", "review")
    assert "until you have won a round" not in session.text
    session.until("Hoarder bids 0 until you have won a round.")
    session.answer("What next? ", "quit")
    assert session.end() == 0


def test_the_menu_shows_characters_apart_from_the_levels(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer("q to leave: ", "resource war")
    session.until("Characters, each with a habit that you can learn:")
    for name, about in CHARACTERS.items():
        session.until(f"You against {name} ({about})")
    session.answer("q to leave: ", "sentry")
    session.answer("q to leave: ", "1")
    session.until("Player 2 is the computer player sentry.")
    session.answer("bid: ", "quit")
    assert session.end() == 0
