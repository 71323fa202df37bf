"""docs/reference/formats.md names every entry of what commands print with --json, and of the files of arena runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.cli.main import run

TEXT = (Path(__file__).parents[2] / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
# Entries with entries that depend on the game or the player; the top of the page describes a result.
ELSEWHERE = ("rules", "state", "varied", "allowed", "fairest", "settings", "result")
SMALL = ("--set", "points=3", "--set", "target=2")


def entries(content: object) -> Iterator[str]:
    """The names of all entries, at any depth."""
    if isinstance(content, dict):
        for name, value in content.items():
            yield name
            if name not in ELSEWHERE:
                yield from entries(value)
    elif isinstance(content, list):
        for each in content:
            yield from entries(each)


def missing(content: object, section: str) -> set[str]:
    """The entries that a section of the page does not name."""
    text = re.split(rf"^##+ {re.escape(section)}$", TEXT, flags=re.M)[1]
    named = re.findall(r"`\"?(\w+)\"?`", re.split(r"^##+ ", text, flags=re.M)[0])
    return set(entries(content)) - set(named)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    script = tmp_path / "script"
    script.write_text("1 1 1 1 1 1")
    options = ["--answers", str(script), "--name", "Ada", "--name", "Bob", "--save", str(path)]
    assert run(["play", "resource-war", *SMALL, *options]) == 0
    return path


def test_a_record(record: Path) -> None:
    assert not missing(json.loads(record.read_text()), "Match records")


def test_an_analysis(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["analyse", str(record), "--json"]) == 0
    assert not missing(json.loads(capsys.readouterr().out), "analyse")


@pytest.mark.parametrize(
    ("section", "command"),
    [
        ("solve", ["solve", "resource-war", *SMALL]),
        ("balance", ["balance", "resource-war", *SMALL, "--vary", "stall=0..2"]),
        ("games and bench", ["games"]),
        ("arena table", ["arena", "table", "resource-war", *SMALL, "--player", "random", "--player", "hard"]),
    ],
)
def test_the_output_of_a_command(section: str, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    common = {"player", "action", "label", "chance"}  # described with the analysis
    assert missing(found, section) <= common


def test_the_files_of_an_evaluation(tmp_path: Path) -> None:
    options = ["--game", "resource-war", *SMALL, "--player", "hard", "--calls", "50", "--out", str(tmp_path)]
    assert run(["evaluate", "positions", *options, "--positions", "10"]) == 0
    result = json.loads((tmp_path / "positions-perfect.json").read_text())
    tokens = {"tokens_in", "tokens_out", "served", "addresses"}  # "tokens", "models and addresses" there
    assert missing(result, "Evaluation folders") <= tokens
    line = json.loads((tmp_path / "answers.jsonl").read_text().splitlines()[0])
    assert missing(line, "Evaluation folders") == set()
