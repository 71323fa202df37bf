"""Hints at the prompt, and a review after the game; tests/coach has what they say."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from support import OURS, SIXTH
from terminal.keyboard_session import PtySession

import parlour
from parlour.match.match import Match
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import LeftMatch, Terminated
from parlour.terminal.matches.saved import Autosave
from parlour.terminal.play.input import help_lines
from parlour.terminal.play.session import Session

WAR = parlour.game("resource-war")
SMALL = ("token-showdown", "--set", "tokens=6", "--set", "points=2")
BID = "Player A, enter your bid: "


@pytest.mark.parametrize("name", [*OURS, SIXTH])
def test_every_game_has_hints(name: str) -> None:
    small = {"token-showdown": {"tokens": 8}, "tower-siege": {"tower": 6, "cards": 3}}.get(name, {})
    game = parlour.game(name, **small)
    shown = output_of(Match(game, ("human", "random"), 1), "hint\nquit\n")
    assert "This position is " in shown
    assert "Best" in shown or "Hardest to answer: " in shown


def test_help_offers_hints_only_against_a_computer() -> None:
    question = WAR.words.ask(WAR.rules, WAR.start())[0]
    assert any(line.startswith("  hint ") for line in help_lines(WAR, WAR.start(), question))
    assert not any("hint" in line for line in help_lines(WAR, WAR.start(), question, hints=False))


def output_of(match: Match, typed: str) -> str:
    """The output of a session for someone in the first seat who types this and quits."""
    out = io.StringIO()
    second = None if match.seats[1] == "human" else parlour.players.player(match.seats[1])
    session = Session(match, (None, second), Console(io.StringIO(typed), out, {}), Autosave(None))
    with pytest.raises(LeftMatch, match="quit"):
        session.run()
    return out.getvalue()


def test_two_people_get_no_hints_and_the_reason() -> None:
    shown = output_of(Match(parlour.game("color-capture")), "hint\n?\nquit\n")
    assert "Hints are only for games against a computer" in shown
    assert "Best" not in shown


def test_a_variant_too_large_to_solve_has_no_hint() -> None:
    vast = parlour.game("tower-siege", tower=1000, cards=20)
    shown = output_of(Match(vast, ("human", "random")), "hint\nquit\n")
    assert "Sorry, there is no hint:" in shown
    assert "too large to solve" in shown.replace("\n", " ")


class Unsolvable(Exception):
    pass


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (Unsolvable("a defect"), "Sorry, there is no hint: unexpected error: Unsolvable('a defect')"),
        (OSError(28, "No space left on device"), "Sorry, there is no hint: unexpected error: OSError(28,"),
        (MemoryError(), "Sorry, there is no hint: unexpected error: MemoryError()"),
        (parlour.BadGame("the rules do not compile"), "Sorry, there is no hint: the rules do not compile"),
        (KeyboardInterrupt(), "Interrupted: there is no hint."),
    ],
)
def test_a_hint_that_fails_leaves_the_match_running(
    error: BaseException, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr("parlour.terminal.console.progress.solve_with_bar", fail)
    match = Match(parlour.game("color-capture"), ("human", "random"))
    assert shown in output_of(match, "hint\n1\nquit\n")
    assert len(match.line) == 2


def test_a_closed_terminal_ends_the_match_even_during_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang_up(_: object) -> None:
        raise Terminated

    monkeypatch.setattr("parlour.terminal.console.progress.solve_with_bar", hang_up)
    console = Console(io.StringIO("hint\n1\n"), io.StringIO(), {})
    session = Session(
        Match(WAR, ("human", "random")), (None, parlour.players.player("random")), console, Autosave(None)
    )
    with pytest.raises(Terminated):
        session.run()


# At a real terminal


def test_a_game_against_perfect_with_a_hint_and_a_review(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", *SMALL, "--second", "perfect", "--seed", "3")
    session.answer(BID, "hint")
    session.until("This position is worth 0.00 to you")
    session.until("Best is a secret mix: ")
    session.answer(BID, "hint draw")
    session.until("Drawn for you: bid ")
    session.answer(BID, "6")  # wins the round and loses the game
    session.until("Player A cannot bid any more")
    session.until("To see the loss of each choice later:")
    session.answer("What next? ", "review")
    session.until("The turning point was #1, bid 6: a loss of 1.00.")
    session.until("Total loss: 1.00 in 1 choice.")
    session.answer("What next? ", "quit")
    assert session.end() == 0


def test_ctrl_c_while_a_hint_is_calculated_returns_to_the_prompt(tmp_path: Path) -> None:
    caches = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}
    variant = ("tower-siege", "--set", "tower=9", "--seed", "1")  # takes minutes without compiling
    session = PtySession(tmp_path, "play", *variant, "--second", "random", environment=caches)
    session.answer("Enter choice: ", "hint")
    session.until("Solving Tower Siege")
    session.type("Ctrl-C")
    session.until("Interrupted: there is no hint.")
    session.answer("Enter choice: ", "move 2")
    session.until("P1 moves to position 2.")
    session.answer("Enter choice: ", "quit")
    assert session.end() == 0
