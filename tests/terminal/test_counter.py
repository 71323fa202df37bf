"""What a review says after a match against a character."""

from __future__ import annotations

from pathlib import Path

import parlour
from parlour.match.match import Match
from parlour.players.characters import CHARACTERS
from parlour.players.solution_cache import solution_of
from parlour.terminal.counter import counter_lines
from terminal.keyboard_session import PtySession

WAR = parlour.game("resource-war")


def test_the_habit_is_named_with_the_best_counter_and_where_it_was_missed() -> None:
    match = Match(WAR, ("human", "hoarder"))
    match.decide((0, 0))
    match.decide((4, 0))
    lines = counter_lines(solution_of(WAR), match, 0)
    assert lines[:2] == [
        "Hoarder bids 0 until you have won a round.",
        "The best play against that scores 100% on average.",
    ]
    assert lines[2].startswith("Against Hoarder, bid 7 at #2 scores 100% from there on; bid 4 scores ")


def test_somebody_who_uses_the_habit_is_told_so() -> None:
    match = Match(WAR, ("hoarder", "human"))
    match.decide((0, 7))
    assert counter_lines(solution_of(WAR), match, 1)[2] == "You did: no other choice would have been better against it."


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
