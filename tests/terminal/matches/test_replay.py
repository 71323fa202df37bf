"""`parlour replay` at a terminal: stepping through a match, with the exact value beside the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import OURS, played
from terminal.keyboard_session import PtySession
from terminal.reader import Reader, blunder

import parlour
from parlour import storage
from parlour.games.errors import TooLarge
from parlour.match.match import Match
from parlour.match.transcript import transcript
from parlour.terminal.matches.replay import ReplayViewer

NEXT, END = "? for help: ", "The end. b to go back, q to leave: "
WON, LOST = "█" * 20 + " +1.00", "░" * 20 + " -1.00"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The seventh of eight turns loses a won game."""
    storage.save(blunder(("human", "human")), tmp_path / "match.json")
    return tmp_path / "match.json"


def test_a_match_is_stepped_through_forward_and_back(saved: Path, tmp_path: Path) -> None:
    session = PtySession(tmp_path, "replay", str(saved))
    start = session.answer(NEXT, "")
    assert "Color Capture: Player 1 human, Player 2 human, seed 0" in start
    assert "The start, before 8 turns" in start
    assert f"Value for Player 1: {WON}" in start
    assert "Player 1 picked Position 1: Red." in session.answer(NEXT, "6")
    assert "Turn 6 of 8" in session.answer(NEXT, "")
    seventh = session.answer(NEXT, "")
    assert "Turn 7 of 8" in seventh
    assert f"Value for Player 1: {LOST}" in seventh
    assert "Player 1 had a loss of 2.000; better: take position 1: Red." in seventh
    last = session.answer(END, "b")
    assert "Player 2 wins" in last
    assert "had a loss" not in last
    assert "Turn 7 of 8" in session.answer(NEXT, "first")
    assert "The start" in session.answer(NEXT, "b")
    assert "This is the start." in session.answer(NEXT, "m")
    assert "Turn 7 of 8" in session.answer(NEXT, "m")
    assert "There is no mistake after this turn." in session.answer(NEXT, "last")
    assert "Turn 8 of 8" in session.answer(END, "")
    assert "This is the end; q to leave." in session.answer(END, "q")
    assert session.end() == 0


def test_other_answers_explain_what_can_be_typed_and_change_nothing(saved: Path, tmp_path: Path) -> None:
    before = saved.read_bytes()
    session = PtySession(tmp_path, "replay", str(saved))
    session.answer(NEXT, "sideways")
    assert "'sideways' is not an answer here; ? for help." in session.answer(NEXT, "99")
    assert "There are only 8 turns." in session.answer(NEXT, "?")
    assert "go to the next mistake" in session.answer(NEXT, "list")
    assert "#7 Player 1: take position 9: Green" in session.answer(NEXT, "Ctrl-D")
    assert session.end() == 0
    assert saved.read_bytes() == before


@pytest.mark.parametrize("arguments", [("--all",), ("--json",)])
def test_the_whole_match_can_be_printed_at_a_terminal(arguments: tuple[str, ...], saved: Path, tmp_path: Path) -> None:
    session = PtySession(tmp_path, "replay", str(saved), *arguments)
    assert session.end() == 0
    whole = transcript(storage.load(saved)) if arguments == ("--all",) else saved.read_text()
    assert session.text == whole


@pytest.mark.parametrize("name", OURS)
def test_every_game_can_be_stepped_through_to_its_end(name: str) -> None:
    match = parlour.play_match(parlour.game(name), "random", "random", seed=1)
    reader = Reader(*[""] * len(match.line), "q")
    ReplayViewer(match, reader).run()
    assert f"Turn {len(match.line)} of {len(match.line)}" in reader.shown
    assert reader.shown.count("Value for ") == len(match.line) + 1
    assert not reader.answers


def test_a_match_without_turns_shows_its_start() -> None:
    reader = Reader("q")
    ReplayViewer(Match(parlour.game("tower-siege")), reader).run()
    assert "The start, before 0 turns" in reader.shown


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (KeyboardInterrupt, "Interrupted: there are no exact values."),
        (TooLarge, "There are no exact values: too large"),
    ],
)
def test_a_match_that_is_not_solved_is_shown_without_values(
    problem: type[BaseException], line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise problem("too large")

    monkeypatch.setattr("parlour.terminal.matches.replay.solve_with_bar", fail)
    reader = Reader("", "q")
    ReplayViewer(played(parlour.game("resource-war"), (3, 2)), reader).run()
    assert line in reader.shown
    assert "Value for" not in reader.shown
    assert "Player 1 bid: 3" in reader.shown
    assert "The match is not finished: 1 turn so far." in reader.shown
