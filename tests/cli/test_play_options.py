"""Names, series and the short form of `parlour play`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from parlour.cli.main import run
from parlour.match.match import Match
from parlour.match.record import BadRecord, checksum, dump, parse

SHORT = ["--set", "repeats=1", "--answers"]


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "script"
    path.write_text("1")
    return str(path)


@pytest.mark.parametrize("name", ["color-capture", "color_capture", "Color Capture"])
def test_a_game_can_be_named_without_play(name: str, script: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, *SHORT, script]) == 0
    short = capsys.readouterr().out
    assert run(["play", name, *SHORT, script]) == 0
    assert capsys.readouterr().out == short


def test_an_unknown_word_is_still_an_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["chess"]) == 2
    assert "No such command 'chess'" in capsys.readouterr().err


def test_names_are_in_the_record(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "color-capture", *SHORT, script, "--json", "--second", "random", "--name", " Ann "]) == 0
    text = capsys.readouterr().out
    assert json.loads(text)["names"] == ["Ann", "random"]
    assert parse(text).names == ("Ann", "random")


def test_a_record_without_names_has_none() -> None:
    assert "names" not in json.loads(dump(Match(parlour.game("color-capture"))))


@pytest.mark.parametrize(
    "names", [["Ann"], ["Ann", 1], ["Ann", "\x1b[2J"], ["Ann", ""], ["Ann", "x" * 41], "Ann", None]
)
def test_bad_names_in_a_record_are_refused(names: object) -> None:
    content = json.loads(dump(Match(parlour.game("color-capture"))))
    del content["checksum"]
    content["names"] = names
    content["checksum"] = checksum(content)
    with pytest.raises(BadRecord, match="names"):
        parse(json.dumps(content))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--name", "Ann", "--name", "Bob", "--second", "random"], "more names than people"),
        (["--name", "Ann", "--name", "Ann"], "two different ones"),
        (["--name", ""], "a name has 1 to 40 characters"),
        (["--name", "Perfect"], "the name Perfect is reserved"),
        (["--best-of", "2"], "odd number"),
        (["--best-of", "3", "--first", "random", "--second", "random"], "people who play at the keyboard"),
    ],
)
def test_options_that_make_no_sense_are_explained(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "color-capture", *options]) == 2
    assert message in capsys.readouterr().err


def test_plain_belongs_to_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--plain", "games"]) == 2
    assert "after the command" in capsys.readouterr().err
