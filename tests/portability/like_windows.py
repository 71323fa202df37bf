"""Hides what Windows lacks from this process, then runs the file that is named, or `parlour` with its arguments."""

from __future__ import annotations

import importlib
import os
import runpy
import signal
import sys
from types import SimpleNamespace
from typing import Any

# They look at the platform when they are imported.
ELSEWHERE = (
    "click.testing",
    "gymnasium",
    "multiprocessing.popen_spawn_posix",
    "numba",
    "platformdirs",
    "uvicorn.server",
)
MODULES = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty", "uvloop")
SIGNALS = ("SIGALRM", "SIGCONT", "SIGHUP", "SIGQUIT", "SIGTSTP", "SIGWINCH", "setitimer")
FUNCTIONS = ("fchmod", "geteuid", "getuid", "killpg", "register_at_fork", "sched_getaffinity", "set_blocking")
ASKING = ("parlour.file_lock", "parlour.server.process_limits", "parlour.terminal.console.console")  # for the platform


def pretend() -> None:
    import fcntl

    def locking(handle: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    for name in ELSEWHERE:
        importlib.import_module(name)
    hidden: dict[str, Any] = {**dict.fromkeys(MODULES), "msvcrt": SimpleNamespace(locking=locking, LK_NBLCK=2)}
    sys.modules.update(hidden)  # importing a module that is None fails
    for name in SIGNALS:
        delattr(signal, name)
    for name in FUNCTIONS:
        delattr(os, name)
    before, sys.platform = sys.platform, "win32"
    for name in ASKING:
        importlib.import_module(name)
    sys.platform = before  # the standard library does not expect that it changes


if __name__ == "__main__":
    pretend()
    sys.argv = sys.argv[1:]
    if sys.argv[0] == "parlour":
        from parlour.cli.main import main

        main()
    runpy.run_path(sys.argv[0], run_name="__main__")
