"""Low-level terminal input: switch the echo off, wait for a line, discard input that was typed too early.

`getpass` will not do: it switches the echo on again after every line, and secret answers need it off in between.
"""

import os
import select
import signal
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

from parlour.terminal.console.interrupts import handle

QUIET = 0.05  # seconds without a key before a paste counts as over
SETTLED = 0.1  # seconds without a signal before a resize counts as over
LOCAL, CONTROL = 3, 6  # indices into the list that tcgetattr returns


class Echo:
    """A context in which the echo is off, except inside `on()`."""

    def __init__(self, terminal: int, stops: Callable[[], None], continues: Callable[[], None]) -> None:
        """`stops` is called before the program is suspended, and `continues` after it is continued."""
        self._terminal = terminal
        self._stops, self._continues = stops, continues
        self._original = termios.tcgetattr(terminal)
        self._echoing = line_mode(termios.tcgetattr(terminal))
        self._echoing[LOCAL] |= termios.ECHO
        self._silent = line_mode(termios.tcgetattr(terminal))
        self._silent[LOCAL] &= ~(termios.ECHO | termios.ECHONL)
        self._current = self._original

    def __enter__(self) -> Self:
        # A suspended program returns to the terminal as the shell left it: echoing.
        handlers = {signal.SIGCONT: self._continue, signal.SIGTSTP: self._suspend}
        if signal.getsignal(signal.SIGTSTP) == signal.SIG_IGN:
            del handlers[signal.SIGTSTP]  # started without job control: the program could not be continued
        self._previous_handlers = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        self._set(self._silent)
        return self

    def __exit__(self, *_: object) -> None:
        self._set(self._original, termios.TCSAFLUSH)
        for number, handler in self._previous_handlers.items():
            signal.signal(number, handler)

    def _suspend(self, *_: object) -> None:
        """Ctrl-Z: leave the terminal to the shell as it was, and stop. The handler of SIGCONT hides typing again."""
        current = self._current
        self._stops()
        self._set(self._original, termios.TCSAFLUSH)  # what was typed in secret is not for the shell
        self._current = current
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._suspend)
        self._set(current)

    def _continue(self, *_: object) -> None:
        self._set(self._current)
        self._continues()

    @contextmanager
    def on(self) -> Iterator[None]:
        self._set(self._echoing)
        try:
            yield
        finally:
            self._set(self._silent)

    def _set(self, settings: list[Any], when: int = termios.TCSADRAIN) -> None:
        self._current = settings
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(self._terminal, when, settings)


def line_mode(settings: list[Any]) -> list[Any]:
    """Read whole lines; disable Ctrl-backslash, which would leave the terminal without echo."""
    settings[LOCAL] |= termios.ICANON
    settings[CONTROL][termios.VQUIT] = b"\0"
    return settings


def wait_for_line(terminal: int, redraw: Callable[[], None]) -> None:
    """Wait until a line can be read; any signal interrupts. `redraw` is called after Ctrl-Z and `fg`, or a resize.

    A plain read is not enough: it notices a Ctrl-C that arrives just before it begins only after the next line.
    """
    wakeup, signalled = os.pipe()
    os.set_blocking(signalled, False)
    previous = signal.set_wakeup_fd(signalled, warn_on_full_buffer=False)
    ignored = [number for number in (signal.SIGCONT, signal.SIGWINCH) if signal.getsignal(number) == signal.SIG_DFL]
    try:
        with handle(dict.fromkeys(ignored, lambda *_: None)):  # a signal without a handler would not wake us up
            while terminal not in select.select([terminal, wakeup], [], [])[0]:
                signals = os.read(wakeup, 100)  # their handlers did not raise: keep waiting
                while select.select([wakeup], [], [], SETTLED)[0]:  # dragging the edge of a window sends many
                    signals += os.read(wakeup, 100)
                if signal.SIGWINCH in signals:
                    discard_input(terminal)  # what was typed is not shown again, so it is not expected in the answer
                if signal.SIGCONT in signals or signal.SIGWINCH in signals:
                    redraw()
    finally:
        signal.set_wakeup_fd(previous)
        os.close(signalled)
        os.close(wakeup)


def discard_input(terminal: int) -> None:
    """Discard input that was typed but not read, including the rest of a paste in progress."""
    with suppress(termios.error, OSError):
        termios.tcflush(terminal, termios.TCIFLUSH)
        while select.select([terminal], [], [], QUIET)[0]:
            termios.tcflush(terminal, termios.TCIFLUSH)
