"""`hint CHOICE` and `why` at the keyboard; tests/coach/test_explain.py has what they say."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from terminal.keyboard_session import PtySession

from parlour.games.vocabulary import Question
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import wrap_lines
from parlour.terminal.play.input import Command, Invalid, interpret

BID = Question(0, "Bid: ", {"1": 1, "2": 2, "all": Question(0, "", {"9": 9})}, {"3": "you have 2"})


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("hint", Command("hint", "")),
        ("hint 2", Command("hint", "2", 2)),
        ("HINT Bid 1", Command("hint", "Bid 1", 1)),
        ("hint bid 9", Command("hint", "bid 9", 9)),
        ("hint 3", Invalid("3", "you have 2")),
        ("hint all", Command("hint", "")),  # it leads to a further question, so all choices are shown
        ("hint 7", Invalid("7", "'7' is not a choice here; hint shows what every choice costs")),
        ("why", Command("why", "")),
        ("why 2", Invalid("why 2")),
    ],
)
def test_a_hint_can_be_about_one_choice(typed: str, meaning: object) -> None:
    assert interpret(typed, BID, "bid {}".format) == meaning


def test_hints_and_explanations_at_the_keyboard(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "resource-war", "--second", "perfect")
    session.answer("bid: ", "why")
    session.until("No turn has been played yet.")
    session.answer("bid: ", "hint bid 10")
    session.until("wins against 0 to 3")
    session.answer("bid: ", "?")
    session.until("why      explain the last choice of both players")
    session.answer("bid: ", "4")  # nobody can win in this round
    session.answer("bid: ", "why")
    session.until("#1 you, bid 4:")
    session.until("#1 Player 2, bid ")
    session.answer("bid: ", "quit")
    assert session.end() == 0


def test_two_people_get_no_explanations(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture")
    session.answer("(G): ", "why")
    session.until("only for games against a computer")
    session.answer("(G): ", "quit")
    assert session.end() == 0


def test_a_long_explanation_stays_indented() -> None:
    lines = wrap_lines(Console(stdout=StringIO()), ["bid 12:", "  " + "a gamble " * 12, ""])
    assert [line[:4] for line in lines] == ["bid ", "  a ", "  ga", ""]
