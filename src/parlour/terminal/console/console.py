"""The terminal: its abilities, and how to read a line from it, openly or in secret."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING, TextIO

from parlour.games.errors import ParlourError
from parlour.games.vocabulary import Line
from parlour.match.transcript import WIDE
from parlour.printing import escape
from parlour.terminal.console.interrupts import EndOfInput
from parlour.terminal.console.paint import Painted, can_do_unicode, colours, fit_line, in_ascii, join_lines, paint_line

if TYPE_CHECKING:
    from rich.console import RenderableType

HAS_TTY = sys.platform != "win32"  # only there can a program hide what people type, line by line
if HAS_TTY:
    from parlour.terminal.console.tty import Echo, discard_input, wait_for_line


class NotPrivate(ParlourError):
    """Two people cannot choose in secret here."""

    def __init__(self) -> None:
        super().__init__(
            "two people can choose in secret only if input and output are a terminal; "
            "to play from a script, use --answers FILE, or --answers - for standard input"
            if HAS_TTY
            else "two people cannot choose in secret at a Windows terminal; play in a browser instead: parlour serve"
        )


class Console:
    """Reads from one stream, writes to another, and knows what they support."""

    def __init__(
        self,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        environ: Mapping[str, str] | None = None,
        plain: bool = False,
    ) -> None:
        # A program can be started with its streams closed: then there is no input, and the output goes nowhere.
        self.stdin = stdin or sys.stdin or StringIO()
        self.stdout = stdout or sys.stdout or StringIO()
        environ = os.environ if environ is None else environ
        for stream in (self.stdin, self.stdout):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # invalid bytes are wrong answers, not crashes
        self.is_terminal = self.stdout.isatty()
        self.interactive = HAS_TTY and self.is_terminal and self.stdin.isatty()
        capable = environ.get("TERM", "") not in ("", "dumb")
        self.colour = self.is_terminal and capable and not environ.get("NO_COLOR")
        self._codes = colours(environ)
        self.clears = self.is_terminal and capable
        self.plain = plain or not (self.interactive and capable)  # the text of the rulebooks, and nothing redrawn
        self.unicode = can_do_unicode(self.stdout.encoding or "ascii", environ)
        self.redraw: Callable[[], None] = lambda: None  # shows the text above a prompt again
        self._echo: Echo | None = None
        self._alternate = False  # whether we are on the alternate screen

    @property
    def width(self) -> int:
        """The current number of columns; the user may resize the window."""
        return max(40, shutil.get_terminal_size().columns) if self.is_terminal else WIDE

    def say(self, *lines: str) -> None:
        self._write(join_lines(lines))

    def tell(self, *lines: str) -> None:
        """Show lines that are wrapped at words where the terminal is narrower."""
        if self.plain:
            self.say(*lines)
            return
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            self.say(*(wrap(line, self.width, subsequent_indent=indent) or [""]))

    def draw(self, lines: list[Line]) -> None:
        self.say(*self.paint(lines))

    def paint(self, lines: list[Line]) -> list[Painted]:
        """Styled lines as text: in the colours for this background, and broken where the terminal is narrower."""
        rows = lines if self.plain else [row for line in lines for row in fit_line(line, self.width)]
        return [paint_line(row, self.colour, self._codes) for row in rows]

    @contextmanager
    def without_echo(self) -> Iterator[None]:
        """Show typing only while `read` asks for an answer that is not secret."""
        if not self.interactive:
            raise NotPrivate
        try:
            with Echo(self.stdin.fileno(), self._leave_screen, self.return_to_screen) as self._echo:
                yield
        finally:
            self._echo = None

    def read(self, prompt: str, secret: bool = False) -> str:
        """Read one line. Input that does not come from a terminal is printed, as if it had been typed."""
        if secret:
            if self._echo is None:
                raise NotPrivate
            self.discard_input()  # typing ahead must not answer for the other player
        prompt = self._wrap_prompt(prompt)
        with self._echo.on() if self._echo and not secret else nullcontext():
            self._write(prompt)
            line = self._line(prompt)
        if secret:
            self.say("[Input hidden]")
        elif not self.stdin.isatty():
            self.say(line)
        return line

    def _wrap_prompt(self, prompt: str) -> str:
        """The prompt, with line breaks where the terminal is narrower; typing begins where it did."""
        prompt = "\n".join(map(escape, prompt.split("\n")))
        if self.plain:
            return prompt
        end = prompt[len(prompt.rstrip(" ")) :]
        lines = [wrap(line, self.width - len(end)) or [""] for line in prompt.split("\n")]
        return "\n".join(part for parts in lines for part in parts) + end

    def _line(self, prompt: str) -> str:
        try:
            if HAS_TTY and self.stdin.isatty():
                wait_for_line(self.stdin.fileno(), lambda: self._ask_again(prompt))
            line = self.stdin.readline()
        except OSError:  # the terminal was closed
            line = ""
        if not line:
            raise EndOfInput
        return line.rstrip("\r\n")

    def _ask_again(self, prompt: str) -> None:
        """Show everything again after a resize, or after the shell had the terminal."""
        if not self.plain:
            self._write("" if self._alternate else "\n")
            self.redraw()
        self._write(prompt)

    @contextmanager
    def redrawing(self, redraw: Callable[[], None]) -> Iterator[None]:
        """Let this show the text above a prompt again."""
        previous, self.redraw = self.redraw, redraw
        try:
            yield
        finally:
            self.redraw = previous

    def discard_input(self) -> None:
        """Discard input typed ahead, so that a paste answers one question and not the following ones."""
        if self.interactive:
            discard_input(self.stdin.fileno())

    @contextmanager
    def alternate_screen(self) -> Iterator[None]:
        """Show secrets on a separate screen, which leaves the scrollback as it was."""
        if not self.clears:
            yield
            return
        try:
            self._alternate = True
            self.return_to_screen()
            yield
        finally:
            with suppress(OSError):  # the terminal may be gone
                self._leave_screen()
            self._alternate = False

    def return_to_screen(self) -> None:
        if self._alternate:
            self._send("\x1b[?1049h\x1b[H\x1b[2J")

    def _leave_screen(self) -> None:
        if self._alternate:
            self._send("\x1b[H\x1b[2J\x1b[?1049l")

    def _send(self, codes: str) -> None:
        """Write past the buffer, which a signal handler must not touch."""
        os.write(self.stdout.fileno(), codes.encode())

    def clear(self) -> None:
        """Clear the alternate screen, or scroll the screen out of sight if the terminal has none."""
        if self._alternate:
            self._write("\x1b[H\x1b[2J")
        elif not self.clears:
            self._write("\n" * shutil.get_terminal_size().lines)

    def format(self, content: RenderableType, width: int) -> list[Painted]:
        """Lines of text for something that Rich can format, in which every text is escaped."""
        from rich.console import Console as RichConsole

        out = StringIO()
        RichConsole(
            file=out,
            width=width,
            force_terminal=self.colour,
            color_system="standard" if self.colour else None,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
        ).print(content)
        return [Painted(line.rstrip()) for line in out.getvalue().splitlines()]

    def encodable(self, text: str) -> str:
        return text if self.unicode else in_ascii(text)

    def _write(self, text: str) -> None:
        self.stdout.write(self.encodable(text))
        self.stdout.flush()
