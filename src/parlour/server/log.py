"""The log on standard error: each line with its time, and a message that repeats itself only once a minute.

While a disk is full or a database is away, every request fails for the same reason.
"""

import logging
import math
import time

from parlour.printing import warn

ONCE_IN = 60.0  # seconds
MOST_REMEMBERED = 200  # different messages


class Repetition:
    """How often a message came again after it was written."""

    def __init__(self, since: float) -> None:
        self.since = self.last = since
        self.count = 0


class LogHandler(logging.Handler):
    """Writes a message, and then counts the same one for a while. The count follows before the next line of the log."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
        self._written: dict[str, Repetition] = {}  # the oldest first

    def emit(self, record: logging.LogRecord) -> None:
        try:
            text = self.format(record)
            self._forget(record.created - ONCE_IN)
            if text in self._written:
                self._written[text].count += 1
                self._written[text].last = record.created
                return
            if len(self._written) == MOST_REMEMBERED:
                self._end(next(iter(self._written)))
            self._written[text] = Repetition(record.created)
            write(record.created, text)
        except Exception:
            self.handleError(record)

    def close(self) -> None:
        self._forget(math.inf)
        super().close()

    def _forget(self, before: float) -> None:
        for text in [text for text, repetition in self._written.items() if repetition.since <= before]:
            self._end(text)

    def _end(self, text: str) -> None:
        repetition = self._written.pop(text)
        if repetition.count:
            first_line = text.partition("\n")[0]
            write(repetition.last, f"{first_line} ({repetition.count} more like this)")


def write(seconds: float, text: str) -> None:
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
    for line in f"{when} {text}".splitlines():  # those after the first are a traceback
        warn(line)


def set_up() -> None:
    """Have the messages of all libraries written like this, uvicorn's too."""
    logging.getLogger().addHandler(LogHandler())
