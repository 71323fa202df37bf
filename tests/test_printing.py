"""Nothing foreign reaches the terminal as it is: one function escapes it, and every line that is printed goes there."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table

import parlour
from parlour.cli.main import run
from parlour.games.vocabulary import Span
from parlour.printing import escape, warn
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import show_markdown, table_lines

HOSTILE = "\x1b]0;owned\x07 \x9b2J \u202egnp.exe\r\n\udcff\u2028"
SHOWN = r"\x1b]0;owned\x07 \x9b2J \u202egnp.exe\r\n\udcff\u2028"
PACKAGE = Path(parlour.__file__).parent
WRITES = re.compile(r"\bprint\(|\bclick\.s?echo|\bsys\.(__)?std(out|err)\b|\bstream\.write|\bos\.write\(")
# Where the streams may appear, and why.
MAY_WRITE = {
    "printing.py": "escapes every line",
    "terminal/console/console.py": "escapes every line that is not painted",
    "terminal/console/progress.py": "a bar with an escaped title",
    "arena/tournament/run.py": "the progress of a tournament, escaped",
    "envs/render.py": "boards, which the games draw",
    "cli/main.py": "flushes",
    "cli/serve.py": "redirects standard output, which belongs to a protocol",
    "fast/user_cache.py": "asks whether there is a terminal",
}


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal(colour: bool = True) -> Console:
    return Console(io.StringIO(), Tty(), {"TERM": "xterm"} if colour else {"TERM": "xterm", "NO_COLOR": "1"})


def written(console: Console) -> str:
    assert isinstance(console.stdout, io.StringIO)
    return console.stdout.getvalue()


def test_what_could_control_a_terminal_becomes_visible() -> None:
    assert escape(HOSTILE) == SHOWN
    assert escape("Plain: é, 王, █") == "Plain: é, 王, █"


@given(st.text(st.characters()))
def test_an_escaped_text_is_printable_whatever_it_was(text: str) -> None:
    assert escape(text).isprintable()


@pytest.mark.parametrize("colour", [True, False])
def test_every_way_to_show_a_text_escapes_it(colour: bool) -> None:
    ways: list[Callable[[Console], None]] = [
        lambda console: console.say(HOSTILE),
        lambda console: console.tell(HOSTILE),
        lambda console: console.draw([(Span(HOSTILE), Span(HOSTILE, "red"))]),
        lambda console: console.say(*table_lines(console, ["A", "B"], [[HOSTILE, (HOSTILE, "dim")]], ())),
        lambda console: console.say(*table_lines(console, ["A"], [[HOSTILE * 20, "B" * 200]], ("A",))),
        lambda console: show_markdown(console, f"# {HOSTILE}\n\n[{HOSTILE}](http://h/{HOSTILE})\n"),
        lambda console: console._write(console._wrap_prompt(HOSTILE)),
    ]
    for show in ways:
        console = terminal(colour)
        show(console)
        text = re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b\x07]*\x1b\\\\", "", written(console))
        assert text.replace("\n", "").isprintable()
        assert r"\x1b" in text


def test_colours_of_the_program_stay() -> None:
    console = terminal()
    console.draw([(Span("red", "red"),)])
    console.format(Table(), 10)
    assert written(console) == "\x1b[91mred\x1b[0m\n"
    console.say("\x1b[91mred\x1b[0m")
    assert written(console).endswith("\\x1b[91mred\\x1b[0m\n")


def test_a_warning_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    warn(HOSTILE)
    assert capsys.readouterr().err == f"{SHOWN}\n"
    monkeypatch.setattr(sys, "stderr", None)
    warn("nobody can read this")


def test_only_these_modules_write_to_a_terminal() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if WRITES.search(path.read_text(encoding="utf-8"))
    }
    assert found - set(MAY_WRITE) == set(), "use Console.say or printing.warn, which escape foreign text"
    assert set(MAY_WRITE) - found == set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such file names")
@pytest.mark.parametrize("command", [["matches"], ["stats"], ["stats", "--csv"], ["resume"]])
def test_the_name_of_a_file_that_cannot_be_read(
    command: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir(parents=True)
    for name in (b"\x1b]0;owned\x07.json", b"\xff\n.json"):
        Path(str(home), name.decode("utf-8", "surrogateescape")).write_text("{}")
    run(command)
    text = "".join(capsys.readouterr())
    assert r"\x1b]0;owned\x07.json" in text
    assert r"\udcff\n.json" in text
    assert text.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "arguments",
    [
        [HOSTILE],
        ["play", HOSTILE],
        ["play", "resource-war", "--set", f"points={HOSTILE}"],
        ["play", "resource-war", "--second", HOSTILE],
        ["replay", HOSTILE],
        ["verify", HOSTILE],
        ["check", f"./{HOSTILE}"],
        ["bot", HOSTILE],
        ["bot", "--server", f"http://{HOSTILE}"],
        ["arena", "run", HOSTILE, "--out", HOSTILE],
    ],
)
def test_errors_show_what_was_wrong_without_doing_it(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) != 0
    error = capsys.readouterr().err
    assert error.replace("\n", "").isprintable()
