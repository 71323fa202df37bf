"""Names at a question of the menu: their beginnings, and names that are almost right."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal.keyboard_session import PtySession

from parlour.terminal.console.asking import suggestion

CHOOSE = "q to leave: "


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("token", "Did you mean Token Tactics or Token Showdown?"),
        ("twoer", "Did you mean Tower Siege?"),
        ("ruels", "Did you mean rules 1?"),
        ("rules twoer siege", "Did you mean rules Tower Siege?"),
        ("chess", ""),
        ("9", ""),
        ("x" * 5000, ""),
    ],
)
def test_a_name_that_is_unknown_or_begins_several_gets_a_suggestion(typed: str, answer: str) -> None:
    titles = ("Token Tactics", "Token Showdown", "Tower Siege", "Color Capture")
    meanings = {"rules 1": "rules", **{f"rules {title}": f"rules {title}" for title in titles}}
    assert suggestion(meanings | {title: title for title in titles} | {"q": "quit", "19": "19"}, typed) == answer


def test_the_beginning_of_a_name_is_enough(tmp_path: Path) -> None:
    session = PtySession(tmp_path)
    session.answer(CHOOSE, "tower")
    session.answer(CHOOSE, "meduim")
    session.until("Did you mean medium?")
    session.answer(CHOOSE, "med")
    session.answer(CHOOSE, "Player")
    session.until("Did you mean ")
    session.answer(CHOOSE, "q")
    assert session.end() == 0
