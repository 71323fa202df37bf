"""The terminal itself: what it can show, reading a line, reading one that nobody may see."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from io import StringIO
from typing import TextIO

from parlour.games.errors import ParlourError
from parlour.games.vocabulary import Line
from parlour.match.transcript import WIDE
from parlour.terminal.paint import can_do_unicode, in_ascii, painted
from parlour.terminal.tty import Echo, forget_typed, wait_for_line

HIDDEN = "[Input hidden]"


class EndOfInput(Exception):
    """Nobody is typing any more: the input has ended or the terminal is gone."""


class NotPrivate(ParlourError):
    """Two people cannot choose in secret here."""

    def __init__(self) -> None:
        super().__init__(
            "two people can choose in secret only at a terminal (input and output); "
            "to play a written game, give the answers with --moves FILE, or --moves - for standard input"
        )


class Console:
    """Reads from one stream and writes to another; says what the pair of them can do."""

    def __init__(
        self, stdin: TextIO | None = None, stdout: TextIO | None = None, environ: Mapping[str, str] | None = None
    ) -> None:
        # A program may be started with its streams closed: then nothing is typed, and nobody sees what is said.
        self.stdin = stdin or sys.stdin or StringIO()
        self.stdout = stdout or sys.stdout or StringIO()
        environ = os.environ if environ is None else environ
        for stream in (self.stdin, self.stdout):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # odd bytes are wrong answers, not crashes
        self.draws = self.stdout.isatty()
        self.interactive = self.draws and self.stdin.isatty()
        clever = environ.get("TERM", "") not in ("", "dumb")
        self.colour = self.draws and clever and not environ.get("NO_COLOR")
        self.clears = self.draws and clever
        self.unicode = can_do_unicode(self.stdout.encoding or "ascii", environ)
        self._echo: Echo | None = None

    @property
    def width(self) -> int:
        """The columns there are now: windows change."""
        return max(40, shutil.get_terminal_size().columns) if self.draws else WIDE

    def say(self, *lines: str) -> None:
        self._write("".join(f"{line}\n" for line in lines))

    def draw(self, lines: list[Line]) -> None:
        self.say(*(painted(line, self.colour) for line in lines))

    def quiet(self) -> Echo:
        """While this lasts, what is typed is shown only where `read` asks for an open answer."""
        if not self.interactive:
            raise NotPrivate
        self._echo = Echo(self.stdin.fileno())
        return self._echo

    def read(self, prompt: str, secret: bool = False) -> str:
        """One line as it was typed, without its end. What is not typed at a terminal is shown as if it were."""
        if not secret:
            return self._read_open(prompt)
        if self._echo is None:
            raise NotPrivate
        forget_typed(self.stdin.fileno())  # nobody answers for the other by typing ahead
        self._write(prompt)
        line = self._line()
        self.say(HIDDEN)
        return line

    def _read_open(self, prompt: str) -> str:
        if self._echo:
            self._echo.on()
        try:
            self._write(prompt)
            line = self._line()
        finally:
            if self._echo:
                self._echo.off()
        if not self.stdin.isatty():
            self.say(line)
        return line

    def _line(self) -> str:
        try:
            if self.stdin.isatty():
                wait_for_line(self.stdin.fileno())
            line = self.stdin.readline()
        except OSError:  # the terminal was closed under us
            line = ""
        if not line:
            raise EndOfInput
        return line.rstrip("\r\n")

    def forget_typed(self) -> None:
        """Drops what was typed ahead, so that a paste answers one question and not those that follow."""
        if self.interactive:
            forget_typed(self.stdin.fileno())

    def clear(self) -> None:
        """Empties the screen and what can be scrolled back to; where that cannot be done, pushes it out of sight."""
        if self.clears:
            self._write("\x1b[H\x1b[2J\x1b[3J")
        else:
            self._write("\n" * shutil.get_terminal_size().lines)

    def page(self, markdown: str) -> None:
        """Shows a text written in Markdown: set out for reading at a terminal, as it is elsewhere."""
        if not self.draws:
            self.say(markdown.rstrip("\n"))
            return
        from rich.console import Console as RichConsole
        from rich.markdown import Markdown

        rich = RichConsole(
            width=min(self.width, 80) - 1, force_terminal=self.colour, no_color=not self.colour, legacy_windows=False
        )
        with rich.capture() as capture:
            rich.print(Markdown(markdown))
        self.say(*(line.rstrip() for line in capture.get().splitlines()))

    def _write(self, text: str) -> None:
        self.stdout.write(text if self.unicode else in_ascii(text))
        self.stdout.flush()
