"""`parlour matches`: the list of saved matches, and what can be done with it."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

import pytest
from terminal.keyboard_session import PtySession
from terminal.reader import blunder

import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.match.match import Match
from parlour.match.transcript import match_line
from parlour.terminal.matches.saved import Saved, latest_open, open_matches, row

PROMPT = "or q: "
SURE = "Type yes: "


@pytest.fixture
def three(home: Path) -> Path:
    """A finished match, an open one, and the first of two people who gave their names; each a day after the other."""
    home.mkdir(parents=True)
    siege = Match(parlour.game("tower-siege", tower=6), ("human", "random"))
    siege.play(2)
    siege.play(0)  # so that the person is next
    named = blunder(("human", "human"))
    named.names = ("Ada", "Grace")
    for day, (name, match) in enumerate({"old.json": blunder(), "open.json": siege, "new.json": named}.items()):
        storage.save(match, home / name)
        os.utime(home / name, (1_700_000_000 + 86_400 * day,) * 2)
    return home


def row_lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The files that `parlour matches` lists, in order."""
    assert run(["matches", "--json", *arguments]) == 0
    return [Path(entry["file"]).name for entry in json.loads(capsys.readouterr().out)]


@pytest.mark.usefixtures("three")
def test_the_list_shows_when_what_who_and_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["matches"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert [[row[0], *row[3:]] for row in rows] == [
        ["1", "Color", "Capture", "Ada", "-", "Grace", "Grace", "won"],
        ["2", "Tower", "Siege", "(tower=6)", "you", "-", "random", "open", "after", "2"],
        ["3", "Color", "Capture", "you", "-", "random", "random", "won"],
    ]


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_narrow_list_keeps_every_column(three: Path, columns: int) -> None:
    match = blunder(("human", "human"))
    match.names = ("Maximilian von Hohenstein", "Bartholomew the Great")
    storage.save(match, three / "long.json")
    session = PtySession(three.parent, "matches", columns=columns)
    session.answer("or q: ", "q")
    assert session.end() == 0
    shown = " ".join(session.text.split())
    for part in ("Maximilian", "Bartholomew", "2023-11-16", "22:13", "Grace won", "open after 2", "(tower=6)"):
        assert part in shown
    assert max(map(len, session.text.splitlines())) <= columns


def test_a_match_is_described_by_the_names_of_its_people() -> None:
    match = Match(parlour.game("tower-siege"), ("human", "hard"), 7)
    assert match_line(match) == "Tower Siege: Player 1 human, Player 2 hard, seed 7"
    match.names = ("Ada", "hard")
    assert match_line(match) == "Tower Siege: Player 1 Ada, Player 2 hard, seed 7"


def test_a_match_without_turns_is_continued_only_if_there_is_no_other(home: Path) -> None:
    home.mkdir(parents=True)
    untouched, begun = home / "untouched.json", home / "begun.json"
    match = Match(parlour.game("color-capture"))
    storage.save(match, untouched)
    assert latest_open(pytest.fail) == untouched
    assert row(Saved(untouched, datetime.now(), match))[2:] == ["Player 1 - Player 2", "not begun"]
    match.play(0)
    storage.save(match, begun)
    os.utime(begun, (1, 1))
    assert latest_open(pytest.fail) == begun
    assert [saved.path for saved in open_matches(9)] == [begun, untouched]


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        ((), ["new.json", "open.json", "old.json"]),
        (("color-capture",), ["new.json", "old.json"]),
        (("--with", "random"), ["open.json", "old.json"]),
        (("--with", "ada"), ["new.json"]),
        (("--open",), ["open.json"]),
        (("color-capture", "--over", "--with", "random"), ["old.json"]),
        (("resource-war",), []),
    ],
)
def test_the_list_can_be_filtered(
    arguments: tuple[str, ...], files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert row_lines(capsys, *arguments) == files


def test_a_damaged_file_is_named_and_hides_no_other(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (three / "broken.json").write_text("{")
    assert run(["matches"]) == 0
    shown = capsys.readouterr()
    assert "Note: a file is skipped. " in shown.err
    assert "broken.json" in shown.err
    assert "Ada - Grace" in shown.out


def test_without_matches_the_list_says_how_to_play_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["matches"]) == 0
    assert "There are no such matches in " in capsys.readouterr().out
    assert run(["matches", "tower-seige"]) == 2
    assert "did you mean tower-siege?" in capsys.readouterr().err


def test_a_match_is_opened_and_deleted_at_the_terminal(three: Path) -> None:
    session = PtySession(three.parent, "matches")
    session.answer(PROMPT, "7")
    assert "There is no match 7 in this list." in session.answer(PROMPT, "burn 3")
    assert "'burn 3' is not an answer here" in session.answer(PROMPT, "?")
    assert "delete match 3" in session.answer(PROMPT, "3")
    session.until("Color Capture: Player 1 human, Player 2 random, seed 0")
    session.answer("? for help: ", "q")
    session.answer(PROMPT, "delete 3")
    session.answer(SURE, "")
    assert "It stays." in session.answer(PROMPT, "delete 3")
    session.answer(SURE, "yes")
    assert "Deleted." in session.answer(PROMPT, "3")
    assert "There is no match 3 in this list." in session.answer(PROMPT, "2")
    session.until("Resuming Tower Siege (tower=6)")
    session.answer("Enter choice: ", "quit")
    assert session.end() == 0
    assert sorted(path.name for path in three.iterdir()) == ["new.json", "open.json"]


def test_the_list_is_numbered_again_on_request_and_the_end_of_input_leaves(three: Path) -> None:
    session = PtySession(three.parent, "matches", "color-capture")
    session.answer(PROMPT, "delete 1")
    session.answer(SURE, "yes")
    session.answer(PROMPT, "list")
    assert "1  2023-11-1" in session.answer(PROMPT, "delete 1")
    session.answer(SURE, "Ctrl-D")
    assert session.end() == 0
    assert sorted(path.name for path in three.iterdir()) == ["old.json", "open.json"]


def test_a_match_that_cannot_go_on_returns_to_the_list(three: Path) -> None:
    odd = Match(parlour.game("resource-war"), ("human", "nobody"))
    storage.save(odd, three / "odd.json")
    session = PtySession(three.parent, "matches", "resource-war")
    session.answer(PROMPT, "1")
    assert "Sorry: there is no player 'nobody'" in session.answer(PROMPT, "q")
    assert session.end() == 0
