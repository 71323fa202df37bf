"""The server's clock: it starts at the time of day and then never jumps, whatever happens to the machine's clock."""

from __future__ import annotations

import time


class Clock:
    def __init__(self) -> None:
        self._ahead = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """Milliseconds."""
        return (time.monotonic_ns() + self._ahead) // 1_000_000
