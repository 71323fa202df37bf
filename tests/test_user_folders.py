"""The user's files are where the XDG variables say, otherwise in the home; without a home, commands say what to set."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from parlour.cli.main import run
from parlour.server.serve import data_folder, key_file
from parlour.terminal.matches.saved import saves_folder
from parlour.user_folders import user_folder

VARIABLES = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home, as in many containers."""

    def fail() -> NoReturn:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", fail)
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)


def test_a_variable_or_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.setenv(variable, str(tmp_path / variable))
    assert data_folder() == tmp_path / "XDG_DATA_HOME" / "parlour"
    assert key_file() == tmp_path / "XDG_CONFIG_HOME" / "parlour" / "seal.key"
    assert saves_folder() == tmp_path / "XDG_STATE_HOME" / "parlour"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert data_folder() == Path.home() / ".local" / "share" / "parlour"


@pytest.mark.usefixtures("homeless")
def test_without_a_home_the_error_names_the_variable() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        user_folder("XDG_CACHE_HOME", ".cache")
    assert (caught.value.strerror, caught.value.filename) == ("there is no home folder", "set XDG_CACHE_HOME")


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("practice color-capture", "parlour: set XDG_STATE_HOME: there is no home folder\n"),
        ("matches", "parlour: saved matches cannot be found: there is no home folder\n"),
        ("serve", "parlour: set XDG_DATA_HOME: there is no home folder\n"),
    ],
)
def test_commands_say_so(command: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command.split()) > 0
    assert capsys.readouterr().err == message


@pytest.mark.usefixtures("homeless")
def test_a_match_can_be_played_without_a_home(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "color-capture", "--first", "random", "--second", "random"]) == 0
    assert "wins" in capsys.readouterr().out
