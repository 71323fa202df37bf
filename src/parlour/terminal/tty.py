"""Low-level terminal input: turning the echo off, waiting for a line, dropping what was typed too early.

Written here because `getpass` turns the echo on again after every line, and we need it off from one secret answer to
the next.
"""

from __future__ import annotations

import os
import select
import signal
import termios
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any

SETTLED = 0.05  # seconds without a key before typing ahead counts as over
LOCAL, CONTROL = 3, 6  # places in the list that tcgetattr returns


class Echo:
    """A context in which the echo is off, except between `on()` and `off()`."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._usual = termios.tcgetattr(terminal)
        self._open = with_keys_that_leave_no_trace(termios.tcgetattr(terminal))
        self._open[LOCAL] |= termios.ECHO
        self._closed = with_keys_that_leave_no_trace(termios.tcgetattr(terminal))
        self._closed[LOCAL] &= ~(termios.ECHO | termios.ECHONL)
        self._now = self._usual

    def __enter__(self) -> None:
        # A program that was stopped comes back to a terminal as the shell left it: echoing.
        self._continued = signal.signal(signal.SIGCONT, self._restore)
        self.off()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._set(self._usual, termios.TCSAFLUSH)
        signal.signal(signal.SIGCONT, self._continued)

    def on(self) -> None:
        self._set(self._open, termios.TCSADRAIN)

    def off(self) -> None:
        self._set(self._closed, termios.TCSADRAIN)

    def _set(self, settings: list[Any], when: int) -> None:
        self._now = settings
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(self._terminal, when, settings)

    def _restore(self, _number: int, _frame: FrameType | None) -> None:
        self._set(self._now, termios.TCSADRAIN)


def with_keys_that_leave_no_trace(settings: list[Any]) -> list[Any]:
    """A line at a time, and no keys that would leave the terminal as it is now behind: Ctrl-Z and Ctrl-backslash."""
    settings[LOCAL] |= termios.ICANON
    keys = settings[CONTROL]
    keys[termios.VSUSP] = keys[termios.VQUIT] = b"\0"
    return settings


def wait_for_line(terminal: int) -> None:
    """Returns when a line can be read. A signal interrupts it whenever it comes.

    Reading alone would not do: a Ctrl-C that arrives just before the read begins is noticed only after the next line.
    """
    watched, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    try:
        while terminal not in select.select([terminal, watched], [], [])[0]:
            os.read(watched, 100)  # a signal came whose handler lets us go on waiting
    finally:
        signal.set_wakeup_fd(before)
        os.close(told)
        os.close(watched)


def forget_typed(terminal: int) -> None:
    """Drops what was typed and not yet read, and what a paste still in progress goes on to type."""
    with suppress(termios.error, OSError):
        termios.tcflush(terminal, termios.TCIFLUSH)
        while select.select([terminal], [], [], SETTLED)[0]:
            termios.tcflush(terminal, termios.TCIFLUSH)
