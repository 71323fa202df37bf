"""Ray: several machines, or several processes on this one. Ray itself repeats the tasks of a worker that dies.

`RAY_ADDRESS` names a cluster that is running; without it, a local one is started and ended with the run.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Generator, Iterator
from typing import Any

from parlour.arena.tournament.playing import Job, Missed, Outcome, play_batch
from parlour.arena.tournament.schedule import Batch
from parlour.games.errors import ParlourError, reason

RETRIES = 2  # of a batch whose worker dies; then each of its pairs is played alone, as often again


class OnRay:
    shares_batches = True

    def __init__(self, workers: int | None) -> None:
        self._workers = workers

    def play(self, job: Job, batches: Iterator[Batch]) -> Generator[Outcome, None, None]:
        ray = connected(self._workers)
        try:
            task = ray.remote(max_retries=RETRIES)(play_batch)
            yield from play_tasks(ray, task, job, batches, self._workers)
        finally:
            ray.shutdown()


def make(workers: int | None) -> OnRay:
    return OnRay(workers)


def connected(workers: int | None) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what Ray will do by default, it warns
    address = os.environ.get("RAY_ADDRESS")
    if address:
        check_reachable(address)
    try:
        import ray
    except ImportError as error:
        raise ParlourError(f'the engine ray needs {error.name}; install it with: pip install "parlour[ray]"') from None
    local = {"num_cpus": workers or len(os.sched_getaffinity(0)), "include_dashboard": False}
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", **({} if address else local)}
    try:
        ray.init(address or "local", **options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ParlourError(f"Ray cannot be reached at {address}: {error}" if address else f"Ray: {error}") from None
    return ray


def check_reachable(address: str) -> None:
    """Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        try:
            socket.create_connection((host, int(port)), timeout=10).close()
        except OSError as error:
            raise ParlourError(f"no Ray cluster answers at {address} (RAY_ADDRESS): {reason(error)}") from None


def play_tasks(ray: Any, task: Any, job: Job, batches: Iterator[Batch], workers: int | None) -> Iterator[Outcome]:
    room = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    running: dict[Any, Batch] = {}
    again: list[Batch] = []  # pairs of batches that were lost
    while True:
        while len(running) < 2 * room:  # twice as many as there are workers, so that none waits for the next task
            batch = again.pop() if again else next(batches, None)
            if batch is None:
                break
            running[task.remote(job, batch)] = batch
        if not running:
            return
        finished, _ = ray.wait(list(running), num_returns=1)
        for reference in finished:
            batch = running.pop(reference)
            try:
                yield ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RayError:  # the worker or its machine died, again and again
                if len(batch) > 1:
                    again += [(number,) for number in batch]
                else:
                    yield given_up(batch[0])


def given_up(number: int) -> Outcome:
    text = f"pair {number} was given up: the worker that played it died {RETRIES + 1} times"
    return Outcome((), (), (Missed(number, "", text),), ())
