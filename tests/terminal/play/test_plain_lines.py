"""Plain lines are a way to play everything: without colours, without escape sequences, at any width."""

from __future__ import annotations

import re
from pathlib import Path

from terminal.keyboard_session import PtySession
from terminal.reader import blunder

import parlour
from parlour import storage
from parlour.match.match import Match

MENU = "q to leave: "
COLOUR = re.compile(rb"\x1b\[[0-9;]*m")


def evening(home: Path, **environment: str) -> PtySession:
    """Every screen of the menu: rules, a match against a computer, a review, practice, results, a replay."""
    (home / "parlour").mkdir(parents=True)
    storage.save(blunder(), home / "parlour" / "match.json")
    almost = Match(parlour.game("color-capture"), ("human", "human"), seed=5)
    for choices in blunder().line.choices[:-1]:
        almost.play(*choices)
    storage.save(almost, home / "parlour" / "open.json")
    session = PtySession(home, environment={**environment, "LANG": "C"})
    for prompt, answer in (
        *((MENU, answer) for answer in ("?", "rules 4", "resume", "1")),
        ("Position 8 (B): ", "right"),
        *(("What next? ", answer) for answer in ("?", "review", "menu")),
        (MENU, "practice 4"),
        *(("): ", answer) for answer in ("show", "q")),
        (MENU, "stats"),
        ("Press Enter for the menu: ", ""),
        (MENU, "matches"),
        *(("or q: ", answer) for answer in ("?", "2")),
        *(("for help: ", answer) for answer in ("m", "q")),
        ("or q: ", "q"),
        *((MENU, answer) for answer in ("token showdown", "perfect", "first")),
        *(("enter your bid: ", answer) for answer in ("?", "hint", "3", "history", "quit")),
    ):
        session.answer(prompt, answer)
    assert session.end() == 0
    return session


def test_a_terminal_without_escape_sequences_gets_none(tmp_path: Path) -> None:
    session = evening(tmp_path, TERM="dumb")
    assert b"\x1b" not in session.received
    for words in ("The turning point was #7", "Perfect play: ", "The positions that cost most:", "a loss of 2.000"):
        assert words in session.text


def test_no_color_removes_colours_and_nothing_else(tmp_path: Path) -> None:
    game = ("play", "token-showdown", "--second", "random", "--seed", "2")
    received = []
    for folder, environment in (("with", {}), ("without", {"NO_COLOR": "1"})):
        session = PtySession(tmp_path / folder, *game, environment=environment)
        for answer in ("?", "3", "hint", "quit"):
            session.answer("enter your bid: ", answer)
        assert session.end() == 0
        received.append(session.received.split(b"The match is saved.")[0])
    with_colour, without = received
    assert COLOUR.search(with_colour)
    assert not COLOUR.search(without)
    assert COLOUR.sub(b"", with_colour) == without


def test_a_script_is_shown_alike_at_a_narrow_terminal(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("3 2  4 5  2 3  1 0")
    shown = []
    for columns in (40, 200):
        session = PtySession(tmp_path, "play", "resource-war", "--answers", str(script), columns=columns)
        assert session.end() == 0
        shown.append(session.received)
    assert shown[0] == shown[1]
