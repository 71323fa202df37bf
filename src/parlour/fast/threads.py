"""Divides work on a range among the cores of this machine."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

Result = TypeVar("Result")
SMALL = 4096  # games; fewer are not worth a thread


def in_threads(work: Callable[[int, int], Result], total: int, threads: int) -> list[Result]:
    """Calls `work(first, last)` for consecutive ranges that cover 0 to `total`; returns the results in order.

    Compiled loops release the interpreter's lock, so the threads run in parallel. The calling thread takes the first
    range itself, because waking another thread takes as long as thousands of games.
    """
    workers = max(1, min(threads, total // SMALL))
    if workers == 1:
        return [work(0, total)]
    cuts = [total * worker // workers for worker in range(workers + 1)]
    others = [pool().submit(work, *ends) for ends in pairwise(cuts[1:])]
    try:
        first = work(0, cuts[1])
    finally:
        rest = [other.result() for other in others]  # even after an error, no thread works on once this returns
    return [first, *rest]


_pools: list[ThreadPoolExecutor] = []
if hasattr(os, "register_at_fork"):  # threads do not survive a fork
    os.register_at_fork(after_in_child=_pools.clear)


def pool() -> ThreadPoolExecutor:
    """One pool for the whole process: starting threads for every step would cost more than the step."""
    if not _pools:
        _pools.append(ThreadPoolExecutor(cores(), thread_name_prefix="parlour"))
    return _pools[0]


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
