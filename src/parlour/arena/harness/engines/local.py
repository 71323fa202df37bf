"""Several processes on this machine. A process that is killed loses nothing: its pairs are played again."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter, deque
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from parlour.arena.tournament.playing import Job, Missed, Outcome, play_batch
from parlour.arena.tournament.schedule import Batch
from parlour.child_process import begin

TRIES = 3  # a pair whose process dies so often, while it is played alone, is given up


class Local:
    shares_batches = True

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def play(self, job: Job, batches: Iterator[Batch]) -> Generator[Outcome, None, None]:
        while True:
            lost: list[Batch] = []
            # One batch more than there are processes, so that none of them waits for the next one.
            yield from play_until_one_dies(job, batches, self._workers, self._workers + 1, lost)
            if not lost:
                return
            yield from play_alone(job, deque(number for batch in lost for number in batch))


def make(workers: int | None) -> Local:
    return Local(workers or len(os.sched_getaffinity(0)))


def play_until_one_dies(
    job: Job, batches: Iterator[Batch], workers: int, at_once: int, lost: list[Batch]
) -> Iterator[Outcome]:
    """Fills in `lost` if a process dies: the batches that were waiting or being played then."""
    pool = new_pool(workers)
    running: dict[Future[Outcome], Batch] = {}
    try:
        while not lost:
            while len(running) < at_once and (batch := next(batches, None)) is not None:
                running[submitted(pool, job, batch)] = batch
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                batch = running.pop(future)
                try:
                    outcome = future.result()
                except BrokenProcessPool:
                    lost.append(batch)
                    continue
                yield outcome
        lost += running.values()
    finally:
        end(pool)


def play_alone(job: Job, waiting: deque[int]) -> Iterator[Outcome]:
    """Plays one pair at a time, to find out which of them kills its process."""
    deaths: Counter[int] = Counter()
    while waiting:
        lost: list[Batch] = []
        yield from play_until_one_dies(job, iter(lambda: next_pair(waiting), ()), 1, 1, lost)
        for (number,) in lost:
            deaths[number] += 1
            if deaths[number] < TRIES:
                waiting.appendleft(number)
            else:
                reason = f"pair {number} was given up: the process that played it died {TRIES} times"
                yield Outcome((), (), (Missed(number, "", reason),), ())


def next_pair(waiting: deque[int]) -> Batch:
    return (waiting.popleft(),) if waiting else ()


def new_pool(workers: int) -> ProcessPoolExecutor:
    # Spawned, because forking a process with threads, which NumPy may have started, can end in a deadlock.
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), begin)


def submitted(pool: ProcessPoolExecutor, job: Job, batch: Batch) -> Future[Outcome]:
    try:
        return pool.submit(play_batch, job, batch)
    except BrokenProcessPool as error:  # a process died a moment ago
        failed: Future[Outcome] = Future()
        failed.set_exception(error)
        return failed


def end(pool: ProcessPoolExecutor) -> None:
    """Ends the processes without waiting for what they are playing, and waits for the pool to notice.

    A pool that is left alone would notice while Python shuts down, and complain about it.
    """
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)
