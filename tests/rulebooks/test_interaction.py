"""The command-line examples of the rulebooks, played as scripts and at a real terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from terminal.keyboard_session import PtySession, in_order, play_by_hand

import parlour
from parlour.cli.main import run
from parlour.match.match import Match
from rulebooks.interaction import EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_script_prints_exactly_the_lines_of_the_rulebook(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers, lines = EXAMPLES[name]
    script = tmp_path / "script.txt"
    script.write_text(answers.replace(" ", "\n"))
    assert run(["play", name, "--answers", str(script)]) == 0
    assert in_order(capsys.readouterr().out, lines) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_two_people_at_a_terminal_see_the_same_lines(name: str, tmp_path: Path) -> None:
    """Secret answers are hidden there; everything else is as prescribed."""
    answers, lines = EXAMPLES[name]
    session = PtySession(tmp_path, "play", name, "--plain", columns=100)
    play_by_hand(session, Match(parlour.game(name)), answers.split(), plain=True)
    if name == "token-showdown":  # the rulebook prescribes only the first round
        session.answer("enter your bid: ", "quit")
    else:
        session.answer("What next? ", "quit")
    assert session.end() == 0
    assert in_order(session.text, at_a_terminal(lines)) == []
    assert ("Game Over!" in session.text) == (name != "token-showdown")


def at_a_terminal(lines: list[str]) -> list[str]:
    """The lines as two people see them: secret answers are replaced by a marker."""
    secrets = [
        number
        for number, line in enumerate(lines)
        if line.startswith(("P1, choose your battle card: ", "P2, choose your battle card: "))
        or (line.startswith("> ") and "enter the number of tokens" in lines[number - 1].lower())
        or any("enter your bids" in before for before in lines[max(0, number - 2) : number] if " bid: " in line)
    ]
    hidden = [re.sub(r"[0-9]+$", "[Input hidden]", line) for line in lines]
    return [hidden[number] if number in secrets else line for number, line in enumerate(lines)]
