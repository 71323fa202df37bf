"""The terminal itself: what it can show, reading a line, reading one that nobody may see."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from parlour.games.errors import ParlourError
from parlour.games.vocabulary import Line
from parlour.match.transcript import WIDE
from parlour.terminal.paint import can_do_unicode, in_ascii, painted

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
        self.stdin, self.stdout = stdin or sys.stdin, stdout or sys.stdout
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
        self._hushed = False

    @property
    def width(self) -> int:
        """The columns there are now: windows change."""
        return max(40, shutil.get_terminal_size().columns) if self.draws else WIDE

    def say(self, *lines: str) -> None:
        self._write("".join(f"{line}\n" for line in lines))

    def draw(self, lines: list[Line]) -> None:
        self.say(*(painted(line, self.colour) for line in lines))

    def read(self, prompt: str) -> str:
        """One line as it was typed, without its end. What is not typed at a terminal is shown as if it were."""
        self._write(prompt)
        try:
            line = self.stdin.readline()
        except OSError:  # the terminal was closed under us
            line = ""
        if not line:
            raise EndOfInput
        answer = line.rstrip("\r\n")
        if self._hushed:
            self.say(HIDDEN)
        elif not self.stdin.isatty():
            self.say(answer)
        return answer

    @contextmanager
    def hushed(self) -> Iterator[None]:
        """While this lasts, nothing that is typed is shown: no characters, no stars, not how many there were."""
        if not self.interactive:
            raise NotPrivate
        import termios

        terminal = self.stdin.fileno()
        usual = termios.tcgetattr(terminal)
        quiet = termios.tcgetattr(terminal)
        quiet[3] &= ~(termios.ECHO | termios.ECHONL)
        quiet[6][termios.VSUSP] = b"\0"  # a suspended program comes back with the shell's settings, which echo
        termios.tcsetattr(terminal, termios.TCSAFLUSH, quiet)
        self._hushed = True
        try:
            yield
        finally:
            self._hushed = False
            termios.tcsetattr(terminal, termios.TCSAFLUSH, usual)

    def forget_typed(self) -> None:
        """Drops what was typed ahead, so that a paste answers one question and not the next player's."""
        if self.interactive:
            import termios

            termios.tcflush(self.stdin.fileno(), termios.TCIFLUSH)

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
