"""Waiting for a line at a terminal, and dropping what was typed before its time."""

from __future__ import annotations

import os
import select
import signal
import termios
from contextlib import suppress

SETTLED = 0.05  # seconds without a key before typing ahead counts as over


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
