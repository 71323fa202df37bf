"""Work on a range of games, shared between the cores of a processor."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

Result = TypeVar("Result")
SMALL = 4096  # games; a share below this is not worth a thread


def shared(work: Callable[[int, int], Result], total: int, threads: int, small: int = SMALL) -> list[Result]:
    """Calls `work(first, last)` for ranges that make up 0 to `total`, on so many threads; results in order.

    The loops release the interpreter's lock, so threads run side by side. This one takes the first range itself: the
    time until another thread wakes is worth thousands of games.
    """
    workers = max(1, min(threads, total // small))
    if workers == 1:
        return [work(0, total)]
    cuts = [total * worker // workers for worker in range(workers + 1)]
    others = [pool().submit(work, *ends) for ends in pairwise(cuts[1:])]
    try:
        first = work(0, cuts[1])
    finally:
        rest = [other.result() for other in others]  # whatever happened, nobody works on when this returns
    return [first, *rest]


_pools: list[ThreadPoolExecutor] = []
if hasattr(os, "register_at_fork"):  # the threads of a pool stay behind in the first process
    os.register_at_fork(after_in_child=_pools.clear)


def pool() -> ThreadPoolExecutor:
    """One for the whole process: starting threads anew for every step would cost more than the step."""
    if not _pools:
        _pools.append(ThreadPoolExecutor(cores(), thread_name_prefix="parlour"))
    return _pools[0]


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
