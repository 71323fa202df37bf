"""docs/how-to/models.md: its examples run, and it names every setting and every entry of a call."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from players.models.loopback import Loopback

import parlour
from parlour.cli.main import run
from parlour.players.models.model import Call
from parlour.players.models.settings import ModelSettings
from parlour.players.models.wording import wording_of

TEXT = (Path(__file__).parents[3] / "docs" / "how-to" / "models.md").read_text()
ADDRESS = "http://127.0.0.1:8080/v1"


def test_the_command_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (command,) = re.findall(r"^    parlour (play .*)$", TEXT, re.M)
    script = tmp_path / "script"
    script.write_text("100")
    with Loopback("random") as server:
        arguments = shlex.split(command.replace(ADDRESS, server.url))
        assert run([*arguments, "--answers", str(script)]) == 0
    assert len(server.requests) == 1
    assert "wins" in capsys.readouterr().out


def test_the_example_in_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    with Loopback("random") as server:
        exec(compile(code.replace(ADDRESS, server.url), "docs/how-to/models.md", "exec"), {})
    assert "Your legal actions are" in server.requests[0].messages[1]["content"]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Result(")
    assert len(lines) == 1 + len(server.requests)


def test_every_setting_and_its_default_is_listed() -> None:
    table = TEXT.partition("## Settings")[2].partition("## ")[0]
    rows = dict(re.findall(r"^\| (`.*?) \|(.*?)\|", table, re.M))
    defaults = {name: default for names, default in rows.items() for name in re.findall(r"`(\w+)`", names)}
    assert list(defaults) == list(ModelSettings._fields)
    for name, default in ModelSettings()._asdict().items():
        if name not in ("renamed", "extra_body"):
            written = "" if default is None else str(default).removesuffix(".0")
            assert defaults[name].strip(" `").lower() == written.lower()


def test_every_entry_of_a_call_is_listed() -> None:
    table = TEXT.partition("## Recorded calls")[2].partition("## ")[0]
    assert re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`.*?) \|", table, re.M))) == list(Call._fields)


def test_the_renamed_game_is_called_so() -> None:
    wording = wording_of(parlour.game("token-showdown"), 1)
    text = " ".join(TEXT.split())
    assert f'"{wording.title}", where {wording.players[0]} and {wording.players[1]}' in text
    verb, _, amount = wording.label(wording.game.start(), 0, 1).partition(" ")
    assert f"{verb} marbles for ribbons, and where every number of marbles is a multiple of {amount}." in text
    assert "marbles" in wording.rules()
    assert "ribbons" in wording.rules()
