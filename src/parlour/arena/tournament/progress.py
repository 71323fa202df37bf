"""Progress of a run on the standard error: matches done, matches a second, time left."""

from __future__ import annotations

import sys
import time
from typing import TextIO

TERMINAL, PLAIN = 0.2, 10.0  # seconds between two reports
CLEAR = "\r\033[K"  # back to the beginning of the line, which is emptied


class Progress:
    """Rewrites one line at a terminal; elsewhere it writes a line now and then."""

    def __init__(self, total: int, done: int, stream: TextIO | None = None) -> None:
        self._total = total
        self._before = self._done = done  # matches when the clock was started, and now
        self._stream = sys.stderr if stream is None else stream
        self._rewrites = self._stream is not None and self._stream.isatty()
        self._begun: float | None = None
        self._shown = time.monotonic()

    def add(self, matches: int) -> None:
        self._done += matches
        now = time.monotonic()
        if self._begun is None:  # the first batch took longer: processes started, games were solved and compiled
            self._begun, self._before = now, self._done
        if now - self._shown >= (TERMINAL if self._rewrites else PLAIN):
            self._shown = now
            self._write()

    def close(self) -> None:
        """The last report."""
        self._write()
        if self._rewrites:
            self._stream.write("\n")
            self._stream.flush()

    def text(self) -> str:
        passed = 0.0 if self._begun is None else time.monotonic() - self._begun
        rate = (self._done - self._before) / passed if passed > 0 else 0.0
        parts = [f"{self._done:,} of {self._total:,} matches"]
        if rate > 0:
            parts.append(f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.2g} a second")
            if self._done < self._total:
                parts.append(f"{duration((self._total - self._done) / rate)} left")
        return ", ".join(parts)

    def note(self, text: str) -> None:
        """Writes a line of its own."""
        self._stream.write((CLEAR if self._rewrites else "") + text + "\n")
        self._stream.flush()

    def _write(self) -> None:
        self._stream.write(CLEAR + self.text() if self._rewrites else self.text() + "\n")
        self._stream.flush()


def duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
