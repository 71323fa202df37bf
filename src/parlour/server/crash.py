"""Kills the process at a named point, so that tests can show that nothing is lost.

`PARLOUR_DIE_AT=before-commit:3` does so when that point is reached for the third time. Without it, nothing happens.
"""

import os
import signal

from starlette.background import BackgroundTask

_name, _, _count = os.environ.get("PARLOUR_DIE_AT", "").partition(":")
_left = int(_count or 1)


def point(name: str) -> None:
    global _left
    if name == _name:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def after_answer() -> BackgroundTask | None:
    return BackgroundTask(point, "after-answer") if _name == "after-answer" else None
