"""`parlour new` writes games that can be played at once, and never overwrites anything."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from parlour.cli.main import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", ["--secret", "--turns", "--board"])
def test_a_new_game_can_be_played_at_once(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    name = f"fresh-{kind[2:]}"
    assert run(["new", name, kind]) == 0
    assert f"play ./{name}" in capsys.readouterr().out
    assert run(["play", f"./{name}", "--first", "random", "--second", "random", "--seed", "1"]) == 0
    assert "wins" in capsys.readouterr().out
    assert run(["rules", f"./{name}"]) == 0
    assert capsys.readouterr().out.startswith(f"# Fresh {kind[2:].capitalize()}\n")


def test_a_match_of_a_game_in_a_folder_can_be_seen_again(folder: Path) -> None:
    """In a new process, which knows nothing of the folder."""

    def parlour(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "parlour", *arguments]
        return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)

    assert parlour("new", "kept").returncode == 0
    left = parlour("play", "./kept", "--second", "random", "--save", "match.json", typed="3\nquit\n")
    assert f"resume match.json --game {folder / 'kept' / 'kept'}\n" in left.stdout
    for command, shown in (("resume", "Round 2"), ("replay", "Player 1 names 3")):
        unknown = parlour(command, "match.json").stderr
        assert "there is no game 'kept'" in unknown
        assert "--game ./my-game" in unknown
        assert shown in parlour(command, "match.json", "--game", "./kept").stdout
    assert parlour("replay", "match.json", "--game", "kept").returncode == 0
    assert "is not the folder of a game" in parlour("replay", "match.json", "--game", "./other").stderr


def test_the_files_of_a_new_game(folder: Path) -> None:
    assert run(["new", "My Game"]) == 0
    written = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert written == [
        "my-game/my_game/RULES.md",
        "my-game/my_game/__init__.py",
        "my-game/my_game/rules.py",
        "my-game/my_game/words.py",
        "my-game/pyproject.toml",
    ]
    project = tomllib.loads((folder / "my-game" / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["parlour.games"] == {"my-game": "my_game"}
    rulebook = (folder / "my-game" / "my_game" / "RULES.md").read_text()
    assert rulebook.startswith("# My Game\n")
    assert "**MG-1 equal numbers.**" in rulebook
    assert "ndercut" not in rulebook + (folder / "my-game" / "my_game" / "rules.py").read_text()


def test_nothing_is_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "notes").write_text("precious")
    (folder / "file").write_text("precious")
    for name in ("mine", "file"):
        assert run(["new", name]) == 2
        assert capsys.readouterr().err == f"parlour: {name} already exists; nothing was written\n"
    assert sorted(path.name for path in folder.rglob("*")) == ["file", "mine", "notes"]


def test_a_folder_that_cannot_be_written_is_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "gone").mkdir()
    os.chdir(folder / "gone")
    (folder / "gone").rmdir()
    assert run(["new", "lost"]) == 2
    assert capsys.readouterr().err == "parlour: lost cannot be written: No such file or directory\n"


@pytest.mark.parametrize(
    "name",
    ["", " ", "a/b", "../up", ".", "3men", "a--b", "a.b", "näme", "a" * 31, "x;rm", "a\nb", "-", "a-", "$HOME"],
)
def test_odd_names_get_a_clear_error(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run(["new", "--", name]) == 2
    assert "cannot be the name of a game: use letters from a to z" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("json", "json is a name that Python uses already; choose another one, such as json-game"),
        ("numpy", "numpy is a name that Python uses already"),
        ("class", "class is a name that Python uses already"),
        ("Parlour", "parlour is a name that Python uses already"),
        ("tower_siege", "there is a game tower-siege already"),
    ],
)
def test_names_that_are_taken(folder: Path, capsys: pytest.CaptureFixture[str], name: str, sentence: str) -> None:
    assert run(["new", name]) == 2
    assert sentence in capsys.readouterr().err
    assert list(folder.iterdir()) == []
