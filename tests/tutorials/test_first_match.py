"""The first tutorial, typed into a terminal: it prints what the page shows.

Each block of `sh` is one command. The blocks of `text` after it show what it prints, in order. A line that continues
after a prompt shows what to type there, and `...` stands for anything.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from terminal.keyboard_session import PtySession

import parlour

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "first-match.md"
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SOURCE = str(Path(parlour.__file__).parents[1])  # and no other games: not the one that tests add
PROMPTS = (
    "Choose 1-5, ? for help, q to leave: ",
    "Enter choice: ",
    "P1, choose your battle card: ",
    "What next? ",
    "A number to open a match, delete and a number, or q: ",
)


def commands(page: str) -> list[tuple[list[str], list[str]]]:
    """The arguments of each command, and the lines that the page shows of it."""
    found: list[tuple[list[str], list[str]]] = []
    for language, text in BLOCK.findall(page):
        if language == "sh":
            program, *arguments = shlex.split(text)
            assert program == "parlour"
            found.append((arguments, []))
        else:
            found[-1][1].extend(line for line in text.splitlines() if line)
    return found


def follow(page: str, home: Path) -> list[str]:
    """Types the answers of the page. Returns the lines from the first that is not shown."""
    for arguments, lines in commands(page):
        session = PtySession(home, *arguments, environment={"PYTHONPATH": SOURCE})
        for line in lines:
            for prompt in filter(line.startswith, PROMPTS):
                session.answer(prompt, line.removeprefix(prompt))
        assert session.end() == 0
        shown = iter(session.text.splitlines())
        for number, line in enumerate(lines):
            pattern = ".*".join(map(re.escape, line.split("...")))
            if not any(re.fullmatch(pattern, each.rstrip()) for each in shown):
                return lines[number:]
    return []


def test_the_first_match_is_played_as_printed(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(commands(page)) == 3
    assert follow(page, tmp_path) == []


@pytest.mark.parametrize(("old", "new"), [("P2 plays 2.", "P2 plays 3."), ("loss 1.00; luck", "loss 0.50; luck")])
def test_another_text_would_be_noticed(old: str, new: str, tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert old in page
    assert new in follow(page.replace(old, new), tmp_path)[0]
