"""One process. With several threads, each plays batches of its own: for players that wait for the network."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from queue import Queue
from threading import Event, Lock, Thread

from parlour.arena.tournament.playing import Job, Outcome, play_batch
from parlour.arena.tournament.schedule import Batch


class One:
    shares_batches = False

    def play(self, job: Job, batches: Iterator[Batch]) -> Generator[Outcome, None, None]:
        alone = job._replace(threads=1)
        if job.threads == 1:
            for batch in batches:
                yield play_batch(alone, batch)
            return
        yield from play_in_threads(alone, batches, job.threads)


def make(_: int | None) -> One:
    return One()


def play_in_threads(job: Job, batches: Iterator[Batch], threads: int) -> Iterator[Outcome]:
    """Threads are daemons: after an error or Ctrl-C they begin nothing new, and nobody waits for what they play."""
    lock, stopped = Lock(), Event()
    results: Queue[Outcome | BaseException | None] = Queue()

    def work() -> None:
        try:
            while True:
                with lock:
                    batch = None if stopped.is_set() else next(batches, None)
                if batch is None:
                    break
                results.put(play_batch(job, batch))
            results.put(None)
        except BaseException as error:
            results.put(error)

    for _ in range(threads):
        Thread(target=work, daemon=True).start()
    running = threads
    try:
        while running:
            result = results.get()
            if isinstance(result, BaseException):
                raise result
            if result is None:
                running -= 1
            else:
                yield result
    finally:
        stopped.set()
