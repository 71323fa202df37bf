"""The start of the processes of a pool: they leave Ctrl-C to the program that started them, and end with it."""

import multiprocessing
import os
import signal
from threading import Thread


def begin() -> None:
    """Without this, a process of `ProcessPoolExecutor` outlives a program that is killed, and waits forever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
