"""Several processes on this machine. A process that is killed loses nothing: its pairs are played again."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from threading import Thread

from parlour.arena.playing import Job, Missed, Outcome, play_batch
from parlour.arena.schedule import Batch

TRIES = 3  # a pair whose process dies so often, while it is played alone, is given up


class Local:
    def __init__(self, workers: int) -> None:
        self._workers = workers

    def least_batch(self, threads: int) -> int:
        return 1 if threads == 1 else 2 * threads

    def play(self, job: Job, batches: Iterator[Batch]) -> Generator[Outcome, None, None]:
        while True:
            lost: list[Batch] = []
            yield from self._play_until_one_dies(job, batches, lost)
            if not lost:
                return
            # Nobody knows which of them it was, so each pair is played alone.
            for number in [number for batch in lost for number in batch]:
                yield from self._play_alone(job, number)

    def _play_until_one_dies(self, job: Job, batches: Iterator[Batch], lost: list[Batch]) -> Iterator[Outcome]:
        """Fills in `lost` if a process dies: the batches that were being played then."""
        pool = new_pool(self._workers)
        running: dict[Future[Outcome], Batch] = {}
        try:
            while not lost:
                while len(running) <= self._workers and (batch := next(batches, None)) is not None:
                    running[pool.submit(play_batch, job, batch)] = batch
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

    def _play_alone(self, job: Job, number: int) -> Iterator[Outcome]:
        for _ in range(TRIES):
            lost: list[Batch] = []
            yield from Local(1)._play_until_one_dies(job, iter([(number,)]), lost)
            if not lost:
                return
        reason = f"pair {number} was given up: the process that played it died {TRIES} times"
        yield Outcome((), (), (Missed(number, "", reason),), 0.0)


def make(workers: int | None) -> Local:
    return Local(workers or len(os.sched_getaffinity(0)))


def new_pool(workers: int) -> ProcessPoolExecutor:
    # Spawned, because forking a process with threads, which NumPy may have started, can end in a deadlock.
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), begin)


def begin() -> None:
    """What every process does first: leave Ctrl-C to the run, and end with it, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def end(pool: ProcessPoolExecutor) -> None:
    """Ends the processes without waiting for what they are playing."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()
