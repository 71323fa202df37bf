"""Games in a folder that is not installed."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour import BadGame, UnknownGame
from parlour.cli.new import files
from parlour.match.match import Match
from parlour.match.record import BadRecord, checksum, dump, parse


def written(folder: Path, name: str) -> Path:
    package = name.replace("-", "_")
    for path, text in files(name, package, "secret").items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text)
    return folder / name


def test_a_folder_is_a_game_by_its_project_or_its_package(tmp_path: Path) -> None:
    folder = written(tmp_path, "near-by")
    game = parlour.game(str(folder), points=1)
    assert (game.name, game.title, game.rules.points) == ("near-by", "Near By", 1)
    assert parlour.game(str(folder / "near_by"), points=1) == game
    assert parlour.game("near-by", points=1) == game  # this process knows it now


def test_a_record_of_such_a_game_can_be_read_in_the_same_process(tmp_path: Path) -> None:
    match = Match(parlour.game(str(written(tmp_path, "kept-game"))))
    match.play(4, 5)
    assert parse(dump(match)).state == match.state


def test_a_record_never_runs_the_code_in_a_folder(tmp_path: Path) -> None:
    folder = written(tmp_path, "trap-game")
    (folder / "trap_game" / "rules.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    content = json.loads(dump(Match(parlour.game("resource-war"))))
    content["game"] = str(folder)
    del content["checksum"]
    content["checksum"] = checksum(content)
    with pytest.raises(BadRecord, match="there is no game"):
        parse(json.dumps(content))
    assert not (tmp_path / "ran").exists()


def test_a_game_in_a_folder_can_be_pickled_to_another_process(tmp_path: Path) -> None:
    game = parlour.game(str(written(tmp_path, "sent-game")), most=7)
    (tmp_path / "game").write_bytes(pickle.dumps(game))
    program = f"import pickle; print(pickle.load(open({str(tmp_path / 'game')!r}, 'rb')))"
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        check=True,
    )
    assert done.stdout == "parlour.game('sent-game', most=7)\n"


def test_a_plain_name_is_never_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "not-given")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownGame):
        parlour.game("not-given")
    assert parlour.game("./not-given").name == "not-given"


def test_folders_that_are_no_games(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"it has no rules\.py"):
        parlour.game(str(tmp_path))
    with pytest.raises(UnknownGame, match=r"it has no rules\.py"):
        parlour.game("./no\0where")
    written(tmp_path, "one-game")
    (tmp_path / "one-game" / "other").mkdir()
    (tmp_path / "one-game" / "other" / "rules.py").write_text("")
    with pytest.raises(UnknownGame, match="more than one game; choose one of its folders: one_game, other"):
        parlour.game(str(tmp_path / "one-game"))


@pytest.mark.parametrize("name", ["json", "numpy", "pytest"])
def test_a_folder_cannot_take_the_name_of_a_package(tmp_path: Path, name: str) -> None:
    folder = written(tmp_path, name)
    with pytest.raises(BadGame, match="has the name of another Python package: rename it"):
        parlour.game(str(folder))


def test_other_names_that_a_folder_cannot_have(tmp_path: Path) -> None:
    (tmp_path / "Größe").mkdir()
    (tmp_path / "Größe" / "rules.py").write_text("")
    with pytest.raises(BadGame, match="rename it to lower-case letters"):
        parlour.game(str(tmp_path / "Größe"))
    with pytest.raises(BadGame, match="the name of a game that comes with Parlour"):
        parlour.game(str(written(tmp_path, "tower-siege")))


def test_our_own_games_can_be_given_as_folders() -> None:
    game = parlour.game("tower-siege")
    assert parlour.game(str(game.folder)) == game


def test_an_init_file_that_raises_is_reported(tmp_path: Path) -> None:
    folder = written(tmp_path, "sad-game")
    (folder / "sad_game" / "__init__.py").write_text("1/0\n")
    with pytest.raises(BadGame, match=r"sad-game cannot be loaded from .*ZeroDivisionError"):
        parlour.game(str(folder))
    assert "sad_game" not in sys.modules
